// Patches that Cluster API would reject, or ignore without an error; and those that leave.
import { hookCatalog } from "@capstan/api/catalog";
import { type KubeObject, resourceOf } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { defineExtension, type Extension } from "../authoring/define-extension.ts";
import { proceed } from "../authoring/results.ts";
import { callInProcess } from "../testing/call-in-process.ts";
import { requestItems } from "../testing/topology-request.ts";
import { defineVariables } from "../topology/define-variables.ts";
import { patchTemplates } from "../topology/patch-templates.ts";

interface FooTemplate extends KubeObject {
  spec: { template: { spec: { size?: number } } };
}
const apiVersion = "a.example/v1";
const template = {
  apiVersion,
  kind: "FooTemplate",
  metadata: { name: "foo", namespace: "n", labels: { a: "b" }, annotations: {} },
  spec: { list: [1, 2], template: { spec: { size: 1 } } },
};
const items = requestItems([{ object: template }, { object: { ...template, kind: "BarTemplate" } }]);

const rejected = "rejects or ignores: ";

async function messageOf(extension: Extension): Promise<string> {
  const request = { items };
  const { status, message = "" } = await callInProcess(extension, hookCatalog.GeneratePatches, { request });
  return status === "Success" ? status : message.slice(message.indexOf(rejected) + rejected.length);
}

const patching = (...patches: readonly unknown[]): Extension =>
  defineExtension({
    generatePatches: {
      p: () => proceed({ items: patches.map((patch) => ({ uid: "item-0", patch: patch as never })) }),
    },
  });
const size = { op: "replace", path: "/spec/template/spec/size", value: 2 };
const of = "FooTemplate of Cluster test: ";

test.each<{ readonly name: string; readonly patches: readonly unknown[]; readonly want: string }>([
  { name: "operations", patches: [[size]], want: "Success" },
  { name: "no operations", patches: [[]], want: "Success" },
  { name: "a document", patches: [{ spec: { template: { spec: { size: 2 } } } }], want: "Success" },
  { name: "an index from the end", patches: [[{ op: "remove", path: "/spec/list/-1" }]], want: "Success" },
  { name: "a test for null of no field", patches: [[{ op: "test", path: "/spec/a", value: null }]], want: "Success" },
  { name: "empty annotations removed", patches: [{ metadata: { annotations: null } }], want: "Success" },
  { name: "labels", patches: [{ metadata: { labels: { a: null, c: "d" } } }], want: "Success" },
  { name: "annotations that are new", patches: [{ metadata: { annotations: { c: "d" } } }], want: "Success" },
  {
    name: "two patches of a template, in order",
    patches: [[{ op: "remove", path: "/spec/template/spec/size" }], [{ ...size, op: "add" }], [size]],
    want: "Success",
  },
  {
    name: "an operation on what is not there",
    patches: [[size, { op: "remove", path: "/spec/template/spec/color" }]],
    want: `${of}cannot apply operation 1 (remove "/spec/template/spec/color"): there is no field "color"`,
  },
  {
    name: "an operation on what an earlier patch removed",
    patches: [[{ op: "remove", path: "/spec/template/spec/size" }], [size]],
    want: `${of}cannot apply operation 0 (replace "/spec/template/spec/size"): there is no field "size"`,
  },
  {
    name: "an operation without a value",
    patches: [[{ op: "add", path: "/spec/a" }]],
    want: `${of}operation 0 of the patch (add) has no value`,
  },
  {
    name: "an unknown operation",
    patches: [[{ op: "set", path: "/spec/a", value: 1 }]],
    want: `${of}operation 0 of the patch has no op, or one that JSON Patch does not have`,
  },
  {
    name: "an operation without a path",
    patches: [[{ op: "add", value: 1 }]],
    want: `${of}operation 0 of the patch has no path that begins with /`,
  },
  { name: "a string", patches: ["x"], want: `${of}a patch is a list of operations, or an object to merge` },
  {
    name: "another name",
    patches: [{ metadata: { name: "bar" } }],
    want: `${of}metadata.name is not taken over, so it must not change`,
  },
  {
    name: "another kind",
    patches: [[{ op: "replace", path: "/kind", value: "X" }]],
    want: `${of}kind is not taken over, so it must not change`,
  },
  { name: "a status", patches: [{ status: {} }], want: `${of}status is not taken over, so it must not change` },
  {
    name: "all labels removed",
    patches: [{ metadata: { labels: null } }],
    want: `${of}metadata.labels as a whole cannot be removed: remove what is in it`,
  },
  { name: "nothing left", patches: [[{ op: "replace", path: "", value: 1 }]], want: `${of}the patch leaves no object` },
])("$name", async ({ patches, want }) => {
  expect(await messageOf(patching(...patches))).toBe(want);
});

