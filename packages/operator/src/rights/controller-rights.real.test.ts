// An operator with the rights of its declarations, and no others, on kube-apiserver: they are enough, what is not declared is rejected, and what is missing at the start is named.
import { createClient, type Client } from "@capstan/client";
import { describeError, formatKey, keyOf, type ObjectKey } from "@capstan/kube";
import { ConfigMap, Namespace, Secret } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManager, type ControllerOptions, silentLogger } from "../index.ts";
import { controllerRights } from "./controller-rights.ts";
import type { GrantRule } from "./grants.ts";
import { type RoleObject, roleObjects } from "./role-objects.ts";

const namespace = "default";
const poll = { interval: 50, timeout: 20_000 };
let env: TestEnv;
let admin: Client;

beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest" });
  admin = createClient(env.credentials);
  await admin.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: { namespace, name: "s" }, type: "Opaque" });
});
afterAll(async () => {
  admin.close();
  await env.stop();
});

/** A client of a new account that has these rights in the whole cluster. */
async function clientWith(name: string, rules: readonly GrantRule[]): Promise<Client> {
  return await clientOf(
    name,
    roleObjects({ clusterRules: rules, watchedRules: [], namespaceRules: [] }, { name, namespace }),
  );
}

/** A client of a new account, to which these roles are bound. */
async function clientOf(name: string, roles: readonly RoleObject[]): Promise<Client> {
  for (const role of roles) await admin.create(await admin.resourceFor(role), { ...role });
  return createClient(env.addUser({ name: `system:serviceaccount:${namespace}:${name}` }));
}

/** Reads the Secret of a ConfigMap, and marks the ConfigMap. */
function controllerOf(results: string[]): ControllerOptions<ConfigMap> {
  return {
    name: "config",
    for: ConfigMap,
    calls: [
      { resource: Secret, verbs: ["get"] },
      { resource: ConfigMap, verbs: ["patch"] },
    ],
    predicate: ({ object }) => object.metadata.name === "c",
    async reconcile(key: ObjectKey, { client }) {
      const secret = await client.get(Secret, { namespace, name: "s" });
      await client.patch(ConfigMap, key, { type: "merge", body: { data: { type: secret.type ?? "" } } });
      const listed = client.listAll(Secret, { namespace });
      results.push(
        await listed.then(
          () => "listed",
          (error: Error) => error.message,
        ),
      );
    },
  };
}

test("declared calls succeed, and a list of Secrets is rejected", async () => {
  const results: string[] = [];
  const controller = controllerOf(results);
  const { clusterRules, watchedRules } = controllerRights([controller]);
  const client = await clientWith("enough", [...clusterRules, ...watchedRules]);
  const manager = createManager({ client, log: silentLogger });
  manager.addController(controller);
  const stop = new AbortController();
  const running = manager.run(stop.signal);
  const made = await admin.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name: "c" },
  });
  await expect.poll(async () => (await admin.get(ConfigMap, keyOf(made))).data, poll).toEqual({ type: "Opaque" });
  await expect.poll(() => results.at(-1), poll).toContain('cannot list resource "secrets" in API group ""');
  stop.abort();
  await running;
  client.close();
});

test("the right to apply lets a controller create an object and change it", async () => {
  const applier: ControllerOptions<ConfigMap> = {
    name: "applier",
    for: ConfigMap,
    calls: [{ resource: Secret, verbs: ["apply"] }],
    predicate: ({ object }) => object.metadata.name === "wanted",
    async reconcile(key, { client, cache }) {
      const { data = {} } = cache.get(ConfigMap, key) ?? {};
      const metadata = { namespace, name: "applied", labels: data };
      await client.apply(Secret, { apiVersion: "v1", kind: "Secret", metadata }, { fieldManager: "applier" });
    },
  };
  const { clusterRules, watchedRules } = controllerRights([applier]);
  const client = await clientWith("applier", [...clusterRules, ...watchedRules]);
  const manager = createManager({ client, log: silentLogger });
  manager.addController(applier);
  const stop = new AbortController();
  const running = manager.run(stop.signal);
  const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name: "wanted" } } as const;
  const labels = async (): Promise<unknown> =>
    (await admin.find(Secret, { namespace, name: "applied" }))?.metadata.labels;
  await admin.create(ConfigMap, { ...config, data: { size: "small", color: "red" } });
  await expect.poll(labels, poll).toEqual({ size: "small", color: "red" });
  await admin.update(ConfigMap, { ...config, data: { size: "large" } });
  await expect.poll(labels, poll).toEqual({ size: "large" });
  stop.abort();
  await running;
  client.close();
});

test("Roles in two namespaces are enough for a manager of these, and another namespace names the missing rule", async () => {
  for (const name of ["team-a", "team-b", "team-c"])
    await admin.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  const rights = controllerRights([{ for: ConfigMap }]);
  const client = await clientOf("two", roleObjects(rights, { name: "two", namespace, watched: ["team-a", "team-b"] }));
  const seen: string[] = [];
  const run = (namespaces: readonly string[]): { stop: AbortController; ended: Promise<string> } => {
    const manager = createManager({ client, log: silentLogger, cacheSyncTimeout: "3s", namespaces });
    const reconcile = async (key: ObjectKey): Promise<void> => void seen.push(formatKey(key));
    const predicate: ControllerOptions["predicate"] = ({ object }) => object.metadata.name === "c";
    manager.addController({ name: "config", for: ConfigMap, predicate, reconcile });
    const stop = new AbortController();
    return { stop, ended: manager.run(stop.signal).then(() => "stopped", describeError) };
  };
  const { stop, ended } = run(["team-a", "team-b"]);
  for (const team of ["team-a", "team-b", "team-c"])
    await admin.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: team, name: "c" } });
  await expect.poll(() => seen.toSorted(), poll).toEqual(["team-a/c", "team-b/c"]);
  stop.abort();
  expect(await ended).toBe("stopped");
  expect(await run(["team-b", "team-c"]).ended).toMatch(
    /missing: ConfigMap \(this account may not list and watch configmaps of the group "" in the namespace team-c: .*cannot watch resource "configmaps" in API group "" in the namespace "team-c"/,
  );
  client.close();
});

test("a right that is missing at the start is named when the manager gives up", async () => {
  const client = await clientWith("missing", [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] }]);
  const manager = createManager({ client, log: silentLogger, cacheSyncTimeout: "2s" });
  manager.addController(controllerOf([]));
  await expect(manager.run(new AbortController().signal)).rejects.toThrow(
    /not filled within 2 s; missing: ConfigMap \(.*cannot watch resource "configmaps" in API group "" at the cluster scope/,
  );
  client.close();
});
