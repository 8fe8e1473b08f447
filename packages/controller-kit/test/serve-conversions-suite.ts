// A kind that is read and written in both of its versions, through the webhook that `serveConversions` serves.
import { createClient, type Client } from "@capstan/client";
import type { Converter } from "@capstan/api/codegen/v1";
import { type KubeObject, resourceOf, type UnstructuredObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveConversions, type ServedConversions } from "../src/testing/serve-conversions.ts";

interface OldFoo extends KubeObject<"example.org/v1", "Foo"> {
  spec?: { size?: number };
}
interface NewFoo extends KubeObject<"example.org/v2", "Foo"> {
  spec?: { count?: number };
}
const OldFoo = resourceOf<OldFoo>("example.org/v1", "Foo");
const NewFoo = resourceOf<NewFoo>("example.org/v2", "Foo");

const converter: Converter = {
  group: "example.org",
  kind: "Foo",
  hub: "example.org/v2",
  versions: ["example.org/v2", "example.org/v1"],
  convert(object, apiVersion) {
    const { spec, ...rest } = object as UnstructuredObject & { readonly spec: { size?: number; count?: number } };
    const value = spec.size ?? spec.count;
    return { ...rest, apiVersion, spec: apiVersion === "example.org/v1" ? { size: value } : { count: value } };
  },
};

function crd(kind: string): CustomResourceDefinition {
  const plural = `${kind.toLowerCase()}s`;
  const spec = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } } as const;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.org` },
    spec: {
      group: "example.org",
      scope: "Namespaced",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        { name: "v1", served: true, storage: false, schema },
        { name: "v2", served: true, storage: true, schema },
      ],
    },
  };
}

let conversions: ServedConversions;
let env: TestEnv;
let client: Client;

beforeAll(async () => {
  conversions = await serveConversions({ conversions: [converter] });
  env = await startTestEnv({ crds: conversions.withConversion([crd("Foo")]) });
  client = createClient(env.credentials);
}, 120_000);
afterAll(async () => {
  client.close();
  await env.stop();
  await conversions.stop();
});

test("an object written in one version is read in the other", async () => {
  const key = { namespace: "default", name: "a" };
  await client.create(OldFoo, { apiVersion: "example.org/v1", kind: "Foo", metadata: key, spec: { size: 3 } });
  expect((await client.get(NewFoo, key)).spec).toEqual({ count: 3 });
  await client.patch(NewFoo, key, { type: "merge", body: { spec: { count: 4 } } });
  expect((await client.get(OldFoo, key)).spec).toEqual({ size: 4 });
});

test("a CRD of another kind is returned unchanged, and the given one keeps its strategy", () => {
  const [foo, bar] = [crd("Foo"), crd("Bar")];
  const [converted, unchanged] = conversions.withConversion([foo, bar]);
  expect(converted?.spec.conversion?.strategy).toBe("Webhook");
  expect(unchanged).toBe(bar);
  expect(foo).toEqual(crd("Foo"));
});

test("it can be stopped twice", async () => {
  const other = await serveConversions({ conversions: [] });
  await other.stop();
  await expect(other.stop()).resolves.toBeUndefined();
});
