// Patches and checks of templates by typed variables.
import { hookCatalog } from "@capstan/api/catalog";
import type { Builtins, Variable } from "@capstan/api/hooks/v1alpha1";
import { type JSONValue, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { beforeEach, describe, expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { callInProcess, patchedTemplates, requestItems, requestVariables } from "../testing/index.ts";
import { checkTemplates } from "./check-templates.ts";
import { defineVariables } from "./define-variables.ts";
import { patchTemplates } from "./patch-templates.ts";

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: { template: { spec: { image?: string; tags?: string[]; replicas?: number } } };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");

const variables = defineVariables({
  image: { required: true, schema: { type: "string", minLength: 1 } },
  tags: { schema: { type: "array", items: { type: "string" }, default: [] } },
  size: {
    schema: {
      type: "object",
      properties: { cpu: { type: "integer", default: 2 }, gpu: { type: "integer" } },
      required: [],
    },
  },
});

const foo = (spec: FooTemplate["spec"]["template"]["spec"] = {}): FooTemplate => ({
  apiVersion: "example.dev/v1",
  kind: "FooTemplate",
  metadata: { name: "foo", namespace: "default" },
  spec: { template: { spec } },
});
const bar: KubeObject = { apiVersion: "example.dev/v1", kind: "BarTemplate", metadata: { name: "bar" } };

const extension = defineExtension({
  generatePatches: {
    images: patchTemplates(variables)
      .on(FooTemplate, (template, { image }) => {
        template.spec.template.spec.image = image;
      })
      .on(FooTemplate, (template, { tags }, { builtin, holder }) => {
        if (tags.length > 0) template.spec.template.spec.tags = [...tags, builtin.cluster?.name ?? "", holder.kind];
      }),
  },
  discoverVariables: { variables },
  validateTopology: {
    check: checkTemplates(variables).on(FooTemplate, (template, { image }) =>
      template.spec.template.spec.image === image ? [] : [`image is not ${image}`],
    ),
  },
});

const patch = (objects: readonly KubeObject[], values: Record<string, never> | object) => {
  const items = requestItems(objects.map((object) => ({ object })));
  const request = { items, variables: requestVariables(values as never) };
  return callInProcess(extension, hookCatalog.GeneratePatches, { request }).then((response) => ({ items, response }));
};

describe("patches", () => {
  test("are the differences that the functions make, in order", async () => {
    const { items, response } = await patch([foo(), bar], {
      image: "x",
      tags: ["a"],
      builtin: { cluster: { name: "c" } },
    });
    expect(response).toMatchObject({ status: "Success", kind: "GeneratePatchesResponse" });
    expect("retryAfterSeconds" in response).toBe(false);
    expect(response.items?.map(({ uid, patchType }) => ({ uid, patchType }))).toEqual([
      { uid: "item-0", patchType: "JSONPatch" },
    ]);
    expect(patchedTemplates(items, response)).toEqual([foo({ image: "x", tags: ["a", "c", "Cluster"] }), bar]);
  });

  test("are standard base64 of the operations", async () => {
    const { response } = await patch([foo()], { image: "x" });
    const [item] = response.items ?? [];
    expect(item?.patch).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(JSON.parse(Buffer.from(item?.patch ?? "", "base64").toString())).toEqual([
      { op: "add", path: "/spec/template/spec/image", value: "x" },
    ]);
  });

  test("are none for a template that is as it should be", async () => {
    const { response } = await patch([foo({ image: "x" })], { image: "x" });
    expect(response.items).toEqual([]);
  });

  test("do not depend on the order of items and variables, nor on identifiers", async () => {
    const [first, second] = [foo({ replicas: 1 }), foo({ replicas: 2 })];
    const one = await patch([first, second], { image: "x", tags: ["a"] });
    const other = await patch([second, first], { tags: ["a"], image: "x" });
    expect(patchedTemplates(one.items, one.response)).toEqual(
      patchedTemplates(other.items, other.response).toReversed(),
    );
  });

  test.each([
    ["JSONPatch", [{ op: "remove", path: "/spec/none" }], /: .*\/spec\/none/],
    ["JSONPatch", "text", /: /],
  ])("that cannot be applied name their template: %s %j", (patchType, patchOf, why) => {
    const items = requestItems([{ object: foo() }]);
    const encoded = Buffer.from(JSON.stringify(patchOf)).toString("base64");
    const answer = { items: [{ uid: "item-0", patchType, patch: encoded }] };
    const apply = (): unknown => patchedTemplates(items, answer);
    expect(apply).toThrow(`the ${patchType} of FooTemplate foo, item "item-0", cannot be applied`);
    expect(apply).toThrow(why);
    const broken = { items: [{ uid: "item-0", patchType, patch: "e30x" }] };
    expect(() => patchedTemplates(items, broken)).toThrow('of FooTemplate foo, item "item-0", cannot be applied: ');
  });

  test("a template's own variables win over those for all", async () => {
    const items = requestItems([{ object: foo(), variables: { image: "own" } }]);
    const request = { items, variables: requestVariables({ image: "all" }) };
    const response = await callInProcess(extension, hookCatalog.GeneratePatches, { request });
    expect(patchedTemplates(items, response)).toEqual([foo({ image: "own" })]);
  });

  test.each([
    {
      name: "a required variable without a value",
      objects: [foo()],
      given: {},
      want: 'variable "image" is required and has no value',
    },
    {
      name: "a value in a variable called __proto__",
      objects: [foo()],
      given: JSON.parse('{"__proto__":{"image":"planted"}}'),
      want: 'variable "image" is required and has no value',
    },
    {
      name: "a value that does not fit",
      objects: [foo()],
      given: { image: "x", tags: [1] },
      want: 'variable "tags" is wrong: [0]: Invalid value: "integer": [0] in body must be of type string: "integer"',
    },
    {
      name: "a template in another version",
      objects: [{ ...foo(), apiVersion: "example.dev/v2" }],
      given: { image: "x" },
      want: "template FooTemplate has the version example.dev/v2, but this handler patches example.dev/v1",
    },
  ])("$name is a Failure", async ({ objects, given, want }) => {
    const { response } = await patch(objects as KubeObject[], given);
    expect(response).toMatchObject({ status: "Failure", message: want });
  });
});

describe("values that are long for their pattern", () => {
  const hard = defineVariables({
    names: { schema: { type: "array", items: { type: "string", pattern: "^(a?a?a?a?){250}$|^a+$" } } },
  });
  const patches = (itemValues: readonly string[][], forAll: readonly string[]): Promise<{ status?: string }> => {
    const reading = defineExtension({
      generatePatches: {
        tags: patchTemplates(hard).on(FooTemplate, (template, { names = [] }) => {
          template.spec.template.spec.tags = [...names];
        }),
      },
    });
    const items = requestItems(itemValues.map((names) => ({ object: foo(), variables: { names } })));
    const request = { items, variables: requestVariables({ names: [...forAll] }) };
    return callInProcess(reading, hookCatalog.GeneratePatches, { request });
  };

  test.each([
    { name: "one value", items: [["a".repeat(200_000)]], place: "[0]" },
    {
      name: "the values of all templates of a request together",
      items: Array.from({ length: 100 }, (_, i) => ["a", "a".repeat(1000 + i)]),
      place: "[1]",
    },
  ])("are rejected before they hold the extension: $name", async ({ items, place }) => {
    const from = performance.now();
    expect(await patches(items, [])).toMatchObject({
      status: "Failure",
      message: `variable "names" is wrong: ${place}: it is too long for its pattern`,
    });
    expect(performance.now() - from).toBeLessThan(5000);
  });

  test("count once for all templates of a request", async () => {
    const same = ["a".repeat(1000)];
    expect(
      await patches(
        Array.from({ length: 100 }, () => same),
        same,
      ),
    ).toMatchObject({ status: "Success" });
  });
});

test("validation collects what is wrong with all templates, in an order of its own", async () => {
  const items = ["b", "a"].map((name) => ({
    holderReference: { apiVersion: "v1", kind: "Foo", namespace: "default", name, fieldPath: "spec" },
    object: foo({ image: "y" }) as never,
  }));
  const request = { items, variables: requestVariables({ image: "x" }) };
  const response = await callInProcess(extension, hookCatalog.ValidateTopology, { request });
  expect(response).toMatchObject({
    status: "Failure",
    message: "FooTemplate of Foo a: image is not x; FooTemplate of Foo b: image is not x",
  });
});

test("a variable that is called like a member of every object has no value until one is given", async () => {
  const named = defineVariables({
    constructor: { schema: { type: "string" } },
    toString: { schema: { type: "string" } },
  });
  const seen: unknown[] = [];
  const reading = defineExtension({
    generatePatches: {
      names: patchTemplates(named).on(FooTemplate, (_, values) => void seen.push(Object.entries(values))),
    },
  });
  for (const values of [{}, { toString: "given" }]) {
    const request = { items: requestItems([{ object: foo() }]), variables: requestVariables(values) };
    await callInProcess(reading, hookCatalog.GeneratePatches, { request });
  }
  expect(seen).toEqual([[], [["toString", "given"]]]);
});

describe("the variable of Cluster API", () => {
  const seen: Builtins[] = [];
  const reading = defineExtension({
    generatePatches: {
      patches: patchTemplates(defineVariables({})).on(FooTemplate, (_, __, { builtin }) => void seen.push(builtin)),
    },
    validateTopology: {
      checks: checkTemplates(defineVariables({})).on(FooTemplate, (_, __, { builtin }) => {
        seen.push(builtin);
        return [];
      }),
    },
  });
  const { GeneratePatches, ValidateTopology } = hookCatalog;
  const builtin = (value: unknown): Variable => ({ name: "builtin", value: value as JSONValue });
  const fields = (count: number, prefix = "k"): object =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, i]));
  const tooMany = {
    status: "Failure",
    message: 'the request is not a request with templates: the variable "builtin" has more than 32 fields',
  };
  beforeEach(() => void seen.splice(0));

  test("is the same frozen value for all templates, and joined with their own", async () => {
    const [common, own] = [{ cluster: { name: "c" } }, { machineDeployment: { class: "d" } }];
    const items = requestItems([
      { object: foo() },
      { object: foo(), variables: { builtin: own } },
      { object: foo(), variables: { builtin: {} } },
    ]);
    const variables = [builtin({ cluster: { name: "before" } }), builtin(common), builtin("none")];
    await callInProcess(reading, GeneratePatches, { request: { items, variables } });
    await callInProcess(reading, ValidateTopology, { request: { items, variables } });
    const want = [common, { ...common, ...own }, common];
    expect(seen).toEqual([...want, ...want]);
    expect([seen[2], seen[1]?.cluster, seen[4]?.cluster]).toEqual([seen[0], seen[0]?.cluster, seen[3]?.cluster]);
    expect(seen[2]).toBe(seen[0]);
    expect(seen.every((each) => Object.isFrozen(each) && Object.isFrozen(each.cluster))).toBe(true);
    expect(Object.isFrozen(seen[1]?.machineDeployment)).toBe(true);
  });

  test.each([
    ["in one variable", [builtin(fields(33))], []],
    ["in many variables", Array.from({ length: 33 }, (_, i) => builtin({ [`k${i}`]: i })), []],
    ["in the variables of a template", [], [builtin(fields(33))]],
  ])("has at most 32 fields, %s", async (_, variables, own) => {
    const items = requestItems([{ object: foo() }]).map((item) => ({ ...item, variables: own }));
    for (const hook of [GeneratePatches, ValidateTopology])
      expect(await callInProcess(reading, hook, { request: { items, variables } })).toMatchObject(tooMany);
    expect(seen).toEqual([]);
  });

  test.each([
    ["many variables", Array.from({ length: 20_000 }, (_, i) => builtin({ [`k${i}`]: i })), 1],
    ["many variables with the same fields", Array.from({ length: 20_000 }, () => builtin(fields(20))), 1],
    ["many templates", [builtin(fields(20_000))], 1000],
    ["many templates with their own", [builtin(fields(30)), builtin({ k0: fields(20_000) })], 1000],
  ])("costs as much as it has fields: %s", async (_, variables, count) => {
    const items = requestItems(
      Array.from({ length: count }, () => ({ object: foo(), variables: { builtin: { k1: 1 } } })),
    );
    const from = process.threadCpuUsage();
    await callInProcess(reading, GeneratePatches, { request: { items, variables } });
    const { user, system } = process.threadCpuUsage(from);
    // It took 7 s to 60 s.
    expect(user + system).toBeLessThan(2_000_000);
  });
});

test("a problem does not repeat a holder's long name", async () => {
  const checking = defineExtension({
    validateTopology: {
      many: checkTemplates(defineVariables({})).on(FooTemplate, () =>
        Array.from({ length: 5000 }, (_, i) => `problem ${i}`),
      ),
    },
  });
  const items = requestItems([{ object: foo(), holder: { name: "n".repeat(1_000_000) } }]);
  const from = process.threadCpuUsage();
  const { message } = await callInProcess(checking, hookCatalog.ValidateTopology, { request: { items } });
  const { user, system } = process.threadCpuUsage(from);
  expect(message).toContain(
    `FooTemplate of Cluster ${"n".repeat(200)}... (cut, it has 1000000 characters): problem 0; `,
  );
  expect(user + system).toBeLessThan(1_000_000);
});
