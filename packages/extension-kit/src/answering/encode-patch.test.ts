// Patches that became text as they were made.
import { hookCatalog } from "@capstan/api/catalog";
import { expect, test } from "vitest";
import { encodePayload } from "./encode-payload.ts";
import { PatchBudget, templatePatch } from "./encode-patch.ts";

const operations = [{ op: "add" as const, path: "/spec/ü", value: { list: ["a"] } }];
const text = '[{"op":"add","path":"/spec/ü","value":{"list":["a"]}}]';
const encoded = { patchType: "JSONPatch", patch: Buffer.from(text).toString("base64") };

test("it reads as the operations and is encoded as its text", () => {
  const item = templatePatch("a", operations, new PatchBudget());
  expect(item).toEqual({ uid: "a", patch: operations });
  expect(encodePayload(hookCatalog.GeneratePatches, { items: [item] })).toEqual({ items: [{ uid: "a", ...encoded }] });
});

test("it stays as it was made, whatever becomes of the values", () => {
  const list = ["a"];
  const item = templatePatch("a", [{ op: "add", path: "/spec/ü", value: { list } }], new PatchBudget());
  list.push("b");
  expect(item.patch).toEqual(operations);
  expect(encodePayload(hookCatalog.GeneratePatches, { items: [item] })).toEqual({ items: [{ uid: "a", ...encoded }] });
});

test("an item made of it is encoded with the patch that this item has", () => {
  const item = templatePatch("a", operations, new PatchBudget());
  const items = [{ ...item, patch: [] }];
  const empty = { patchType: "JSONPatch", patch: Buffer.from("[]").toString("base64") };
  expect(encodePayload(hookCatalog.GeneratePatches, { items })).toEqual({ items: [{ uid: "a", ...empty }] });
});

test("the limit counts characters of base64", () => {
  const value = "x".repeat(12 * 1024 * 1024 - 60);
  const budget = new PatchBudget();
  templatePatch("a", [{ op: "add", path: "/a", value }], budget);
  expect(() => templatePatch("b", operations, budget)).toThrow("more than 16777216 characters together");
});
