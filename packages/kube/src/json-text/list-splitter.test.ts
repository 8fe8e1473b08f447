// Lists that are split piece by piece, however small the pieces are, checked with JSON.parse.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ListSplitter, type ListParts } from "./list-splitter.ts";

function split(text: string, pieceBytes: number): ListParts | undefined {
  const splitter = new ListSplitter(Buffer.from(text), ["items"]);
  while (!splitter.read(pieceBytes));
  return splitter.parts;
}

function parsed(parts: ListParts | undefined): unknown {
  if (parts === undefined) return undefined;
  const parse = (part: Uint8Array): unknown => JSON.parse(Buffer.from(part).toString());
  return { envelope: parse(parts.envelope), items: Array.from(parts.items(), parse) };
}

test("property: the parts are those of the parsed text, in pieces of any size", () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const texts = fc.array(json, { maxLength: 4 });
  fc.assert(
    fc.property(texts, json, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), (items, beside, piece, blanks) => {
      const text = JSON.stringify({ before: beside, items, after: beside }, undefined, blanks);
      const { before, after } = JSON.parse(text) as Record<string, unknown>;
      const want = { envelope: { before, items: [], after }, items: JSON.parse(JSON.stringify(items)) as unknown };
      expect(parsed(split(text, piece))).toEqual(want);
    }),
  );
});

test.each(["[", '"', '{"a":', "0", '"\\'])("an element that does not end is none: %s", (element) => {
  for (const piece of [1, 3, 1000]) expect(split(`{"items":[1,${element.repeat(3)}`, piece)).toBeUndefined();
});
