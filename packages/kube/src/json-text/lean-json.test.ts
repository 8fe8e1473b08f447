// Lean parsing against JSON.parse, and what counts as costly against the heap of the engine.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isCostlyJson, parseLeanEvent, parseLeanJson, parseOwnJson } from "./lean-json.ts";

const bytes = (text: string): Buffer => Buffer.from(text);

setFlagsFromString("--expose-gc");
// The flag gives new contexts this function.
const collect = runInNewContext("gc") as () => void;

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** How many times its bytes JSON takes when it is parsed. */
function costOf(text: string): number {
  const before = heapUsed();
  const value: unknown = JSON.parse(text);
  const after = heapUsed();
  expect(value).toBeDefined();
  return (after - before) / text.length;
}

/** A list of some hundred thousand bytes. */
function listOf(make: (index: number) => string): string {
  const parts: string[] = [];
  for (let length = 0; length < 300_000; length += (parts.at(-1) ?? "").length + 1) parts.push(make(parts.length));
  return `[${parts.join()}]`;
}

let names = 0;
/** A name that no other object has. */
const newName = (length = 1): string => (names++).toString(36).padStart(length, "_");
const chain = (open: () => string, close: string): string =>
  `${Array.from({ length: 40 }, open).join("")}0${close.repeat(40)}`;

test.each([
  { name: "names that are numbers, nested", text: listOf(() => chain(() => '{"34":', "}")) },
  { name: "a name that is a number", text: listOf(() => '{"34":0}') },
  { name: "a name that is a large number", text: listOf(() => '{"9999":0}') },
  { name: "empty objects", text: listOf(() => "{}") },
  { name: "empty lists", text: listOf(() => "[]") },
  { name: "nested lists", text: listOf(() => chain(() => "[", "]")) },
  { name: "new names", text: listOf(() => `{"${newName()}":0}`) },
  { name: "new names, nested", text: listOf(() => chain(() => `{"${newName()}":`, "}")) },
  { name: "names in ever other sets", text: listOf((index) => sometimes(index, 60)) },
])("$name cost far more than their bytes, and count as costly", ({ text }) => {
  expect(isCostlyJson(bytes(text))).toBe(true);
  expect(costOf(text)).toBeGreaterThan(8);
});

/** An object with a new half of some names. */
function sometimes(seed: number, fields: number): string {
  let state = seed + 1;
  const chosen: string[] = [];
  for (let field = 0; field < fields; field += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    if ((state >> 16) % 2 === 0) chosen.push(`"${field + 100}a":0`);
  }
  return `{${chosen.join()}}`;
}

test.each([
  { name: "new names of eight characters, nested", text: listOf(() => chain(() => `{"${newName(8)}":`, "}")) },
  { name: "long strings", text: listOf((index) => `"${"x".repeat(20)}${index}"`) },
  { name: "labels", text: `{${Array.from({ length: 20_000 }, () => `"${newName(8)}":""`).join()}}` },
])("$name are not costly, and cost 15 times their bytes at most", ({ text }) => {
  expect(isCostlyJson(bytes(text))).toBe(false);
  expect(costOf(text)).toBeLessThan(15);
});

test("what is shorter than 16 KiB is not costly", () => {
  const text = (length: number): Buffer => bytes(`[${"[],".repeat((length - 3) / 3)}0]`.padEnd(length));
  expect([isCostlyJson(text(16 * 1024 - 1)), isCostlyJson(text(16 * 1024))]).toEqual([false, true]);
});

const costly = `[${"{},".repeat(6000)}0]`;
/** Shorter than what is looked at alone. */
const short = `[${"{},".repeat(5000)}0]`;
/** Fields that are costly together. */
const small = Array.from({ length: 200 }, (_, index) => `"f${index}":[${"{},".repeat(50)}0]`).join();

const blanks = fc.constantFrom("", " ", "\n\t");
/** JSON with some costly fields and elements. */
const json = fc.letrec<Record<"any" | "list" | "object", string>>((tie) => ({
  any: fc.oneof(
    { depthSize: "large" },
    fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
    fc.constant(costly),
    tie("list"),
    tie("object"),
  ),
  list: fc
    .tuple(fc.array(tie("any"), { maxLength: 4 }), blanks)
    .map(([parts, blank]) => `[${parts.map((part) => blank + part + blank).join()}]`),
  object: fc
    .tuple(
      fc.dictionary(fc.oneof(fc.constantFrom("metadata", "__proto__", 'a"\\'), fc.string()), tie("any"), {
        maxKeys: 4,
      }),
      blanks,
    )
    .map(([fields, blank]) => {
      const parts = Object.entries(fields).map(([name, value]) => [JSON.stringify(name), ":", value]);
      return `${blank}{${parts.map((part) => blank + part.join(blank) + blank).join()}}`;
    }),
}));

test("property: what is read is what JSON.parse returns", () => {
  fc.assert(
    fc.property(json.object, (text) => {
      const want = JSON.stringify(JSON.parse(text));
      expect(JSON.stringify(parseLeanJson(bytes(text)))).toBe(want);
      const event = `{"type":"ADDED","object":${text}}`;
      expect(JSON.stringify(parseLeanEvent(bytes(event)))).toBe(`{"type":"ADDED","object":${want}}`);
    }),
  );
});

