// Calls the hooks as Cluster API does, but without a server.
import { hookCatalog } from "@capstan/api/catalog";
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { BeforeClusterUpgradeResponse } from "@capstan/api/hooks/v1alpha1";
import { callInProcess } from "@capstan/extension-kit/testing";
import { expect, test } from "vitest";
import { extension, freezeLabel } from "./extension.ts";

function clusterWith(labels: Record<string, string>): Cluster {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "one", namespace: "default", labels },
    spec: {},
  };
}

function call(labels: Record<string, string>): Promise<BeforeClusterUpgradeResponse> {
  const request = {
    cluster: clusterWith(labels),
    fromKubernetesVersion: "v1.34.0",
    toKubernetesVersion: "v1.35.0",
  };
  return callInProcess(extension, hookCatalog.BeforeClusterUpgrade, { request });
}

test("a cluster may be upgraded", async () => {
  expect(await call({})).toMatchObject({ status: "Success", retryAfterSeconds: 0 });
});

test("the upgrade of a frozen cluster is delayed", async () => {
  expect(await call({ [freezeLabel]: "" })).toMatchObject({
    status: "Success",
    retryAfterSeconds: 60,
    message: "the cluster is frozen and does not go to v1.35.0",
  });
});

test("an initialized control plane is acknowledged", async () => {
  const request = { cluster: clusterWith({}) };
  const answer = await callInProcess(extension, hookCatalog.AfterControlPlaneInitialized, { request });
  expect(answer).toMatchObject({ status: "Success" });
});
