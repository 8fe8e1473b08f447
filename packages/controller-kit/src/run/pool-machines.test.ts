// A pool whose machines have InfraMachines, in the real manager below a simulated core: core has a Machine for each, and ends machines through them.
import { setTimeout as delay } from "node:timers/promises";
import { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { createCoreSim, type CoreSim } from "@capstan/core-sim";
import { annotations, ownerReferenceTo } from "@capstan/contract";
import type { KubeObject, Resource } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { FooCluster, FooMachine, FooMachinePool } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "../../test/pass-bench.ts";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { provisioned, removed } from "../authoring/result.ts";
import { startProvider, type RunningProvider } from "../testing/start-provider.ts";
import { describeProvider } from "./describe-provider.ts";

interface Services {
  /** The names of the machines that exist. */
  readonly cloud: Set<string>;
  /** The names of the Machines that the last pass read. */
  readonly read: Set<string>;
}
const kit: ProviderKit<Services> = initProvider();

const pools: ControllerDefinition<Services> = kit.infraMachinePool(FooMachinePool, {
  cluster: FooCluster,
  machines: FooMachine,
  async reconcile({ object, machinePool, readMachines }, { services }) {
    const { name } = object.metadata;
    const found = await readMachines();
    services.read.clear();
    for (const { metadata } of found) services.read.add(metadata.name ?? "");
    const ended = found.filter(({ metadata }) => metadata.annotations?.[annotations.deleteMachine]);
    const machines = Array.from({ length: 9 }, (_, index) => ({
      name: `${name}-${index}`,
      spec: { size: machinePool.spec.template.spec.version ?? "small", providerID: undefined },
    }))
      .filter((machine) => !ended.some(({ metadata }) => metadata.name === machine.name))
      .slice(0, machinePool.spec.replicas ?? 1);
    for (const machine of machines) services.cloud.add(machine.name);
    const own = [...services.cloud].filter((machine) => machine.startsWith(`${name}-`));
    return provisioned({ providerIDs: own.map((id) => `foo://${id}`), machines });
  },
  delete: async () => removed(),
});
const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(FooCluster, {
      reconcile: async () => provisioned({ endpoint: { host: "h", port: 6443 } }),
      delete: async () => removed(),
    }),
    kit.infraMachine(FooMachine, {
      cluster: FooCluster,
      reconcile: async ({ object }) => provisioned({ providerID: `foo://${object.metadata.name}` }),
      async delete({ object }, { services }) {
        services.cloud.delete(object.metadata.name ?? "");
        return removed();
      },
    }),
    pools,
  ],
});

let env: TestEnv;
let bench: PassBench;
let cloud: Set<string>;
let read: Set<string>;
let running: RunningProvider;
let core: CoreSim;

beforeAll(async () => {
  env = await startBenchEnv();
});
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  cloud = new Set();
  read = new Set();
  const { namespace, client } = bench;
  running = startProvider(provider, {
    credentials: env.credentials,
    services: { cloud, read },
    namespaces: [namespace],
    log: silentLogger,
  });
  core = createCoreSim({ client, namespace, workloads: false });
});
afterEach(async () => {
  core.close();
  await running.stop();
});

/** A Cluster with a MachinePool "p" of two machines. */
async function given(): Promise<void> {
  await bench.create(FooCluster, { metadata: { name: "a" } });
  const cluster = await bench.cluster("c");
  await bench.create(Secret, { metadata: { name: "boot" }, data: { value: "aGk=" } });
  await bench.create(FooMachinePool, { metadata: { name: "p" } });
  const infrastructureRef = { apiGroup: FooMachinePool.group, kind: FooMachinePool.kind, name: "p" };
  await bench.machinePool("p", cluster, { bootstrap: { dataSecretName: "boot" }, infrastructureRef });
}

const names = async (resource: Resource): Promise<readonly (string | undefined)[]> =>
  (await bench.client.listAll(resource, { namespace: bench.namespace })).items.map(({ metadata }) => metadata.name);

/** Until these machines, and no others, exist everywhere and are reported. */
async function reached(...wanted: readonly string[]): Promise<void> {
  const ids = wanted.map((name) => `foo://${name}`);
  await core.until(
    {
      name: `the machines ${wanted.join(", ")}`,
      async holds(client) {
        const [machines, infra, pool] = await Promise.all([
          client.listAll(Machine, { namespace: bench.namespace }),
          names(FooMachine),
          bench.get(MachinePool, "p"),
        ]);
        const ready = machines.items.filter(({ status }) => status?.initialization?.infrastructureProvisioned === true);
        const found = [ready.map(({ metadata }) => metadata.name), infra, [...cloud].toSorted()];
        const isReported = [...(pool.spec.providerIDList ?? [])].toSorted().join() === ids.join();
        return isReported && found.every((each) => each.join() === wanted.join());
      },
    },
    { idle: () => delay(10), maxSteps: 400 },
  );
}

