// The phases of a Cluster, one after the other, whatever a step sees first.
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient } from "@capstan/client";
import { getAt } from "@capstan/kube";
import { startTestEnv } from "@capstan/testenv";
import { expect, test } from "vitest";
import { createCoreSim } from "../core-sim.ts";
import { clusterProvisioned } from "../goals.ts";
import { DevCluster, devCrds } from "../play/dev-kinds.ts";

test("a Cluster whose infrastructure is provisioned before the first step is Provisioning before it is Provisioned", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...devCrds()] });
  const client = createClient(env.credentials);
  const key = { namespace: "default", name: "c" };
  const controlPlaneEndpoint = { host: "example.com", port: 6443 };
  const infrastructureRef = { apiGroup: DevCluster.group, kind: DevCluster.kind, name: key.name };
  await client.create(DevCluster, {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
    kind: "DevCluster",
    metadata: key,
    spec: { controlPlaneEndpoint },
  });
  const status = { initialization: { provisioned: true } };
  await client.patch(DevCluster, key, { type: "merge", subresource: "status", body: { status } });
  const phases = new Set<unknown>();
  env.changes(({ object }) => object?.kind === "Cluster" && phases.add(getAt(object, ["status", "phase"])));
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: key,
    spec: { infrastructureRef },
  });
  const sim = createCoreSim({ client, workloads: false });
  await sim.until(clusterProvisioned(key), { idle: async () => undefined, maxSteps: 10 });
  expect([...phases]).toEqual([undefined, "Provisioning", "Provisioned"]);
  sim.close();
  client.close();
});
