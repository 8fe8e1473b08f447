// The parts of a review against what JSON.parse makes of the whole.
import fc from "fast-check";
import { expect, test } from "vitest";
import { splitReview } from "./review-parts.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (part: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(part)) as unknown;

/** The objects of a review and the rest of it; undefined when it is not a review in parts. */
async function parsed(text: string): Promise<unknown> {
  const parts = await splitReview(bytes(text), 1000);
  return parts && { review: parse(parts.envelope), objects: Array.from(parts.items(), parse) };
}

/** Names and strings that could be taken for the path. */
const name = fc.oneof(fc.constantFrom("request", "objects", "a", ""), fc.string());
const json = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: "small" }, fc.jsonValue({ maxDepth: 1 }), name, tie("list"), tie("object")),
  list: fc.array(tie("any"), { maxLength: 4 }),
  object: fc.dictionary(name, tie("any"), { maxKeys: 4 }),
})).any;

test("the objects and the rest are those of the whole review", async () => {
  const fields = fc.dictionary(name, json, { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(fields, fields, fc.array(json), fc.boolean(), async (around, beside, objects, spaced) => {
      const request = { ...beside, objects, uid: "1" };
      const review = { ...around, request, kind: "ConversionReview" };
      const text = JSON.stringify(review, undefined, spaced ? 2 : 0);
      const want = { review: { ...review, request: { ...request, objects: [] } }, objects };
      // Through JSON: a field may be called __proto__.
      expect(JSON.stringify(await parsed(text))).toBe(JSON.stringify(want));
    }),
  );
});

test.each([
  { text: "", name: "nothing" },
  { text: "[]", name: "a list" },
  { text: '{"request":{}}', name: "no objects" },
  { text: '{"request":{"objects":{}}}', name: "objects that are no list" },
  { text: '{"request":{"objects":[1],"objects":[2]}}', name: "two lists" },
  { text: '{"request":{"objects":[1]},"request":{"objects":[2]}}', name: "two requests" },
  { text: '{"objects":[1],"request":{"x":{"objects":[2]}}}', name: "objects elsewhere" },
  { text: '{"x":{"request":1,"objects":[1]}}', name: "the names of the path in another object" },
  { text: '{"request":{"objects":[1', name: "a list without an end" },
])("$name is not a review", async ({ text }) => {
  expect(await splitReview(bytes(text), 1000)).toBeUndefined();
});

test("a review in parts knows its bytes and how many objects it has", async () => {
  const text = '{"kind":"ConversionReview","request":{"objects":[{"a":"é"},[1,2],"x,y"],"uid":"7"}}';
  const parts = await splitReview(bytes(text), 1000);
  expect([parts?.bytes, parts?.count]).toEqual([Buffer.byteLength(text), 3]);
  expect(Array.from(parts?.items() ?? [], (part) => new TextDecoder().decode(part))).toEqual([
    '{"a":"é"}',
    "[1,2]",
    '"x,y"',
  ]);
  expect(new TextDecoder().decode(parts?.envelope)).toBe(
    '{"kind":"ConversionReview","request":{"objects":[],"uid":"7"}}',
  );
});

test.each<[string, number]>([
  ["[]", 0],
  ["[ \n\t]", 0],
  [`[${" ".repeat(1024)}]`, 0],
  // So many blanks are no empty list: the object fails to be parsed.
  [`[${" ".repeat(1025)}]`, 1],
  ["[{}]", 1],
  ["[ {} , {} ]", 2],
])("the list %j has %d objects", async (list, want) => {
  expect((await splitReview(bytes(`{"request":{"objects":${list}}}`), 1000))?.count).toBe(want);
});

test.each([
  ['{"request":{"objects" : [1]}}', 1],
  ['{"request"\n:\t{"objects":[1]}}', 1],
  ['{"a":"request","request":{"b":"objects","objects":[1,2]}}', 2],
  ['{"a":["request",{"objects":[9]}],"request":{"objects":[1]}}', 1],
  ['{"request":{"a":{"objects":[9]},"objects":[1]}}', 1],
  ['{"request":{"a":[["objects",[9]]],"objects":[1]}}', 1],
  ['{"\\"request":{"objects":[9]},"request":{"objects":[1]}}', 1],
  ['{"requests":{"objects":[9,9]},"request":{"objectss":[9,9],"objects":[1]}}', 1],
  ['{"request":{"objects":[1]},"objects":[2,3]}', 1],
])("in %s the list of objects is that of the request", async (text, want) => {
  expect((await splitReview(bytes(text), 1000))?.count).toBe(want);
});

test.each(["[1,]", "[,1]", "[1 2]", "[{]}]", "[}{]"])(
  "a list that is not JSON has an object that is not: %s",
  async (list) => {
    await expect(parsed(`{"request":{"objects":${list}}}`)).rejects.toThrow("JSON");
  },
);

test("objects are counted before anything is made of them", async () => {
  const text = (count: number): Uint8Array => bytes(`{"request":{"objects":[${Array(count).fill("{}").join()}]}}`);
  expect((await splitReview(text(3), 3))?.count).toBe(3);
  await expect(splitReview(text(4), 3)).rejects.toThrow("the review has more than 3 objects");
  await expect(splitReview(bytes(`{"request":{"objects":[${",".repeat(10)}`), 3)).rejects.toThrow(
    "more than 3 objects",
  );
});