test("a uid that the request does not have is rejected without being in the message, and is in the log", async () => {
  const patches = [{ uid: "item-9", patch: { spec: {} } }];
  const log: unknown[] = [];
  const write = (_: string, fields?: object): void => void log.push(fields);
  const logger = { debug: write, info: write, warn: write, error: write, child: () => logger };
  const extension = defineExtension({ generatePatches: { p: () => proceed({ items: patches }) } });
  const { message } = await callInProcess(extension, hookCatalog.GeneratePatches, { request: { items }, log: logger });
  expect(message).toContain(`${rejected}the uid of a patch is not one of the request's items`);
  expect(log).toMatchObject([{ code: "extension/patch-invalid", path: "items[0].patch", returned: "item-9" }]);
});

test("of several wrong patches the same one is reported in any order, and values stay out of the log", async () => {
  const patch = [{ op: "add", path: "/data/a", value: "s3cret" }] as const;
  const both = ["item-0", "item-1"].map((uid) => ({ uid, patch }));
  const log: unknown[] = [];
  const write = (_: string, fields?: object): void => void log.push(fields);
  const logger = { debug: write, info: write, warn: write, error: write, child: () => logger };
  for (const answered of [both, both.toReversed()]) {
    const extension = defineExtension({ generatePatches: { p: () => proceed({ items: answered }) } });
    const { message } = await callInProcess(extension, hookCatalog.GeneratePatches, {
      request: { items },
      log: logger,
    });
    expect(message).toContain(`${rejected}BarTemplate of Cluster test: cannot apply operation 0 (add "/data/a")`);
  }
  expect(JSON.stringify(log)).not.toContain("s3cret");
});

test("a function that changes what is not taken over is rejected", async () => {
  const changing = (change: (foo: FooTemplate) => void): Extension =>
    defineExtension({
      generatePatches: {
        p: patchTemplates(defineVariables({})).on(resourceOf<FooTemplate>(apiVersion, "FooTemplate"), change),
      },
    });
  expect(await messageOf(changing((foo) => void (foo.metadata.name = "bar")))).toContain(
    "FooTemplate: metadata.name is not taken",
  );
  expect(await messageOf(changing((foo) => void delete foo.metadata.labels))).toContain(
    "FooTemplate: metadata.labels as a whole",
  );
  expect(await messageOf(changing((foo) => void delete foo.metadata.labels?.["a"]))).toBe("Success");
  expect(await messageOf(changing((foo) => void (foo.spec.template.spec.size = 3)))).toBe("Success");
});

const machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata: { name: "m", namespace: "n" },
  spec: { clusterName: "c", bootstrap: {}, infrastructureRef: { apiGroup: "a.example", kind: "Foo", name: "m" } },
};
const foo = { apiVersion, kind: "Foo", metadata: { name: "m", labels: {} }, spec: { size: 1 } };

