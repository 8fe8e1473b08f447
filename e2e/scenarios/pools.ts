// (g) Machines whose data our bootstrap provider writes, a MachinePool of provider-local, and claims that our IPAM provider answers, under the real core.
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { resourceOf, type ObjectKey, type Resource } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { eventually, mustEqual } from "../src/eventually.ts";
import {
  createWorkload,
  deleteWorkload,
  machinesOf,
  workloadRunning,
  type WorkloadPlace,
} from "../src/local-workload.ts";
import {
  createInCluster as create,
  createPool,
  memberOf,
  poolMachinesRunning,
  poolRunning,
  scalePool,
  type PoolPlace,
} from "../src/local-pool.ts";
import type { RunStep } from "../src/scenario.ts";
import { workloadNodes } from "../src/workload-cluster.ts";

const infrastructure = "infrastructure.cluster.x-k8s.io";
const bootstrap = "bootstrap.cluster.x-k8s.io";
const ipam = "ipam.cluster.x-k8s.io";
/** What clusterctl's template creates: a control plane and two workers. */
const templateMachines = 3;

const kindOf = (group: string, kind: string): Resource => resourceOf(`${group}/v1beta1`, kind);
const LocalConfigTemplate = kindOf(bootstrap, "LocalConfigTemplate");
const LocalMachineTemplate = kindOf(infrastructure, "LocalMachineTemplate");
const LocalIPPool = kindOf(ipam, "LocalIPPool");

/** What is done beside creating and deleting. */
export interface PoolsOptions {
  /** How many machines the first MachinePool has, one after the other, after its first two. */
  readonly scales: readonly number[];
  /** Whether there is a second one, whose machines have Machines: in contract v1beta1 core reads the older version, which has no such pools. */
  readonly withMachines: boolean;
}

/** Runs the scenario. */
export async function pools(
  place: WorkloadPlace,
  { scales, withMachines }: PoolsOptions,
  step: RunStep,
): Promise<void> {
  await step("create a cluster", async () => {
    await createWorkload(place);
    await workloadRunning(place, templateMachines);
  });
  await step("a MachineDeployment with our bootstrap config: 2 Machines run with what it wrote", async () => {
    await createConfigured(place, 2);
    await workloadRunning(place, templateMachines + 2);
    await configuredNodes(place, 2);
  });
  const group = { ...place, pool: "group" };
  await step("a MachinePool of 2: it runs, with a Node for each machine", async () => {
    await createPool(group, 2);
    await poolRunning(group, [0, 1]);
  });
  for (const replicas of scales)
    await step(`scale the MachinePool to ${replicas}: machines, Nodes and references follow`, async () => {
      await scalePool(group, replicas);
      await poolRunning(group, [...Array(replicas).keys()]);
    });
  if (withMachines) await poolWithMachines({ ...place, pool: "each" }, step);
  await step("our IPAM provider answers claims, and gives the address of a deleted claim again", () =>
    addresses(place),
  );
  await step("delete the cluster: every process ends, and the data of configs is deleted", async () => {
    await deleteWorkload(place);
    // Kubernetes deletes what belongs to deleted objects some time after them.
    await eventually({
      what: "no Secret but the one of the bootstrap data to be left",
      read: async () => {
        const { items } = await place.management.local.client.listAll(Secret, { namespace: place.namespace });
        return items.map(({ metadata }) => metadata.name).filter((name) => name !== `${place.name}-bootstrap`);
      },
      until: (left) => left.length === 0,
    });
  });
}

