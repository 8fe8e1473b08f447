// Which of many calls of GeneratePatches goes on: how much time each has, and how large its patches are expected to be.
import { hookCatalog } from "@capstan/api/catalog";
import type { GeneratePatchesRequest } from "@capstan/api/hooks/v1alpha1";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { callInProcess, requestItems } from "../testing/index.ts";
import { defineVariables } from "./define-variables.ts";
import { expectedCharacters, patchTemplates } from "./patch-templates.ts";

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: { isLarge: boolean };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");

function requestOf(count: number, isLarge = false): Pick<GeneratePatchesRequest, "items" | "variables"> {
  const object: FooTemplate = {
    apiVersion: "example.dev/v1",
    kind: "FooTemplate",
    metadata: { name: "foo" },
    spec: { isLarge },
  };
  return { items: requestItems(Array.from({ length: count }, () => ({ object }))), variables: [] };
}

test("a call of many small templates takes its part of the time, whatever the templates of other calls take", async () => {
  let [large, small] = [0, 0];
  const patches = patchTemplates(defineVariables({})).on(FooTemplate, ({ spec }) => {
    if (!spec.isLarge) return void (small += 1);
    large += 1;
    const until = performance.now() + 5;
    while (performance.now() < until);
  });
  const extension = defineExtension({ generatePatches: { patches: { ...patches, timeout: "30s" } } });
  const send = (count: number, isLarge: boolean): Promise<{ readonly status: string }> =>
    callInProcess(extension, hookCatalog.GeneratePatches, { request: requestOf(count, isLarge) });
  let isRunning = true;
  const others = Array.from({ length: 16 }, async () => {
    while (isRunning) await send(1, true);
  });
  const { status } = await send(118, false);
  isRunning = false;
  expect([status, small]).toEqual(["Success", 118]);
  // A turn of each other caller for each of the 118 templates would be 1888.
  expect(large).toBeLessThan(600);
  await Promise.all(others);
});

test("a variable for all templates is expected in each patch, one of a template in its own", () => {
  const request = requestOf(3);
  const variable = { name: "image", value: "x".repeat(1000) };
  const [first, ...others] = request.items;
  const items = first === undefined ? [] : [{ ...first, variables: [variable] }, ...others];
  const plain = expectedCharacters(request);
  const [common, own] = [
    { ...request, variables: [variable] },
    { ...request, items },
  ].map(expectedCharacters);
  expect(own).toBeGreaterThan(plain + 1000);
  expect(own).toBeLessThan(plain + 1100);
  expect(common).toBeGreaterThan(plain + 3000);
  expect(common).toBeLessThan(plain + 3300);
});
