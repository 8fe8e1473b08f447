// Server-side apply on kube-apiserver, with built-in kinds and with a custom one whose lists have keys.
import { describeError, type KubeObject, type ManagedFieldsEntry, resourceOf } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isConflict, isFieldConflict, isInvalid } from "./api-error.ts";
import type { Client } from "./client.ts";
import { createClient } from "./create-client.ts";
import { fieldConflictsOf } from "./field-conflicts.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec?: { size?: number; tags?: string[]; ports?: { name: string; port?: number }[] };
  status?: { ready?: boolean; phase?: string };
}
const Foo = resourceOf<Foo>("example.com/v1", "Foo");

const string = { type: "string" };
const ports = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
  items: { type: "object", required: ["name"], properties: { name: string, port: { type: "integer" } } },
};
const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Foo", plural: "foos", singular: "foo", listKind: "FooList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: { size: { type: "integer" }, tags: { type: "array", items: string }, ports },
              },
              status: { type: "object", properties: { ready: { type: "boolean" }, phase: string } },
            },
          },
        },
      },
    ],
  },
};

let env: TestEnv;
let client: Client;
beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest", crds: [crd] });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

const keyed = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });
const foo = (name: string, parts: Partial<Foo> = {}): Foo => ({
  apiVersion: "example.com/v1",
  kind: "Foo",
  metadata: keyed(name),
  ...parts,
});
const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const managers = (object: KubeObject): readonly (readonly unknown[])[] =>
  (object.metadata.managedFields ?? []).map(({ manager, operation, subresource }: ManagedFieldsEntry) =>
    [manager, operation, subresource].filter((part) => part !== undefined),
  );

test("an apply creates the object, changes it, stores nothing twice, and removes what is not applied any more", async () => {
  const created = await client.apply(Foo, foo("life", { spec: { size: 1, tags: ["a"] } }), { fieldManager: "one" });
  expect([created.metadata.generation, managers(created)]).toEqual([1, [["one", "Apply"]]]);
  const changed = await client.apply(Foo, foo("life", { spec: { size: 2, tags: ["a"] } }), { fieldManager: "one" });
  expect([changed.spec, changed.metadata.generation]).toEqual([{ size: 2, tags: ["a"] }, 2]);
  const again = await client.apply(Foo, foo("life", { spec: { size: 2, tags: ["a"] } }), { fieldManager: "one" });
  expect(again.metadata.resourceVersion).toBe(changed.metadata.resourceVersion);
  const less = await client.apply(Foo, foo("life", { spec: { size: 2 } }), { fieldManager: "one" });
  expect(less.spec).toEqual({ size: 2 });
});

test("two managers share an object, and the elements of a list with keys; each removes its own only", async () => {
  const apply = (fieldManager: string, names: readonly string[]): Promise<Foo> =>
    client.apply(Foo, foo("shared", { spec: { ports: names.map((name) => ({ name })) } }), { fieldManager });
  await apply("one", ["a", "b"]);
  expect((await apply("two", ["c"])).spec?.ports).toEqual([{ name: "a" }, { name: "b" }, { name: "c" }]);
  expect((await apply("one", ["b"])).spec?.ports?.map(({ name }) => name).toSorted()).toEqual(["b", "c"]);
});

