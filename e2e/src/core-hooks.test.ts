// The table of what releases call: whole, as the catalog has it, and both kinds of difference from what was called.
import { hookCatalog } from "@capstan/api/catalog";
import { expect, it } from "vitest";
import { hooksCalledBy, wrongHooks } from "./core-hooks.ts";

it("names each hook of the catalog once", () => {
  expect(hooksCalledBy("v1.14.0").toSorted()).toEqual(Object.keys(hookCatalog).toSorted());
});

it.each([2, 4, 11, 12])("has for release 1.%i the hooks that the catalog says it has", (minor) => {
  const since = ({ since: first = "" }: { readonly since?: string }): number => Number(first.split(".")[1]);
  const had = Object.values(hookCatalog).filter((hook) => since(hook) <= minor);
  expect(new Set(hooksCalledBy(`v1.${minor}.0`))).toEqual(new Set(had.map(({ name }) => name)));
});

it("says why a hook should have been called", () => {
  const called = hooksCalledBy("v1.12.1").filter((hook) => hook !== "UpdateMachine");
  expect(wrongHooks("v1.12.1", called)).toEqual([
    "Cluster API v1.12.1 did not call UpdateMachine: since 1.12 it is called before machines are replaced, with the gate InPlaceUpdates",
  ]);
});

it("does not let a hook pass that a release does not have", () => {
  expect(wrongHooks("v1.11.1", [...hooksCalledBy("v1.11.1"), "AfterWorkersUpgrade"])).toEqual([
    "Cluster API v1.11.1 called AfterWorkersUpgrade: e2e/src/core-hooks.ts has no release of it",
  ]);
});

it("takes no other version", () => {
  expect(() => hooksCalledBy("1.14")).toThrow('"1.14" is no release 1.x of Cluster API');
});
