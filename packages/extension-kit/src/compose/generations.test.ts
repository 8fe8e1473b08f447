// Generations of a handler: those that are there stay as they are.
import { hookCatalog } from "@capstan/api/catalog";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { callInProcess, patchedTemplates, requestItems } from "../testing/index.ts";
import { defineVariables } from "../topology/define-variables.ts";
import { patchTemplates } from "../topology/patch-templates.ts";
import { generations } from "./generations.ts";

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: { tags: string[] };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");
const object: FooTemplate = {
  apiVersion: "example.dev/v1",
  kind: "FooTemplate",
  metadata: { name: "a" },
  spec: { tags: [] },
};
const tag =
  (name: string) =>
  ({ spec }: FooTemplate): void =>
    void spec.tags.push(name);

const one = generations("gp", patchTemplates(defineVariables({})).on(FooTemplate, tag("a")));
const two = one.next((v1) => v1.on(FooTemplate, tag("b")));
const three = two.next(() => patchTemplates(defineVariables({})).on(FooTemplate, tag("c")));

test("each is served as it was when the next one came", async () => {
  const extension = defineExtension({ generatePatches: { ...three.handlers } });
  const items = requestItems([{ object }]);
  const tags = ["gp-v1", "gp-v2", "gp-v3"].map(async (handler) => {
    const response = await callInProcess(extension, hookCatalog.GeneratePatches, { handler, request: { items } });
    return patchedTemplates(items, response);
  });
  expect(await Promise.all(tags)).toEqual(
    [["a"], ["a", "b"], ["c"]].map((want) => [{ ...object, spec: { tags: want } }]),
  );
});

test("those before are the same handlers", () => {
  expect(three.handlers["gp-v1"]).toBe(one.newest);
  expect(three.handlers["gp-v2"]).toBe(two.handlers["gp-v2"]);
  expect(Object.keys(one.handlers)).toEqual(["gp-v1"]);
  expect(Object.isFrozen(three.handlers)).toBe(true);
});

test("one that was removed keeps its number free, and the newest one stays", () => {
  expect(Object.keys(three.without(1).handlers)).toEqual(["gp-v2", "gp-v3"]);
  expect(Object.keys(two.without(2).handlers)).toEqual(["gp-v1", "gp-v2"]);
  expect(Object.keys(two.without(2).next((last) => last).handlers)).toEqual(["gp-v1", "gp-v3"]);
});

test("a list of steps cannot be changed for the next one, which would change those before", () => {
  const steps = generations("gp", ["a"]);
  expect(() => steps.next((all) => (all.push("b"), all))).toThrow(TypeError);
  const two = steps.next((all) => [...all, "b"]);
  expect(() => two.next((all) => (all.pop(), all))).toThrow(TypeError);
  expect(two.handlers).toEqual({ "gp-v1": ["a"], "gp-v2": ["a", "b"] });
});