test.each<{ readonly name: string; readonly payload: object; readonly want: string }>([
  { name: "spec", payload: { infrastructureMachinePatch: { spec: { size: 2 } } }, want: "Success" },
  { name: "null for no patch", payload: { machinePatch: null, bootstrapConfigPatch: null }, want: "Success" },
  { name: "a Machine", payload: { machinePatch: { spec: { version: "v1.36.0" } } }, want: "Success" },
  {
    name: "a label",
    payload: { infrastructureMachinePatch: { metadata: { labels: { a: "b" } } } },
    want: "infrastructureMachinePatch: metadata is not taken over, so it must not change",
  },
  {
    name: "an operation that does not apply",
    payload: { infrastructureMachinePatch: [{ op: "remove", path: "/spec/color" }] },
    want: 'infrastructureMachinePatch: cannot apply operation 0 (remove "/spec/color"): there is no field "color"',
  },
  {
    name: "an object that the request does not have",
    payload: { bootstrapConfigPatch: { spec: {} } },
    want: "bootstrapConfigPatch: the request has no bootstrapConfig",
  },
  {
    name: "a Machine of wrong types",
    payload: { machinePatch: { spec: { version: 1 } } },
    want: 'machinePatch: what it makes is wrong: current.machine.spec.version: Invalid value: "integer": current.machine.spec.version in body must be of type string: "integer"',
  },
])("in place: $name", async ({ payload, want }) => {
  const extension = defineExtension({ canUpdateMachine: () => proceed(payload) });
  const objects = { machine, infrastructureMachine: foo };
  const request = { current: objects, desired: objects } as never;
  const { status, message = "" } = await callInProcess(extension, hookCatalog.CanUpdateMachine, { request });
  expect(status === "Success" ? status : message.slice(message.indexOf(rejected) + rejected.length)).toBe(want);
});

const size2 = { type: "object", properties: { size: { type: "integer", maximum: 2 } } };
const within = (schema: object): object => ({
  type: "object",
  properties: { spec: { type: "object", properties: { template: { type: "object", properties: { spec: schema } } } } },
});
const crdOf = (spec: object): CustomResourceDefinition => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "footemplates.a.example" },
  spec: {
    group: "a.example",
    names: { plural: "footemplates", kind: "FooTemplate" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: within(spec) } }],
  },
});

test("by the CRD of a template: what was wrong before does not count, and several patches count together", async () => {
  const list = { type: "array", items: { type: "object", properties: { a: { type: "integer" } } } };
  const properties = { color: { type: "string", pattern: "^[a-z]+$" }, list };
  const strict = crdOf({ type: "object", required: ["color"], properties });
  const object = { ...template, spec: { template: { spec: { list: [{ b: 1 }] } } } };
  const message = async (...patches: readonly unknown[]): Promise<string> => {
    const answered = patches.map((patch) => ({ uid: "item-0", patch: patch as never }));
    const extension = defineExtension(
      { generatePatches: { p: () => proceed({ items: answered }) } },
      { crds: [strict] },
    );
    const response = await callInProcess(extension, hookCatalog.GeneratePatches, {
      request: { items: requestItems([{ object }]) },
    });
    return response.message ?? response.status;
  };
  const path = "/spec/template/spec";
  expect(await message([{ op: "add", path: `${path}/list/0`, value: { a: 1 } }])).toBe("Success");
  const color = (value: string): object => ({ op: "add", path: `${path}/color`, value });
  expect(await message([{ op: "replace", path, value: {} }], [color("red")])).toBe("Success");
  const secret = await message([color("S3CRET")]);
  expect(secret).toContain("spec.template.spec.color: Invalid value: a string: ");
  expect(secret).not.toContain("S3CRET");
});

test.each<{ readonly name: string; readonly change: (foo: FooTemplate) => void; readonly want: string }>([
  { name: "a right value", change: (foo) => void (foo.spec.template.spec.size = 2), want: "Success" },
  {
    name: "a value beyond its bound",
    change: (foo) => void (foo.spec.template.spec.size = 3),
    want: `${of}spec.template.spec.size: Invalid value: 3: spec.template.spec.size in body should be less than or equal to 2`,
  },
  {
    name: "a field that it does not have",
    change: (foo) => void Object.assign(foo.spec.template.spec, { color: "red" }),
    want: `${of}spec.template.spec.color: the CRD has no such field`,
  },
])("by the CRD of a template: $name", async ({ change, want }) => {
  const patcher = patchTemplates(defineVariables({})).on(resourceOf<FooTemplate>(apiVersion, "FooTemplate"), change);
  const [made, foreign] = [
    await messageOf(defineExtension({ generatePatches: { p: patcher } }, { crds: [crdOf(size2)] })),
    await messageOf(defineExtension({ generatePatches: { p: patcher } })),
  ];
  expect([made, foreign]).toEqual([want, "Success"]);
});
