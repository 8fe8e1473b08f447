// Scaling what the topology of a Cluster creates: the topology has another number afterwards, unless it leaves the number to others.
import { coreCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import { getAt, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterActions } from "./cluster-actions.ts";

const apiVersion = "cluster.x-k8s.io/v1beta2";
const clusters = resourceOf<UnstructuredObject>(apiVersion, "Cluster", { plural: "clusters" });
const deployments = resourceOf<UnstructuredObject>(apiVersion, "MachineDeployment", { plural: "machinedeployments" });

let server: EmbeddedEnv;
let client: Client;

beforeAll(async () => {
  server = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(server.credentials);
  await client.create(clusters, {
    apiVersion,
    kind: "Cluster",
    metadata: { name: "classy", namespace: "default" },
    spec: {
      topology: {
        classRef: { name: "quick" },
        version: "v1.36.0",
        controlPlane: { replicas: 1 },
        workers: {
          machineDeployments: [
            { class: "a", name: "free" },
            { class: "a", name: "md-0", replicas: 1 },
          ],
          machinePools: [{ class: "a", name: "mp-0", replicas: 1 }],
        },
      },
      controlPlaneRef: { apiGroup: "controlplane.cluster.x-k8s.io", kind: "FooControlPlane", name: "classy-1" },
    },
  });
  for (const name of ["free", "md-0", "removed"]) await client.create(deployments, deployment(name));
});
afterAll(async () => {
  client.close();
  await server.stop();
});

const owned = { "cluster.x-k8s.io/cluster-name": "classy", "topology.cluster.x-k8s.io/owned": "" };

const part = (kind: string, name: string, label: object): UnstructuredObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: "default", labels: { ...owned, ...label } },
});

const deployment = (name: string, version?: string): UnstructuredObject => ({
  ...part("MachineDeployment", `classy-${name}`, { "topology.cluster.x-k8s.io/deployment-name": name }),
  spec: {
    clusterName: "classy",
    replicas: 1,
    selector: { matchLabels: { a: "b" } },
    template: {
      metadata: { labels: { a: "b" } },
      spec: {
        clusterName: "classy",
        ...(version !== undefined && { version }),
        bootstrap: { dataSecretName: "data" },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachineTemplate", name: "a" },
      },
    },
  },
});

const topologyAt = async (...path: readonly string[]): Promise<unknown> =>
  getAt(await client.get(clusters, { namespace: "default", name: "classy" }), ["spec", "topology", ...path]);
const ownReplicas = async (name: string): Promise<unknown> =>
  getAt(await client.get(deployments, { namespace: "default", name: `classy-${name}` }), ["spec", "replicas"]);

test("workers of which the topology has the number are scaled there", async () => {
  expect(await clusterActions(client).scale(deployment("md-0"), 3)).toBe(
    'scaled the workers "md-0" of the topology of Cluster default/classy to 3',
  );
  expect(await topologyAt("workers", "machineDeployments")).toEqual([
    { class: "a", name: "free" },
    { class: "a", name: "md-0", replicas: 3 },
  ]);
  expect(await ownReplicas("md-0")).toBe(1);
});

test("so are pools and the control plane", async () => {
  const pool = part("MachinePool", "classy-mp-0", { "topology.cluster.x-k8s.io/pool-name": "mp-0" });
  expect(await clusterActions(client).scale(pool, 2)).toBe(
    'scaled the workers "mp-0" of the topology of Cluster default/classy to 2',
  );
  expect(await topologyAt("workers", "machinePools")).toEqual([{ class: "a", name: "mp-0", replicas: 2 }]);
  expect(await clusterActions(client).scale(part("FooControlPlane", "classy-1", {}), 5)).toBe(
    "scaled the control plane of the topology of Cluster default/classy to 5",
  );
  expect(await topologyAt("controlPlane", "replicas")).toBe(5);
});

test.each(["free", "removed"])("workers without a number in the topology have their own: %s", async (name) => {
  expect(await clusterActions(client).scale(deployment(name), 4)).toBe(
    `scaled MachineDeployment default/classy-${name} to 4`,
  );
  expect(await ownReplicas(name)).toBe(4);
});

