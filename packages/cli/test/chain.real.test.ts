// A chain of three versions with templates on kube-apiserver, converted by the functions that the generator makes of its case "chain": a
// version is added to a running provider and becomes the stored one, objects are moved to it, and the oldest one is removed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type Client } from "@capstan/client";
import { initProvider, type Logger, silentLogger } from "@capstan/controller-kit";
import {
  type RunningProvider,
  serveConversions,
  type ServedConversions,
  startProvider,
} from "@capstan/controller-kit/testing";
import type { KubeObject, Resource } from "@capstan/kube";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import type { Envtest } from "@capstan/testenv/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as kinds from "../../../generators/conversion/testdata/chain/types.ts";
import { converters } from "../../../generators/conversion/testdata/chain/want/conversions.ts";

const golden = join(import.meta.dirname, "../../../generators/conversion/testdata/chain/want");
const count = 500;
const group = "infrastructure.cluster.x-k8s.io";
const data = "cluster.x-k8s.io/conversion-data";
const plurals = ["foomachines", "foomachinetemplates"] as const;

let env: Envtest;
let client: Client;
let conversions: ServedConversions;
let running: RunningProvider;
const warnings: string[] = [];
const log: Logger = { ...silentLogger, warn: (message) => void warnings.push(message), child: () => log };

/** The generated definition of a kind, of which some versions are served and one is stored. */
function definition(plural: string, storage: string, served: readonly string[]): CustomResourceDefinition {
  const file = join(golden, `${group}_${plural}.json`);
  const crd = JSON.parse(readFileSync(file, "utf8")) as CustomResourceDefinition;
  const versions = crd.spec.versions
    .filter(({ name }) => served.includes(name))
    .map((version) => ({ ...version, storage: version.name === storage }));
  const [converted = crd] = conversions.withConversion([{ ...crd, spec: { ...crd.spec, versions } }]);
  return converted;
}

async function define(storage: string, served: readonly string[]): Promise<void> {
  for (const plural of plurals) {
    const { spec } = definition(plural, storage, served);
    const key = { namespace: "", name: `${plural}.${group}` };
    await client.patch(CustomResourceDefinition, key, { type: "merge", body: { spec } });
  }
}

const storedVersions = async (): Promise<unknown> =>
  Promise.all(
    plurals.map(async (plural) => {
      const crd = await client.get(CustomResourceDefinition, { namespace: "", name: `${plural}.${group}` });
      return crd.status?.storedVersions;
    }),
  );

/** Specs by name, of all objects. */
async function specsOf<T extends KubeObject & { spec?: unknown }>(
  resource: Resource<T>,
): Promise<Readonly<Record<string, T["spec"]>>> {
  const { items } = await client.listAll(resource);
  return Object.fromEntries(items.map(({ metadata, spec }) => [metadata.name ?? "", spec]));
}

const nameAt = (index: number): string => `m${index}`;
const modeAt = (index: number): "fast" | "safe" => (index % 3 === 0 ? "fast" : "safe");

/** What every version says of the objects. */
const wanted = {
  v1alpha1: (index: number) => ({ wait: `${index}s`, mode: modeAt(index), paused: index % 2 === 0 }),
  v1beta1: (index: number) => ({ timeout: `${index}s`, mode: newMode(index), paused: index % 2 === 0 }),
  v1: (index: number) => ({ timeoutSeconds: index, mode: newMode(index), suspended: index % 2 === 0 }),
};

function newMode(index: number): "Fast" | "Safe" {
  return modeAt(index) === "fast" ? "Fast" : "Safe";
}

/** The specs that a list has to have, below a minute: `90s` is written as `1m30s`. */
function bySecond(of: (index: number) => object, wrap: (spec: object) => object = (spec) => spec): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [nameAt(index), wrap(of(index % 60))]));
}

const templated = (spec: object): object => ({ template: { spec } });

