// What is kept for types that are inside of each other: not what is below each of them, again on each level.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { TypeWriter } from "./type-writer.ts";

/** The bytes of what is still used. */
function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

const inner: JSONSchema = { type: "string", description: "x".repeat(400_000) };
const levels = Array.from({ length: 150 }, (_, i) => i);

test.each([
  ["lists with descriptions", (items: JSONSchema, i: number) => ({ type: "array", items, description: `level ${i}` })],
  ["objects", (a: JSONSchema): JSONSchema => ({ type: "object", properties: { a } })],
  [
    "lists of objects",
    (a: JSONSchema): JSONSchema => ({ type: "array", items: { type: "object", properties: { a } } }),
  ],
])("%s keep memory for their own size", (_, around) => {
  const schema: JSONSchema = { properties: { f: levels.reduce<JSONSchema>(around, inner) } };
  const writer = new TypeWriter("Foo");
  const before = usedBytes();
  writer.members(schema, "Foo");
  expect(usedBytes() - before).toBeLessThan(10_000_000);
  expect(writer.declarations.length).toBeGreaterThan(0);
});
