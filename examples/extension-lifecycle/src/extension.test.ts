// The extension as Cluster API meets it: served over TLS, discovered, called; the ConfigMaps are on a test API server.
import { hookCatalog } from "@capstan/api/catalog";
import type { Cluster } from "@capstan/api/core/v1beta2";
import { callAll, type CallTarget } from "@capstan/extension-kit/caller";
import { type Client, createClient, startExtension, startTestEnv } from "@capstan/extension-kit/testing";
import { ConfigMap } from "@capstan/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { extension, quotaName, snapshotName, spareMachines } from "./extension.ts";

const { BeforeClusterDelete, BeforeClusterUpgrade } = hookCatalog;
const stack = new AsyncDisposableStack();
let client: Client;
let targets: readonly CallTarget[];

const cluster = (uid: string): Cluster => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "one", namespace: "default", uid, labels: { team: "a" } },
  spec: { topology: { classRef: { name: "in-memory" }, version: "v1.35.0" } },
});
const upgrade = { fromKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.35.0" };

beforeAll(async () => {
  const env = stack.use(await startTestEnv());
  client = createClient(env.credentials);
  stack.defer(() => client.close());
  const running = stack.use(await startExtension(extension, { client: () => Promise.resolve(client) }));
  targets = await running.targets();
});
afterAll(() => stack.disposeAsync());

test("offers its two hooks", () => {
  expect(targets.map(({ handler }) => handler.name)).toEqual(["before-cluster-delete", "before-cluster-upgrade"]);
});

test("an upgrade without a quota begins", async () => {
  expect(await callAll(BeforeClusterUpgrade, targets, { cluster: cluster("1"), ...upgrade })).toMatchObject({
    retryAfterSeconds: 0,
  });
});

test("an upgrade is held for as long as the quota is used up, and begins when there is room", async () => {
  const key = { namespace: "default", name: quotaName };
  const quota = (spare: string): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: key,
    data: { [spareMachines]: spare },
  });
  await client.create(ConfigMap, quota("0"));
  const call = (): Promise<object> => callAll(BeforeClusterUpgrade, targets, { cluster: cluster("1"), ...upgrade });
  const held = {
    status: "Success",
    retryAfterSeconds: 5,
    message: "the upgrade to v1.35.0 needs 1 spare machine, the quota has 0",
  };
  expect(await call()).toEqual(held);
  expect(await call()).toEqual(held);
  await client.patch(ConfigMap, key, { type: "merge", body: { data: { [spareMachines]: "1" } } });
  expect(await call()).toEqual({ status: "Success", retryAfterSeconds: 0, message: "" });
});

test("a deletion is held until the snapshot is there, once for each Cluster", async () => {
  for (const uid of ["1", "2"]) {
    const call = (): Promise<object> => callAll(BeforeClusterDelete, targets, { cluster: cluster(uid) });
    expect(await call()).toMatchObject({ retryAfterSeconds: 5, message: "a snapshot of the cluster is being taken" });
    expect(await call()).toMatchObject({ retryAfterSeconds: 0 });
  }
  const snapshot = await client.get(ConfigMap, { namespace: "default", name: snapshotName(cluster("1")) });
  expect(JSON.parse(snapshot.data?.["cluster.json"] ?? "")).toEqual({
    ...cluster("1"),
    metadata: { name: "one", namespace: "default", labels: { team: "a" } },
  });
});