test("a field of another manager is a conflict that names both; with force it is taken over", async () => {
  await client.apply(Foo, foo("owned", { spec: { size: 1, tags: ["a"] } }), { fieldManager: "one" });
  const wanted = foo("owned", { spec: { size: 2, tags: ["b"] } });
  const error = await caught(client.apply(Foo, wanted, { fieldManager: "two" }));
  expect([isConflict(error), isFieldConflict(error)]).toEqual([true, true]);
  expect(isFieldConflict(error) && fieldConflictsOf(error)).toEqual([
    { field: ".spec.size", manager: "one" },
    { field: ".spec.tags", manager: "one" },
  ]);
  expect(describeError(error)).toBe(
    'cannot apply Foo default/owned: Apply failed with 2 conflicts: conflicts with "one":\\n- .spec.size\\n- .spec.tags\n  help: leave these fields out of the applied object, or set `force` to take them over',
  );
  expect((await client.apply(Foo, wanted, { fieldManager: "two", force: true })).spec).toEqual(wanted.spec);
  const lost = await caught(client.apply(Foo, foo("owned", { spec: { size: 1 } }), { fieldManager: "one" }));
  expect(isFieldConflict(lost) && fieldConflictsOf(lost)).toEqual([{ field: ".spec.size", manager: "two" }]);
});

test("a writer that does not apply owns its fields too, also those of the status", async () => {
  // Managers of an object that is created without any field are not recorded before its first apply.
  await client.create(Foo, foo("status", { spec: { size: 1 } }));
  const body = { status: { phase: "old" } };
  await client.patch(Foo, keyed("status"), { type: "merge", body, subresource: "status", fieldManager: "patcher" });
  const options = { fieldManager: "one", subresource: "status" };
  const error = await caught(client.apply(Foo, foo("status", { status: { phase: "new" } }), options));
  expect(isFieldConflict(error) && fieldConflictsOf(error)).toEqual([
    { field: ".status.phase", manager: "patcher", subresource: "status" },
  ]);
  const applied = await client.apply(Foo, foo("status", { spec: { size: 9 }, status: { ready: true } }), options);
  expect([applied.spec, applied.status]).toEqual([{ size: 1 }, { phase: "old", ready: true }]);
  expect(managers(applied)).toContainEqual(["one", "Apply", "status"]);
});

test("an apply of an outdated version is a conflict of versions, which names no field", async () => {
  const { metadata } = await client.apply(Foo, foo("versions", { spec: { size: 1 } }), { fieldManager: "one" });
  await client.apply(Foo, foo("versions", { spec: { size: 2 } }), { fieldManager: "one" });
  const { resourceVersion = "" } = metadata;
  const outdated = { ...foo("versions", { spec: { size: 3 } }), metadata: { ...keyed("versions"), resourceVersion } };
  const error = await caught(client.apply(Foo, outdated, { fieldManager: "one" }));
  expect([isConflict(error), isFieldConflict(error)]).toEqual([true, false]);
});

const misspelled: object = { sise: 1 };

test.each([
  {
    name: "an unknown field",
    call: () => client.apply(Foo, { ...foo("bad"), spec: misspelled }, { fieldManager: "one" }),
    invalid: true,
    want: "cannot apply Foo default/bad: failed to create typed patch object (default/bad; example.com/v1, Kind=Foo): .spec.sise: field not declared in schema",
  },
  {
    name: "the managed fields of an object that was read",
    call: () =>
      client.apply(
        ConfigMap,
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { ...keyed("bad"), managedFields: [{ manager: "x" }] },
        },
        { fieldManager: "one" },
      ),
    invalid: false,
    want: "cannot apply ConfigMap default/bad: metadata.managedFields must be nil",
  },
  {
    name: "the status of an object that does not exist",
    call: () =>
      client.apply(Foo, foo("nobody", { status: { ready: true } }), { fieldManager: "one", subresource: "status" }),
    invalid: false,
    want: 'cannot apply status of Foo default/nobody: foos.example.com "nobody" not found',
  },
])("$name is rejected", async ({ call, invalid, want }) => {
  const error = await caught(call());
  expect([describeError(error), isInvalid(error)]).toEqual([want, invalid]);
});

test("a dry run is answered and not stored", async () => {
  const answer = await client.apply(Foo, foo("dry", { spec: { size: 1 } }), { fieldManager: "one", dryRun: true });
  expect([answer.spec, await client.find(Foo, keyed("dry"))]).toEqual([{ size: 1 }, undefined]);
});
