// What kube-apiserver's server-side apply makes of the same: random values that one manager applies, with changes of somebody else in between.
import { type Client, createClient, isApiError } from "@capstan/client";
import { type KubeObject, resourceOf } from "@capstan/kube";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCrd } from "../../test/open-crd.ts";
import { mergeApplied } from "./merge-applied.ts";

interface FooObject extends KubeObject {
  spec?: object;
}

const Foo = resourceOf<FooObject>("infrastructure.cluster.x-k8s.io/v1", "Foo");

let env: TestEnv;
let client: Client;
beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest", crds: [openCrd(Foo, "v1beta2", specSchema)] });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

const optional = { requiredKeys: [], noNullPrototype: true };
const leaves = {
  number: fc.nat(2),
  list: fc.array(fc.nat(1), { maxLength: 2 }),
  strings: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("x", "y"), { minKeys: 1, noNullPrototype: true }),
};
const inner = fc.record(leaves, optional);
const spec = fc.record({ ...leaves, inner: fc.record({ ...leaves, inner }, optional) }, optional);

const leafSchemas = {
  number: { type: "integer" },
  list: { type: "array", items: { type: "integer" } },
  strings: { type: "object", additionalProperties: { type: "string" } },
};
const innerSchema = {
  type: "object",
  properties: { ...leafSchemas, inner: { type: "object", properties: leafSchemas } },
};
const specSchema = {
  type: "object",
  properties: { ...leafSchemas, always: { type: "integer" }, inner: innerSchema },
};

function specOf({ spec: found }: KubeObject & { readonly spec?: unknown }): unknown {
  return found;
}

/** Where the last field of an object is removed whose own fields are still wanted, the server makes null of it, and rejects that. */
function rejectedNull(error: unknown): undefined {
  if (!isApiError(error) || !error.message.includes('Invalid value: "null"')) throw error;
}

test("a second apply has the same outcome", async () => {
  let count = 0;
  const property = fc.asyncProperty(spec, fc.array(spec, { maxLength: 1 }), spec, async (one, [foreign], two) => {
    const key = { namespace: "default", name: `foo-${(count += 1)}` };
    const object = (wanted: object): FooObject => ({
      apiVersion: "infrastructure.cluster.x-k8s.io/v1",
      kind: "Foo",
      metadata: key,
      spec: wanted,
    });
    const options = { fieldManager: "topology", force: true } as const;
    const [first, second] = [
      { ...one, always: 1 },
      { ...two, always: 1 },
    ];
    const stored = await client.apply(Foo, object(first), options);
    const body = { spec: foreign };
    const current = foreign === undefined ? stored : await client.patch(Foo, key, { type: "merge", body });
    const applied = await client.apply(Foo, object(second), options).catch(rejectedNull);
    if (applied === undefined) return;
    const last = { wanted: first, stored: specOf(stored) };
    expect(mergeApplied(specOf(current), second, last)).toEqual(specOf(applied));
  });
  await fc.assert(property, { numRuns: 300 });
});
