// A kind that is read and written in both of its versions, through the webhook that `serveConversions` serves.
import { createClient, type Client } from "@capstan/client";
import type { Converter } from "@capstan/api/codegen/v1";
import { type KubeObject, resourceOf, type UnstructuredObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { type Logger, silentLogger } from "@capstan/operator";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { warnOfPlainCrds } from "../src/testing/plain-crds.ts";
import { startProvider } from "../src/testing/start-provider.ts";
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

describe("CRDs of kinds that a provider converts", () => {
  const plain =
    "foos.example.org calls no conversion webhook: objects are read in other versions as they are written; give the test environment the CRDs of `serveConversions(provider).withConversion(crds)`";

  async function warningsAbout(crds: readonly CustomResourceDefinition[]): Promise<readonly string[]> {
    await using other = await startTestEnv({ crds });
    const warnings: string[] = [];
    const otherClient = createClient(other.credentials);
    const log = { warn: (message: string) => void warnings.push(message) };
    await warnOfPlainCrds({ conversions: [converter] }, { client: otherClient, log });
    otherClient.close();
    return warnings;
  }

  test("are warned about if they call no webhook", async () => {
    expect(await warningsAbout([crd("Foo"), crd("Bar")])).toEqual([plain]);
    expect(await warningsAbout(conversions.withConversion([crd("Foo")]))).toEqual([]);
    const { spec, ...rest } = crd("Foo");
    const [version] = spec.versions.filter(({ storage }) => storage);
    if (version === undefined) throw new Error("no version is stored");
    expect(await warningsAbout([{ ...rest, spec: { ...spec, versions: [version] } }])).toEqual([]);
    expect(await warningsAbout([])).toEqual([]);
  });

  test("are warned about in the log of a provider that runs", async () => {
    const kit: ProviderKit<object> = initProvider();
    const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [], conversions: [converter] });
    const warnings: string[] = [];
    const log: Logger = { ...silentLogger, warn: (message) => void warnings.push(message), child: () => log };
    await using other = await startTestEnv({ crds: [crd("Foo")] });
    await using _running = startProvider(provider, { credentials: other.credentials, services: {}, log });
    await expect.poll(() => warnings, { timeout: 60_000 }).toContain(plain);
  });
});

test("it can be stopped twice", async () => {
  const other = await serveConversions({ conversions: [] });
  await other.stop();
  await expect(other.stop()).resolves.toBeUndefined();
});