/** What every list of these versions has to have: every object as it was written. */
async function listsAreComplete(versions: readonly (keyof typeof wanted)[]): Promise<boolean> {
  const machines = { v1alpha1: kinds.OldestMachine, v1beta1: kinds.OlderMachine, v1: kinds.Machine };
  const templates = {
    v1alpha1: kinds.OldestMachineTemplate,
    v1beta1: kinds.OlderMachineTemplate,
    v1: kinds.MachineTemplate,
  };
  for (const version of versions) {
    expect(await specsOf<KubeObject & { spec?: unknown }>(machines[version])).toEqual(bySecond(wanted[version]));
    const some = await specsOf<KubeObject & { spec?: unknown }>(templates[version]);
    expect(Object.keys(some)).toHaveLength(20);
    expect(bySecond(wanted[version], templated)).toMatchObject(some);
  }
  return true;
}

beforeAll(async () => {
  conversions = await serveConversions({ conversions: converters });
  const crds = plurals.map((plural) => definition(plural, "v1alpha1", ["v1alpha1", "v1beta1"]));
  env = await startTestEnv({ backend: "envtest", crds });
  client = createClient(env.credentials);
  const provider = initProvider<object>().provider({
    name: "chain",
    type: "infrastructure",
    controllers: [],
    conversions: converters,
  });
  running = startProvider(provider, { credentials: env.credentials, services: {}, log });
  const apiVersion = `${group}/v1alpha1`;
  const forged: Readonly<Record<string, string>> = {
    m7: JSON.stringify({ spec: { timeoutSeconds: "soon", tier: 1 }, status: [] }),
    m8: "{",
  };
  const create = async (index: number): Promise<void> => {
    const name = nameAt(index);
    const annotations = forged[name];
    const metadata = {
      namespace: "default",
      name,
      ...(annotations === undefined ? {} : { annotations: { [data]: annotations } }),
    };
    const spec = wanted.v1alpha1(index % 60);
    await client.create(kinds.OldestMachine, { apiVersion, kind: "FooMachine", metadata, spec });
    if (index < 20)
      await client.create(kinds.OldestMachineTemplate, {
        apiVersion,
        kind: "FooMachineTemplate",
        metadata,
        spec: { template: { spec } },
      });
  };
  for (let first = 0; first < count; first += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => create(first + index)));
});
afterAll(async () => {
  await running.stop();
  client.close();
  await env.stop();
  await conversions.stop();
});

test("500 objects, two of them with forged annotations, are in the lists of both first versions", async () => {
  expect(await listsAreComplete(["v1alpha1", "v1beta1"])).toBe(true);
  expect(await storedVersions()).toEqual([["v1alpha1"], ["v1alpha1"]]);
});

test("a third version is added and stored, and all objects are moved and equal in all versions", async () => {
  await define("v1alpha1", ["v1alpha1", "v1beta1", "v1"]);
  await define("v1", ["v1alpha1", "v1beta1", "v1"]);
  await expect.poll(storedVersions, { interval: 200, timeout: 60_000 }).toEqual([["v1"], ["v1"]]);
  for (const index of [0, 7, 8, 19]) {
    const key = { namespace: "default", name: nameAt(index) };
    const machine = await env.readStored({ group, plural: "foomachines" }, key);
    expect(machine).toMatchObject({ apiVersion: `${group}/v1`, spec: wanted.v1(index) });
    expect(machine?.metadata.annotations?.[data]).toBeUndefined();
    const template = await env.readStored({ group, plural: "foomachinetemplates" }, key);
    expect(template).toMatchObject({ apiVersion: `${group}/v1`, spec: { template: { spec: wanted.v1(index) } } });
  }
  expect(await listsAreComplete(["v1alpha1", "v1beta1", "v1"])).toBe(true);
  expect(warnings).toEqual([]);
});

test("what only the new version has outlives a write in the oldest", async () => {
  const key = { namespace: "default", name: "m1" };
  await client.patch(kinds.Machine, key, { type: "merge", body: { spec: { tier: "Premium" } } });
  await client.patch(kinds.OldestMachine, key, { type: "merge", body: { spec: { wait: "5s" } } });
  expect((await client.get(kinds.Machine, key)).spec).toMatchObject({ tier: "Premium", timeoutSeconds: 5 });
  await client.patch(kinds.Machine, key, { type: "merge", body: { spec: { tier: null, timeoutSeconds: 1 } } });
});

test("the oldest version is removed, and every object is there", async () => {
  await define("v1", ["v1beta1", "v1"]);
  expect(await listsAreComplete(["v1beta1", "v1"])).toBe(true);
});
