// What GeneratePatches learns of a Cluster by the variable `builtin`.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

test("patches get the network, the metadata and the names of what is created", async () => {
  await rig.createRunning({
    inCluster: ({ metadata, spec }) => {
      metadata.labels = { mine: "yes" };
      metadata.annotations = { a: "b", "kubectl.kubernetes.io/last-applied-configuration": "{}" };
      spec.clusterNetwork = { pods: { cidrBlocks: ["10.1.0.0/16"] }, serviceDomain: "x.local" };
    },
  });
  const [request] = rig.hooks.patched;
  const { metadata, uid } = { ...(await rig.cluster()).metadata, metadata: { labels: { mine: "yes" } } };
  expect(request?.variables["builtin"]).toMatchObject({
    cluster: { uid, network: { pods: ["10.1.0.0/16"], serviceDomain: "x.local" }, metadata },
  });
  expect(JSON.stringify(request)).not.toMatch(/last-applied|pending-hooks/);
  const [, plane, planeMachines, bootstrap, machines] = request?.templates ?? [];
  const controlPlane = await rig.controlPlane();
  const { infrastructureRef } = controlPlane.spec.machineTemplate.spec;
  const builtin = {
    controlPlane: {
      name: controlPlane.metadata.name,
      version: "v1.35.0",
      replicas: 1,
      metadata: { labels: { "topology.cluster.x-k8s.io/owned": "" } },
      machineTemplate: { infrastructureRef: { name: infrastructureRef.name } },
    },
  };
  expect(plane?.variables).toMatchObject({ builtin });
  expect(planeMachines?.variables).toMatchObject({ builtin });
  expect(planeMachines?.holder.name).toBe(controlPlane.metadata.name);
  const [workers] = await rig.workers();
  const { bootstrap: own, infrastructureRef: ownMachines } = workers?.spec.template.spec ?? {};
  const machineDeployment = {
    name: workers?.metadata.name,
    topologyName: "md",
    version: "v1.35.0",
    metadata: { labels: { "topology.cluster.x-k8s.io/deployment-name": "md" } },
    bootstrap: { configRef: { name: own?.configRef?.name } },
    infrastructureRef: { name: ownMachines?.name },
  };
  expect(bootstrap?.variables).toMatchObject({ builtin: { machineDeployment } });
  expect(machines?.variables).toMatchObject({ builtin: { machineDeployment } });
});