test("core has a Machine for each machine of a pool, and machines end through their Machines", async () => {
  await given();
  await reached("p-0", "p-1");
  const pool = await bench.get(FooMachinePool, "p");
  expect(pool.status?.infrastructureMachineKind).toBe("FooMachine");
  const { metadata, ...machine } = await bench.get(FooMachine, "p-0");
  expect(machine.spec).toEqual({ size: "small", providerID: "foo://p-0" });
  expect(metadata.labels).toEqual({
    "cluster.x-k8s.io/cluster-name": "c",
    "cluster.x-k8s.io/pool-name": "p",
  });
  const owner = await bench.get(Machine, "p-0");
  expect(metadata.ownerReferences).toEqual([
    ownerReferenceTo(pool),
    ownerReferenceTo(owner, { controller: true, blockOwnerDeletion: true }),
  ]);
  await bench.patch(MachinePool, "p", { spec: { replicas: 1 } });
  await reached("p-0");
  expect(core.writes.map(({ verb, kind, name }) => `${verb} ${kind}/${name}`)).toContain("delete FooMachine/p-1");
  await bench.patch(MachinePool, "p", { spec: { replicas: 3, template: { spec: { version: "v1.40.0" } } } });
  await reached("p-0", "p-1", "p-2");
  expect((await bench.get(FooMachine, "p-0")).spec).toEqual({ size: "v1.40.0", providerID: "foo://p-0" });
  await bench.remove(MachinePool, "p");
  const isGone = async (): Promise<boolean> =>
    (await Promise.all([MachinePool, FooMachinePool, Machine, FooMachine].map(names))).flat().length === 0;
  await core.until({ name: "nothing is left", holds: isGone }, { idle: () => delay(10), maxSteps: 400 });
  expect([...cloud]).toEqual([]);
});

test("the author can end the Machine first that is marked so", async () => {
  await given();
  await reached("p-0", "p-1");
  // With the labels of the pool, which does not own it.
  const { metadata, spec } = await bench.get(Machine, "p-1");
  await bench.create(Machine, { metadata: { name: "other", labels: metadata.labels ?? {} }, spec });
  await bench.patch(Machine, "p-0", { metadata: { annotations: { [annotations.deleteMachine]: "yes" } } });
  await bench.patch(MachinePool, "p", { spec: { replicas: 1 } });
  await expect.poll(async () => core.step().then(() => names(FooMachine)), { interval: 10 }).toEqual(["p-1"]);
  expect([...read]).toContain("p-1");
  expect([...read]).not.toContain("other");
});

test("an InfraMachine of somebody else is not taken over", async () => {
  await bench.create(FooMachine, { metadata: { name: "p-0" }, spec: { providerID: "foo://other" } });
  await given();
  const message = async (): Promise<string> => {
    await core.step();
    const { status } = await bench.get(FooMachinePool, "p");
    return status?.conditions?.find(({ type }) => type === "Ready")?.message ?? "";
  };
  await expect
    .poll(message, { interval: 10 })
    .toContain(`FooMachine ${bench.namespace}/p-0 exists, and this FooMachinePool does not own it`);
  const other: KubeObject = await bench.get(FooMachine, "p-0");
  expect([other.metadata.labels, other.metadata.ownerReferences]).toEqual([undefined, undefined]);
});

test("the rights and owners of the machines are described", () => {
  const description = describeProvider(kit.provider({ name: "foo", type: "infrastructure", controllers: [pools] }));
  expect(description.watchedRules).toContainEqual({
    apiGroups: ["cluster.x-k8s.io"],
    resources: ["machines"],
    verbs: ["delete", "get", "list"],
  });
  expect(description.watchedRules).toContainEqual(
    expect.objectContaining({
      resources: ["foomachines"],
      verbs: ["create", "delete", "get", "list", "update", "watch"],
    }),
  );
  expect(description.ownership).toContainEqual({
    owner: { group: FooMachinePool.group, kind: "FooMachinePool" },
    owned: { group: FooMachine.group, kind: "FooMachine" },
  });
});
