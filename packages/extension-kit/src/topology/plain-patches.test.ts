// Values that JSON cannot say in patches that are made of changed templates: an answer with one does not leave, as where a handler writes the patch itself.
import { hookCatalog } from "@capstan/api/catalog";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import type { HandlerWithOptions } from "../authoring/handlers.ts";
import { proceed } from "../authoring/results.ts";
import { pipeline } from "../compose/pipeline.ts";
import { callInProcess, patchedTemplates, requestItems } from "../testing/index.ts";
import { defineVariables } from "./define-variables.ts";
import { patchTemplates } from "./patch-templates.ts";

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: Record<string, unknown>;
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");
const object: FooTemplate = {
  apiVersion: "example.dev/v1",
  kind: "FooTemplate",
  metadata: { name: "foo" },
  spec: { was: { a: 1 } },
};

const change = (format: "json" | "merge", name: string, value: unknown) =>
  patchTemplates(defineVariables({})).on(
    FooTemplate,
    (template) => {
      template.spec[name] = value;
    },
    { patch: format },
  );
/** A step that writes its patch itself. */
const written = (patch: object) => ({
  name: "written",
  handle: () => proceed({ items: [{ uid: "item-0", patch: patch as never }] }),
});

async function answered(
  // What a patcher of any variables is.
  handler: HandlerWithOptions<never, never, never>,
): Promise<{ readonly message?: string; readonly spec?: unknown }> {
  const extension = defineExtension({ generatePatches: { foo: handler as never } });
  const items = requestItems([{ object }]);
  const call = { request: { items }, log: silentLogger };
  const answer = await callInProcess(extension, hookCatalog.GeneratePatches, call);
  if (answer.status !== "Success") return { message: answer.message ?? "" };
  const [patched] = patchedTemplates(items, answer);
  return { spec: Object.assign({ spec: {} }, patched).spec };
}

class Size {
  readonly cpus = 2;
}

const wrong = [
  { value: Number.NaN, problem: "NaN is not a number of JSON" },
  { value: Number.POSITIVE_INFINITY, problem: "Infinity is not a number of JSON" },
  { value: 1n, problem: "a BigInt is not a value of JSON" },
  { value: () => 1, problem: "a function is not a value of JSON" },
  { value: Symbol("a"), problem: "a symbol is not a value of JSON" },
  { value: new Map([["a", 1]]), problem: "a Map or a Set is not a value of JSON" },
  { value: new Set(["a"]), problem: "a Map or a Set is not a value of JSON" },
];

test.each(wrong)("a change to a value of which $problem is a failure", async ({ value, problem }) => {
  for (const name of ["was", "new"])
    for (const format of ["json", "merge"] as const) {
      for (const [given, place] of [
        [value, name],
        [{ list: [value] }, `${name}.list[0]`],
      ] as const) {
        const { message } = await answered(change(format, name, given) as never);
        expect(message).toContain(`FooTemplate.spec.${place}: ${problem}`);
        const whole = await answered(pipeline([{ name: "step", ...change(format, name, given) }]) as never);
        expect(whole.message).toContain(`step: FooTemplate.spec.${place}: ${problem}`);
      }
    }
});

test.each(wrong)(
  "a patch that a step wrote with a value of which $problem is a failure",
  async ({ value, problem }) => {
    const merge = await answered(pipeline([written({ spec: { a: value } })]) as never);
    expect(merge.message).toContain(`written.patch.spec.a: ${problem}`);
    const json = await answered(pipeline([written([{ op: "add", path: "/spec/a", value }])]) as never);
    expect(json.message).toContain(`written.patch[0].value: ${problem}`);
  },
);

test.each([
  { name: "a date", value: new Date(0), json: "1970-01-01T00:00:00.000Z" },
  {
    name: "a date in an object",
    value: { at: new Date(0), none: undefined },
    json: { at: "1970-01-01T00:00:00.000Z" },
  },
  { name: "an object of a class", value: new Size(), json: { cpus: 2 } },
])("$name is what JSON says of it", async ({ value, json }) => {
  for (const field of ["was", "new"])
    for (const format of ["json", "merge"] as const) {
      const { spec } = await answered(change(format, field, value) as never);
      expect(spec).toEqual({ was: { a: 1 }, [field]: json });
    }
  const { spec } = await answered(pipeline([written({ spec: { new: value } })]) as never);
  expect(spec).toEqual({ was: { a: 1 }, new: json });
});
