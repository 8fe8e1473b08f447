// V8 gives an object that gets the field "1000" places for a thousand others. JSON.parse does not, so what comes from JSON must be copied without them.
import { setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { applyJsonPatch } from "./json-patch.ts";
import { deepClone, ownFields, setOwn } from "./json-value.ts";
import { applyMergePatch } from "./merge-patch.ts";

setFlagsFromString("--allow-natives-syntax");
/** Whether V8 keeps the numbers of an object in a table, and not in one place for each number. */
const hasTable = runInThisContext("(object) => %HasDictionaryElements(object)") as (object: unknown) => boolean;

const text = '{"1000":{"a":0},"2500":1}';
const parse = (): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

test("V8 works as these tests expect", () => {
  expect(hasTable(parse())).toBe(true);
  expect(hasTable({ ...parse() })).toBe(false);
});

const copies: Readonly<Record<string, () => unknown>> = {
  deepClone: () => deepClone(parse()),
  "deepClone, far below": () => {
    let value: unknown = parse();
    for (let level = 0; level < 300; level += 1) value = [value];
    value = deepClone(value);
    while (Array.isArray(value)) value = value[0];
    return value;
  },
  ownFields: () => ownFields(Object.entries(parse())),
  setOwn: () => {
    const object = { name: "a" };
    for (const [key, value] of Object.entries(parse())) setOwn(object, key, value);
    return object;
  },
  "a merge patch of nothing": () => applyMergePatch({ a: 1 }, parse()),
  "a merge patch of it": () => applyMergePatch(parse(), { a: 1 }),
  "a JSON patch": () => applyJsonPatch({ a: 1 }, [{ op: "add", path: "/1000", value: 1 }]),
};

test.each(Object.entries(copies))("%s", (_, copy) => {
  const object = copy();
  expect(hasTable(object)).toBe(true);
  expect(Object.keys(object as object).toSorted()).toEqual(expect.arrayContaining(["1000"]));
  expect(Object.keys(object as object)).not.toContain(String(2 ** 32 - 2));
});

test("a copy has the same fields in the same order", () => {
  const odd = '{"0":1,"7":2,"4294967294":3,"b":4,"4294967295":5,"01":6,"1a1":7,"__proto__":8,"-1":9}';
  expect(JSON.stringify(deepClone(JSON.parse(odd)))).toBe(JSON.stringify(JSON.parse(odd)));
});
