// Calls the hook as Cluster API does, but without a server.
import { hookCatalog } from "@capstan/api/catalog";
import type { BeforeClusterUpgradeResponse } from "@capstan/api/hooks/v1alpha1";
import { callInProcess } from "@capstan/extension-kit/testing";
import { expect, test } from "vitest";
import { extension, freezeLabel } from "./extension.ts";

function call(labels: Record<string, string>): Promise<BeforeClusterUpgradeResponse> {
  const request = {
    cluster: {
      apiVersion: "cluster.x-k8s.io/v1beta2" as const,
      kind: "Cluster" as const,
      metadata: { name: "one", namespace: "default", labels },
      spec: {},
    },
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