test("a part that waits for an upgrade is held, as core does it", async () => {
  expect(await clusterActions(client).scale(deployment("md-0", "v1.35.0"), 6)).toBe(
    'set to 6, but held until the upgrade to v1.36.0: the workers "md-0" of the topology of Cluster default/classy',
  );
  const plane = part("FooControlPlane", "classy-1", {});
  const words = "the control plane of the topology of Cluster default/classy";
  expect(await clusterActions(client).scale({ ...plane, spec: { version: "v1.35.0" } }, 5)).toBe(
    `set to 5, but held until the upgrade to v1.36.0: ${words}`,
  );
  expect(await clusterActions(client).scale({ ...plane, spec: { version: "v1.36.0" } }, 5)).toBe(
    `scaled ${words} to 5`,
  );
});

test.each(["KubeadmControlPlane default/p", "the topology's"])(
  "machines of stacked etcd stay odd: %s",
  async (what) => {
    const kubeadm = {
      ...part("KubeadmControlPlane", what.includes("/") ? "p" : "classy-1", {}),
      apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    };
    const before = await topologyAt("controlPlane", "replicas");
    for (const [replicas, words] of [
      [2, "spec.replicas: Forbidden: cannot be an even number when etcd is stacked"],
      [0, "spec.replicas: Forbidden: cannot be less than or equal to 0"],
    ] as const)
      await expect(clusterActions(client).scale(kubeadm, replicas)).rejects.toThrow(words);
    expect(await topologyAt("controlPlane", "replicas")).toBe(before);
  },
);

test("external etcd allows an even number of machines", async () => {
  const etcd = { external: { endpoints: ["https://a:2379"] } };
  const plane = {
    ...part("KubeadmControlPlane", "gone", {}),
    apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    spec: { kubeadmConfigSpec: { clusterConfiguration: { etcd } } },
  };
  await expect(clusterActions(client).scale(plane, 2)).rejects.not.toThrow("even number");
});

/** The topology has failed. */
async function fail(message: string): Promise<void> {
  const reason = "ReconcileFailed";
  const lastTransitionTime = "2026-01-01T00:00:00Z";
  const condition = { type: "TopologyReconciled", status: "False", reason, message, lastTransitionTime };
  const key = { namespace: "default", name: "classy" };
  const body = { status: { conditions: [condition] } };
  await client.patch(clusters, key, { type: "merge", body, subresource: "status" });
}

test("while core rejects the version of the topology, the one before is what holds workers", async () => {
  const rejection = 'spec.topology.version: Invalid value: "v1.36.0": version cannot be decreased';
  const what = 'the workers "md-0" of the topology of Cluster default/classy';
  await fail(rejection);
  expect(await clusterActions(client).scale(deployment("md-0", "v1.37.0"), 2)).toBe(`scaled ${what} to 2`);
  await fail(`${rejection}\nCluster is upgrading to v1.38.0\n  * KubeadmControlPlane upgrading to version v1.38.0`);
  expect(await clusterActions(client).scale(deployment("md-0", "v1.37.0"), 3)).toBe(
    `set to 3, but held until the upgrade to v1.38.0: ${what}`,
  );
});

test("no workers are scaled while the number of control plane machines is rejected", async () => {
  const key = { namespace: "default", name: "classy" };
  const body = { spec: { topology: { controlPlane: { replicas: 2 } } } };
  await client.patch(clusters, key, { type: "merge", body });
  await fail("failed to create: spec.replicas: Forbidden: cannot be an even number when etcd is stacked");
  expect(await clusterActions(client).scale(deployment("md-0", "v1.36.0"), 2)).toBe(
    'set to 2, but held while the number of control plane machines is rejected: the workers "md-0" of the topology of Cluster default/classy',
  );
});

test("no workers are scaled while the limits of a rollout are rejected", async () => {
  await fail(
    'Cluster.cluster.x-k8s.io "classy" is invalid: spec.topology.workers.machineDeployments[md-0].rollout.strategy.rollingUpdate: Invalid value: "0": maxUnavailable and maxSurge cannot both be 0',
  );
  expect(await clusterActions(client).scale(deployment("md-0", "v1.36.0"), 2)).toBe(
    'set to 2, but held while the limits of a rollout are rejected: the workers "md-0" of the topology of Cluster default/classy',
  );
});