/** The names of the fields on the way to a field that is kept as JSON. */
function keptAt(value: unknown, ...path: readonly string[]): boolean {
  const [name = "", ...rest] = path;
  const field = Object.getOwnPropertyDescriptor(value, name);
  return rest.length === 0 ? field?.get !== undefined : field?.get === undefined && keptAt(field?.value, ...rest);
}

test.each([
  { text: `{"spec":${costly}}`, path: ["spec"] },
  { text: `{"spec":{"a":1,"b":{"c":${costly}}}}`, path: ["spec", "b", "c"] },
  {
    text: `{"spec":{"topology":{"variables":[{"name":"x","value":${costly}}]}}}`,
    path: ["spec", "topology", "variables", "0", "value"],
  },
  { text: `{"a":{"b":{"c":{"d":{"e":{"f":{"g":${costly}}}}}}}}`, path: ["a", "b", "c", "d", "e", "f"] },
  { text: `{"spec":{"b":${costly},"c":{${small}}}}`, path: ["spec", "c"] },
  // Each of two is short, and together they are not.
  { text: `{"spec":{"a":1,"b":${short},"c":${short},"d":${costly}}}`, path: ["spec", "c"] },
  // What is beside it is too much to be parsed, or it is an element.
  { text: `{"spec":{"b":${costly},${small}}}`, path: ["spec"] },
  { text: `{"spec":{"b":[${costly},1]}}`, path: ["spec", "b"] },
  { text: `{"spec":{"b":[{"c":${costly}},${costly}]}}`, path: ["spec", "b"] },
  { text: `{"spec":{"b":[${'{"c":0},'.repeat(1000)}{"c":${costly}}]}}`, path: ["spec", "b"] },
])("the innermost field that is costly is kept: $path", ({ text, path }) => {
  const object = parseLeanJson(bytes(text));
  expect(keptAt(object, ...path)).toBe(true);
  expect(JSON.stringify(object)).toBe(text);
});

test("metadata is parsed", () => {
  expect(keptAt(parseLeanJson(bytes(`{"metadata":{"a":${costly}},"spec":${costly}}`)), "metadata")).toBe(false);
});

test("a costly field is parsed when it is read, and others at once", () => {
  const before = heapUsed();
  const text = `{"metadata":{"name":"a"},"spec":${listOf(() => chain(() => '{"34":', "}"))},"status":{}}`;
  // The text of the event is there as well.
  const object = parseLeanJson(bytes(text));
  expect(heapUsed() - before).toBeLessThan(2 * text.length);
  expect(Object.getOwnPropertyDescriptor(object, "status")?.value).toEqual({});
  expect(Object.keys(object as object)).toEqual(["metadata", "spec", "status"]);
  expect(JSON.stringify(object)).toBe(text);
});

/** Lists of objects with many places, each a little shorter than what is looked at. */
const shortCostly = `[${'{"34":0},'.repeat(1815)}0]`;
const nested = (level: number): string =>
  level === 0 ? `[${'{"34":0},'.repeat(1830)}0]` : `{"b":${shortCostly},"a":${nested(level - 1)}}`;
const many = (length: number, text: (index: number) => string): string =>
  Array.from({ length }, (_, index) => text(index)).join();

test.each([
  ["in levels of one field", `{"spec":{"fat":{${many(20, (index) => `"k${index}":${nested(3)}`)}}}}`],
  ["in elements of a list", `{"spec":{"v":[${many(40, (index) => `{"name":"v${index}","value":${nested(1)}}`)}]}}`],
  ["beside each other", `{${many(80, (index) => `"k${index}":${shortCostly}`)}}`],
])("short costly JSON %s is parsed up to a size: together it would be long", (_, text) => {
  const before = heapUsed();
  const objects = [parseLeanJson(bytes(text)), parseOwnJson(bytes(text))];
  expect(heapUsed() - before).toBeLessThan(8 * text.length);
  expect(objects.map((object) => JSON.stringify(object))).toEqual([text, text]);
});

test.each([
  "",
  "{",
  '{"a":1',
  `{"a":${costly}`,
  `{"a":${costly} 1}`,
  `{"a":${costly},}`,
  `{"a":${costly}]`,
  `{"a":${costly}}}`,
])("what is not JSON is an error: %#", (text) => {
  expect(() => parseLeanJson(bytes(text))).toThrow(SyntaxError);
});

test("what is not JSON in a costly field is an error when it is read", () => {
  const object = parseLeanJson(bytes(`{"spec":${costly.replace("0]", "0 0]")}}`)) as { spec: unknown };
  expect(() => object.spec).toThrow(SyntaxError);
});

test("however deep a field is nested", () => {
  const text = `{"spec":${'{"a":'.repeat(9000)}[${"[],".repeat(30_000)}0]${"}".repeat(9000)}}`;
  expect(Object.keys(parseLeanJson(bytes(text)) as object)).toEqual(["spec"]);
});