/** Core has a Machine for each machine of the pool: it drains the Node and ends the machine through it. */
async function poolWithMachines(place: PoolPlace, step: RunStep): Promise<void> {
  const { client } = place.management.local;
  const machine = (index: number): ObjectKey => ({ namespace: place.namespace, name: memberOf(place, index) });
  await step("a MachinePool of 2 whose machines have Machines: these run", async () => {
    await createPool(place, 2, { machineObjects: "Each" });
    await poolRunning(place, [0, 1]);
    await poolMachinesRunning(place, [0, 1]);
  });
  await step("delete one of these Machines, as a health check does: another machine takes its place", async () => {
    await client.delete(Machine, machine(0));
    await poolRunning(place, [1, 2]);
    await poolMachinesRunning(place, [1, 2]);
  });
  await step("mark one of them and scale to 1, as the cluster autoscaler does: the other one stays", async () => {
    const metadata = { annotations: { "cluster.x-k8s.io/delete-machine": "" } };
    await client.patch(Machine, machine(1), { type: "merge", body: { metadata } });
    await scalePool(place, 1);
    await poolRunning(place, [2]);
    await poolMachinesRunning(place, [2]);
  });
}

async function createConfigured(place: WorkloadPlace, replicas: number): Promise<void> {
  const name = "configured";
  const selector = { "cluster.x-k8s.io/deployment-name": name };
  const nodeLabels = { "example.org/from": "our-config" };
  await create(place, { resource: LocalConfigTemplate, name, spec: { template: { spec: { nodeLabels } } } });
  await create(place, {
    resource: LocalMachineTemplate,
    name,
    spec: { template: { spec: { capacity: { cpus: 1 } } } },
  });
  await create(place, {
    resource: MachineDeployment,
    name,
    spec: {
      clusterName: place.name,
      replicas,
      selector: { matchLabels: selector },
      template: {
        metadata: { labels: selector },
        spec: {
          clusterName: place.name,
          version: "v1.36.3",
          bootstrap: { configRef: { apiGroup: bootstrap, kind: LocalConfigTemplate.kind, name } },
          infrastructureRef: { apiGroup: infrastructure, kind: LocalMachineTemplate.kind, name },
        },
      },
    },
  });
}

/** The Nodes have the label of the config, and the Machines name the Secrets that it wrote. */
async function configuredNodes(place: WorkloadPlace, count: number): Promise<void> {
  const nodes = await workloadNodes(place.management, place);
  const labeled = nodes.filter(({ metadata }) => metadata.labels?.["example.org/from"] === "our-config");
  mustEqual("Nodes with the label of the config", labeled.length, count);
  const machines = (await machinesOf(place)).filter(({ spec }) => spec.bootstrap.configRef !== undefined);
  const named = machines.map(({ spec }) => spec.bootstrap.dataSecretName === spec.bootstrap.configRef?.name);
  mustEqual("Machines that name the Secret of their config", named, Array(count).fill(true));
}

/** Core's webhooks check claims and addresses; a pool of one address shows that it is free again. */
async function addresses(place: WorkloadPlace): Promise<void> {
  const { client } = place.management.local;
  const key = (name: string): { namespace: string; name: string } => ({ namespace: place.namespace, name });
  const address = "10.9.0.2";
  const spec = { ranges: [`${address}-${address}`], prefix: 24, gateway: "10.9.0.1" };
  await create(place, { resource: LocalIPPool, name: "one", spec });
  const poolRef = { apiGroup: ipam, kind: LocalIPPool.kind, name: "one" };
  for (const name of ["first", "second"]) {
    await create(place, { resource: IPAddressClaim, name, spec: { poolRef, clusterName: place.name } });
    await eventually({
      what: `claim ${name} to name the address ${address}`,
      read: async () => ({
        claim: await client.get(IPAddressClaim, key(name)),
        found: await client.find(IPAddress, key(name)),
      }),
      until: ({ claim, found }) => claim.status?.addressRef?.name === name && found?.spec.address === address,
    });
    await client.delete(IPAddressClaim, key(name));
    await eventually({
      what: `claim ${name} and its address to be deleted`,
      read: async () => [await client.find(IPAddressClaim, key(name)), await client.find(IPAddress, key(name))],
      until: (left) => left.every((object) => object === undefined),
    });
  }
}
