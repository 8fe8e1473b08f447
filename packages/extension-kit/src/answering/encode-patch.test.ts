// Patches that became text as they were made.
import { hookCatalog } from "@capstan/api/catalog";
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import type { TemplatePatch } from "../authoring/patches.ts";
import { encodePayload } from "./encode-payload.ts";
import { PatchBudget, templatePatch } from "./encode-patch.ts";

const foo = (spec: object): KubeObject & { readonly spec: object } => ({
  apiVersion: "example.dev/v1",
  kind: "FooTemplate",
  metadata: { name: "foo" },
  spec,
});
const patchOf = (to: object, budget = new PatchBudget(), from: object = {}): TemplatePatch => {
  const made = templatePatch("a", { from: foo(from), to: foo(to) }, budget);
  if (made === undefined) throw new Error("nothing changed");
  return made;
};

const operations = [{ op: "add" as const, path: "/spec/ü", value: { list: ["a"] } }];
const text = '[{"op":"add","path":"/spec/ü","value":{"list":["a"]}}]';
const encoded = { patchType: "JSONPatch", patch: Buffer.from(text).toString("base64") };

test("it reads as the operations and is encoded as its text", () => {
  const item = patchOf({ ü: { list: ["a"] } });
  expect(item).toEqual({ uid: "a", patch: operations });
  expect(encodePayload(hookCatalog.GeneratePatches, { items: [item] })).toEqual({ items: [{ uid: "a", ...encoded }] });
});

test("it stays as it was made, whatever becomes of the values", () => {
  const list = ["a"];
  const item = patchOf({ ü: { list } });
  list.push("b");
  expect(item.patch).toEqual(operations);
  expect(encodePayload(hookCatalog.GeneratePatches, { items: [item] })).toEqual({ items: [{ uid: "a", ...encoded }] });
});

test("an item made of it is encoded with the patch that this item has", () => {
  const item = patchOf({ ü: { list: ["a"] } });
  const items = [{ ...item, patch: [] }];
  const empty = { patchType: "JSONPatch", patch: Buffer.from("[]").toString("base64") };
  expect(encodePayload(hookCatalog.GeneratePatches, { items })).toEqual({ items: [{ uid: "a", ...empty }] });
});

const tooMany = "more than 16777216 characters together";

test("the limit counts characters of base64", () => {
  const value = "x".repeat(12 * 1024 * 1024 - 60);
  const budget = new PatchBudget();
  patchOf({ a: value }, budget);
  expect(() => patchOf({ ü: { list: ["a"] } }, budget)).toThrow(tooMany);
});

test("the limit counts bytes, and what JSON escapes", () => {
  for (const character of ["\u0000", "ü"]) expect(() => patchOf({ a: character.repeat(7_000_000) })).toThrow(tooMany);
});

const many = Array.from({ length: 20_000 }, (_, i) => `item-${i}`);
const entries = Object.fromEntries(many.map((name) => [name, {}]));

interface Hostile {
  readonly name: string;
  readonly from: object;
  readonly to: object;
}

test.each<Hostile>([
  {
    name: "one list in all items of another",
    from: { all: many.map(() => ({})) },
    to: { all: many.map(() => ({ many })) },
  },
  { name: "one list in all items of a new one", from: {}, to: { all: many.map(() => ({ many })) } },
  {
    name: "changes of all fields below a long name",
    from: { ["n".repeat(500_000)]: entries },
    to: { ["n".repeat(500_000)]: Object.fromEntries(many.map((name) => [name, { is: name }])) },
  },
])("$name: a patch that is too large is not made", ({ from, to }) => {
  const before = process.threadCpuUsage().user;
  expect(() => patchOf(to, new PatchBudget(), from)).toThrow(tooMany);
  // Tenths of a second when right. All operations together have gigabytes.
  expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000);
});
