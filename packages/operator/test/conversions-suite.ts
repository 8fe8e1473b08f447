// An operator that serves a kind in two versions, on the embedded API server or a real one: nothing but the list of its converters is written for it.
import { type Client, createClient, isInvalid } from "@capstan/client";
import { type Converter, converterOf } from "@capstan/contract/codegen/v1";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineValidation } from "../src/webhooks/webhook-definition.ts";
import { rejected } from "../src/webhooks/admission-result.ts";
import type { OperatorOptions } from "../src/run/operator-program.ts";
import { startOperator } from "../src/testing/start-operator.ts";

interface OldFoo extends KubeObject<"example.com/v1", "Foo"> {
  spec: { size?: number };
}
interface NewFoo extends KubeObject<"example.com/v2", "Foo"> {
  spec: { count?: number; note?: string };
}
const OldFoo: Resource<OldFoo> = resourceOf("example.com/v1", "Foo");
const NewFoo: Resource<NewFoo> = resourceOf("example.com/v2", "Foo");

const converter: Converter = converterOf({
  group: "example.com",
  kind: "Foo",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: {
    fields: [
      { older: ["spec", "size"], newer: ["spec", "count"], shape: "number" },
      { newer: ["spec", "note"], shape: "string" },
    ],
  },
});

const integer = { type: "integer" } as const;
type Version = CustomResourceDefinition["spec"]["versions"][number];
const version = (name: string, fields: object): Version => ({
  name,
  served: true,
  storage: name === "v2",
  schema: {
    openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { ...fields } } } },
  },
});
const crd: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Foo", plural: "foos", singular: "foo", listKind: "FooList" },
    versions: [version("v1", { size: integer }), version("v2", { count: integer, note: { type: "string" } })],
  },
};

/** What the operator has seen of the kind, in its first version. */
const seen = new Map<string, number | undefined>();

const operator: OperatorOptions = {
  name: "op",
  conversions: [converter],
  webhooks: [defineValidation(NewFoo, { create: ({ object }) => rejected(object.spec.count === 13 ? "no 13" : []) })],
  setup: (manager) =>
    manager.addController({
      name: "foo",
      for: OldFoo,
      async reconcile(key, { cache }) {
        seen.set(key.name, cache.get(OldFoo, key)?.spec.size);
      },
    }),
};

let env: TestEnv;
let other: Client;

beforeAll(async () => {
  const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";
  env = await startTestEnv({ backend, crds: [crd] });
  other = createClient(env.credentials);
});
afterAll(async () => {
  other.close();
  await env.stop();
});

const at = (name: string) => ({ namespace: "default", name });
const newFoo = (name: string, spec: NewFoo["spec"]): NewFoo => ({
  apiVersion: "example.com/v2",
  kind: "Foo",
  metadata: at(name),
  spec,
});
const conversionOf = async () =>
  (await other.get(CustomResourceDefinition, { namespace: "", name: "foos.example.com" })).spec.conversion;

test("objects are read and written in both versions, also those from before the start, and the CRD is as before at the end", async () => {
  await other.create(NewFoo, newFoo("early", { count: 3 }));
  const before = await conversionOf();
  await using running = startOperator(operator, { credentials: env.credentials });
  const { client } = running;
  await expect.poll(() => seen.get("early")).toBe(3);
  const old: OldFoo = { apiVersion: "example.com/v1", kind: "Foo", metadata: at("old"), spec: { size: 4 } };
  await client.create(OldFoo, old);
  expect((await client.get(NewFoo, at("old"))).spec).toEqual({ count: 4 });
  await client.create(NewFoo, newFoo("new", { count: 5, note: "kept" }));
  expect((await client.get(OldFoo, at("new"))).spec).toEqual({ size: 5 });
  await client.patch(OldFoo, at("new"), { type: "merge", body: { spec: { size: 6 } } });
  expect((await client.get(NewFoo, at("new"))).spec).toEqual({ count: 6, note: "kept" });
  await expect.poll(() => seen.get("new")).toBe(6);
  await running.stop();
  expect(await conversionOf()).toEqual(before);
});

test("webhooks of the operator get what is written in the other version, and data that no version has is rejected", async () => {
  await using running = startOperator(operator, { credentials: env.credentials });
  const { client } = running;
  const old: OldFoo = { apiVersion: "example.com/v1", kind: "Foo", metadata: at("thirteen"), spec: { size: 13 } };
  await expect(client.create(OldFoo, old)).rejects.toThrow("no 13");
  const annotations = { "cluster.x-k8s.io/conversion-data": '{"status":{"phase":"Ready"}}' };
  const smuggled = { ...old, metadata: { ...at("smuggled"), annotations }, spec: { size: 1 } };
  const call = client.create(OldFoo, smuggled);
  await expect(call).rejects.toSatisfy(isInvalid);
  await expect(call).rejects.toThrow("conversion/status-created");
});
