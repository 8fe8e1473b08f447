// A provider with the rights that `--describe` prints, and no others, on kube-apiserver: they are enough, what is not declared is rejected, and what is missing is named.
import { coreCrds } from "@capstan/api/crds";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import type { PolicyRule } from "@capstan/contract/description";
import type { LogFields, Logger } from "@capstan/operator";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { credentialsWith, setRules } from "../../test/account.ts";
import { fooCrds, FooCluster, FooDisk } from "../../test/foo-kinds.ts";
import { createPassBench, type PassBench } from "../../test/pass-bench.ts";
import { type AnyClient, createRightsObjects, readyOf, rightsProvider, touch } from "../../test/rights-provider.ts";
import { startProvider } from "../testing/start-provider.ts";
import { describeProvider } from "./describe-provider.ts";

const { clusterRules, watchedRules } = describeProvider(rightsProvider);
const rules = [...clusterRules, ...watchedRules];
const poll = { interval: 50, timeout: 20_000 };
let env: TestEnv;
let bench: PassBench;
let lines: string[];

beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest", crds: [...coreCrds(), ...fooCrds] });
});
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  lines = [];
});

/** Keeps warnings and errors. */
function recorder(): Logger {
  const keep = (message: string, fields?: LogFields): void => void lines.push(`${message}: ${JSON.stringify(fields)}`);
  const log: Logger = { debug: () => undefined, info: () => undefined, warn: keep, error: keep, child: () => log };
  return log;
}

function without(resource: string): readonly PolicyRule[] {
  const left = rules.map((rule) => ({ ...rule, resources: rule.resources.filter((one) => one !== resource) }));
  return left.filter(({ resources }) => resources.length > 0);
}

test("they are enough, from the first pass to the last", async () => {
  await createRightsObjects(bench);
  const tokens: string[] = [];
  const credentials = await credentialsWith(env, "enough", rules);
  await using _running = startProvider(rightsProvider, {
    credentials,
    services: { tokens },
    log: recorder(),
    namespaces: [bench.namespace],
  });
  await expect.poll(() => readyOf(bench), poll).toBe("ready");
  expect(tokens.at(-1)).toBe("b25l");
  await bench.patch(Secret, "credentials", { data: { token: "dHdv" } });
  await touch(bench, "1");
  await expect.poll(() => tokens.at(-1), poll).toBe("dHdv");
  await bench.remove(FooCluster, "a");
  const key = { namespace: bench.namespace, name: "a" };
  await expect.poll(async () => (await bench.client.find(FooCluster, key)) === undefined, poll).toBe(true);
  // A server that has just got the definitions may also say that its storage is not ready.
  expect(lines.filter((line) => line.includes("forbidden"))).toEqual([]);
});

test("a pass applies an object of a kind with the verb, and may not delete it", async () => {
  await createRightsObjects(bench);
  const { namespace } = bench;
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name: "applied" }, data: { a: "1" } };
  const also = async (client: AnyClient): Promise<unknown> => {
    await client.apply(ConfigMap, applied, { fieldManager: "foo", force: true });
    return client.delete(ConfigMap, { namespace, name: "applied" });
  };
  const credentials = await credentialsWith(env, "applies", rules);
  await using _running = startProvider(rightsProvider, {
    credentials,
    services: { tokens: [], also },
    namespaces: [namespace],
  });
  await expect.poll(() => readyOf(bench), poll).toContain('cannot delete resource "configmaps"');
  const stored = await bench.client.get(ConfigMap, { namespace, name: "applied" });
  expect([stored.data, stored.metadata.managedFields?.map(({ manager, operation }) => [manager, operation])]).toEqual([
    { a: "1" },
    [["foo", "Apply"]],
  ]);
});

test("a pass patches the status of a kind with the verb, and may not patch its objects", async () => {
  await createRightsObjects(bench);
  const key = { namespace: bench.namespace, name: "a" };
  const also = async (client: AnyClient): Promise<unknown> => {
    await client.status.patch(FooDisk, key, { status: { size: 3 } });
    return client.patch(FooDisk, key, { spec: { size: 3 } });
  };
  const credentials = await credentialsWith(env, "patches-status", rules);
  await using _running = startProvider(rightsProvider, {
    credentials,
    services: { tokens: [], also },
    namespaces: [bench.namespace],
  });
  await expect.poll(() => readyOf(bench), poll).toContain('cannot patch resource "foodisks"');
  const { spec, status } = await bench.client.get(FooDisk, key);
  expect([spec, status]).toEqual([undefined, { size: 3 }]);
});

const undeclared: readonly (readonly [string, string, (client: AnyClient, namespace: string) => Promise<unknown>])[] = [
  ["a list of Secrets", 'cannot list resource "secrets"', (client, namespace) => client.list(Secret, { namespace })],
  [
    "a patch of a Secret",
    'cannot patch resource "secrets"',
    (client, namespace) => client.patch(Secret, { namespace, name: "credentials" }, {}),
  ],
  [
    "a deletion of a disk, which is only created",
    'cannot delete resource "foodisks"',
    (client, namespace) => client.delete(FooDisk, { namespace, name: "a" }),
  ],
  [
    "a deletion of the own kind",
    'cannot delete resource "fooclusters"',
    (client, namespace) => client.delete(FooCluster, { namespace, name: "a" }),
  ],
];

test.each(undeclared)("%s is rejected by the server, and Ready says so", async (_, message, call) => {
  await createRightsObjects(bench);
  const name = message.replaceAll(/[^a-z]+/g, "-").replace(/-$/, "");
  const credentials = await credentialsWith(env, name, rules);
  const { namespace } = bench;
  await using _running = startProvider(rightsProvider, {
    credentials,
    services: { tokens: [], also: (client) => call(client, namespace) },
    namespaces: [namespace],
  });
  await expect.poll(() => readyOf(bench), poll).toContain(message);
});

test("a right that is missing at the start is named in the log, and the manager starts when it is granted", async () => {
  await createRightsObjects(bench);
  const credentials = await credentialsWith(env, "missing", without("foodisks"));
  const { namespace } = bench;
  const services = { tokens: [] };
  await using _running = startProvider(rightsProvider, {
    credentials,
    services,
    log: recorder(),
    namespaces: [namespace],
  });
  // The first list comes as the first events of a watch.
  const rule = `cannot watch resource \\"foodisks\\" in API group \\"${FooDisk.group}\\"`;
  await expect.poll(() => lines.join("\n"), poll).toContain(rule);
  await setRules(env, "missing", rules);
  await expect.poll(() => readyOf(bench), poll).toBe("ready");
});

test("a right that is revoked later is named in Ready and in the log, and passes go on when it is granted again", async () => {
  await createRightsObjects(bench);
  const credentials = await credentialsWith(env, "revoked", rules);
  const { namespace } = bench;
  const services = { tokens: [] };
  await using _running = startProvider(rightsProvider, {
    credentials,
    services,
    log: recorder(),
    namespaces: [namespace],
  });
  await expect.poll(() => readyOf(bench), poll).toBe("ready");
  await setRules(env, "revoked", without("secrets"));
  // Until the server has seen the change of the role, passes succeed.
  const rule = 'cannot get resource "secrets" in API group ""';
  let count = 0;
  const afterPass = async (): Promise<string> => {
    await touch(bench, `${++count}`);
    return readyOf(bench);
  };
  await expect.poll(afterPass, poll).toContain(rule);
  expect(lines.join("\n")).toContain('cannot get resource \\"secrets\\"');
  await setRules(env, "revoked", rules);
  await expect.poll(() => readyOf(bench), poll).toBe("ready");
});
