// A paused Cluster of a class: nothing is called or created, and its condition says so.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

test("a Cluster with the annotation is left alone", async () => {
  await rig.create({
    inCluster: ({ metadata }) => {
      metadata.annotations = { "cluster.x-k8s.io/paused": "" };
    },
  });
  await rig.steps(3);
  expect(rig.hooks.calls).toEqual([]);
  expect((await rig.cluster()).spec.infrastructureRef).toBeUndefined();
  expect(await rig.topologyReconciled()).toBe("False Paused Cluster has the cluster.x-k8s.io/paused annotation");
});

test("a Cluster that is paused later keeps its version, and goes on afterwards", async () => {
  await rig.createRunning();
  rig.hooks.takeNames();
  await rig.patch({ spec: { paused: true, topology: { version: "v1.36.0" } } });
  await rig.steps(3);
  expect(rig.hooks.takeNames()).toEqual([]);
  expect(await rig.topologyReconciled()).toBe("False Paused Cluster spec.paused is set to true");
  await rig.patch({ spec: { paused: false } });
  await rig.untilTopology("True");
  expect(await rig.workerVersions()).toEqual(["v1.36.0"]);
});
