// A simulation of one namespace, for Clusters of a class of another one.
import { Cluster, ClusterClass } from "@capstan/api/core/v1beta2";
import { deepClone } from "@capstan/kube";
import { getCondition } from "@capstan/contract/conditions";
import { Namespace } from "@capstan/kube/builtin";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterClass, clusterOfClass } from "../../test/class-objects.ts";
import { TopologyRig } from "../../test/topology-rig.ts";
import { createCoreSim } from "../core-sim.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());

test("the class and its templates are read in their namespace", async () => {
  const { client } = rig;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } });
  const sim = createCoreSim({ client, namespace: "other", workloads: false, play: { topologies: true } });
  const cluster = clusterOfClass("c", "v1.35.0");
  cluster.metadata.namespace = "other";
  if (cluster.spec.topology !== undefined) cluster.spec.topology.classRef = { name: "foo", namespace: "default" };
  await client.create(Cluster, cluster);
  const topologyReconciled = async (): Promise<unknown> =>
    getCondition(await client.get(Cluster, { namespace: "other", name: "c" }), "TopologyReconciled")?.reason;
  await sim.step();
  expect(await topologyReconciled()).toBe("ReconcileFailed");
  await client.create(ClusterClass, deepClone(clusterClass));
  await sim.step();
  expect(await topologyReconciled()).toBe("ReconcileSucceeded");
  const { spec } = await client.get(Cluster, { namespace: "other", name: "c" });
  expect(spec.controlPlaneRef?.kind).toBe("KubeadmControlPlane");
  sim.close();
});
