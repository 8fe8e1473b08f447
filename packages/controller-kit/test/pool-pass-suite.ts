// What differs for machine pools: the owner is a MachinePool, and the report is a list that follows the size of the group.
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { conditionsAt, type AnyCondition } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import type { PoolReport } from "../src/authoring/infra-machine-pool.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { provisioned, removed, stalled, waiting } from "../src/authoring/result.ts";
import { kindShapeOf } from "../src/workflow/kind-shape.ts";
import { FooCluster, FooMachine, FooMachinePool, OldMachinePool } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";

const finalizer = "foomachinepool.infrastructure.cluster.x-k8s.io";
const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
let bench: PassBench;
let calls: string[];

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  calls = [];
});

const fooPool: ControllerDefinition<object> = kit.infraMachinePool(FooMachinePool, {
  cluster: FooCluster,
  async reconcile({ machinePool, infraCluster, bootstrap }) {
    const { value } = await bootstrap.read();
    const { replicas = 0 } = machinePool.spec;
    calls.push(`${replicas} in ${infraCluster.metadata.name} with ${value}`);
    return provisioned({ providerIDs: Array.from({ length: replicas }, (_, index) => `foo://${index}`) });
  },
  async delete({ infraCluster, machinePool }) {
    calls.push(`delete ${machinePool.metadata.name}, infra cluster ${infraCluster?.metadata.name}`);
    return removed();
  },
});

/** The FooMachinePool "p" with its MachinePool, Cluster and bootstrap data. */
async function given(
  { dataSecretName }: { readonly dataSecretName?: string } = { dataSecretName: "boot" },
): Promise<void> {
  const cluster = await bench.cluster("c");
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await bench.create(Secret, { metadata: { name: "boot" }, data: { value: Buffer.from("hello").toString("base64") } });
  const pool = await bench.machinePool("p", cluster, {
    bootstrap: dataSecretName === undefined ? {} : { dataSecretName },
  });
  const owner = ownerReferenceTo(pool, { controller: true, blockOwnerDeletion: true });
  await bench.create(FooMachinePool, { metadata: { name: "p", ownerReferences: [owner] } });
}

function ready(object: KubeObject): string {
  const list: readonly AnyCondition[] = conditionsAt(object, kindShapeOf(FooMachinePool).conditions);
  const condition = list.find(({ type }) => type === "Ready");
  return `${condition?.status}/${condition?.reason}: ${condition?.message}`;
}

test("reports the machines that exist, and both flags, since core reads status.ready of a pool", async () => {
  await given();
  await bench.settle(fooPool, "p");
  const pool = await bench.get(FooMachinePool, "p");
  expect(pool.spec).toEqual({ providerIDList: ["foo://0", "foo://1"] });
  expect(pool.status).toMatchObject({ replicas: 2, ready: true, initialization: { provisioned: true } });
  expect(ready(pool)).toBe("True/Ready: ");
  expect(calls).toEqual(["2 in a with hello"]);
});

test("waiting leaves both flags of a pool", async () => {
  await given();
  await bench.settle(fooPool, "p");
  const waitingPool = kit.infraMachinePool(FooMachinePool, {
    cluster: FooCluster,
    conditions: { GroupReady: ["Scaling", "Available"] },
    reconcile: async () => waiting("GroupReady", "Scaling", "one of two machines exists"),
    delete: async () => removed(),
  });
  await bench.settle(waitingPool, "p");
  const { status } = await bench.get(FooMachinePool, "p");
  expect([status?.ready, status?.initialization]).toEqual([true, { provisioned: true }]);
  expect(ready(await bench.get(FooMachinePool, "p"))).toBe("False/NotReady: * GroupReady: one of two machines exists");
});

test("contract v1beta1: flag, machines and severities are in the fields of the contract, and the flag stays", async () => {
  await given();
  const owner = ownerReferenceTo(await bench.get(MachinePool, "p"));
  await bench.create(OldMachinePool, { metadata: { name: "o", ownerReferences: [owner] } });
  const common = {
    cluster: FooCluster,
    conditions: { GroupReady: ["QuotaExceeded", "Available"] },
    delete: async () => removed(),
  } as const;
  const full = kit.infraMachinePool(OldMachinePool, {
    ...common,
    reconcile: async () => stalled("GroupReady", "QuotaExceeded", "the quota is used up"),
  });
  const scaled = kit.infraMachinePool(OldMachinePool, {
    ...common,
    reconcile: async () => provisioned({ providerIDs: ["foo://0", "foo://1"] }),
  });
  await bench.settle(scaled, "o");
  expect(await oldPool()).toEqual({
    spec: { providerIDList: ["foo://0", "foo://1"] },
    fields: { ready: true, replicas: 2 },
    conditions: ["Ready True", "GroupReady True", "Paused False NotPaused"],
  });
  await bench.settle(full, "o");
  expect(await oldPool()).toEqual({
    spec: { providerIDList: ["foo://0", "foo://1"] },
    fields: { ready: true, replicas: 2 },
    conditions: ["Ready False Error QuotaExceeded", "GroupReady False Error QuotaExceeded", "Paused False NotPaused"],
  });
});

/** The OldMachinePool "o": its spec, and its status with each condition in one string. */
async function oldPool(): Promise<object> {
  const { spec, status } = await bench.get(OldMachinePool, "o");
  const { conditions = [], ...fields } = status ?? {};
  const written = conditions.map(({ type, status: value, severity, reason }) =>
    [type, value, severity, reason].filter((part) => part !== undefined).join(" "),
  );
  return { spec, fields, conditions: written };
}

test.each([3, 1, 0])("follows the MachinePool to %i machines", async (replicas) => {
  await given();
  await bench.settle(fooPool, "p");
  await bench.patch(MachinePool, "p", { spec: { replicas } });
  await bench.settle(fooPool, "p");
  const { spec, status } = await bench.get(FooMachinePool, "p");
  expect([spec?.providerIDList?.length, status?.replicas]).toEqual([replicas, replicas]);
});

test("waits for bootstrap data that the MachinePool does not name", async () => {
  await given({});
  await bench.settle(fooPool, "p");
  expect(ready(await bench.get(FooMachinePool, "p"))).toBe(
    "False/WaitingForBootstrapData: the MachinePool does not name its bootstrap data Secret yet",
  );
  expect(calls).toEqual([]);
});

test("is deleted also without an InfraCluster", async () => {
  await given();
  await bench.settle(fooPool, "p");
  await bench.remove(FooCluster, "a");
  await bench.remove(FooMachinePool, "p");
  await bench.settle(fooPool, "p");
  expect(await bench.pass(fooPool, "p")).toEqual({ step: "not-found" });
  expect(calls.at(-1)).toBe("delete p, infra cluster undefined");
});

test("a MachinePool of the same name with another uid is waited for", async () => {
  const pool = await bench.machinePool("p", await bench.cluster("c"));
  const owner = { ...ownerReferenceTo(pool), uid: "of-the-backup" };
  await bench.create(FooMachinePool, { metadata: { name: "p", finalizers: [finalizer], ownerReferences: [owner] } });
  expect(await bench.pass(fooPool, "p")).toEqual({ step: "owner-replaced" });
});

/** A pool whose machines have FooMachines of these names. */
function withMachines(...names: readonly string[]): ControllerDefinition<object> {
  return kit.infraMachinePool(FooMachinePool, {
    cluster: FooCluster,
    machines: FooMachine,
    reconcile: async () => provisioned({ providerIDs: [], machines: names.map((name) => ({ name })) }),
    delete: async () => {
      calls.push("delete");
      return removed();
    },
  });
}

async function machineNames(): Promise<readonly (string | undefined)[]> {
  const { items } = await bench.client.listAll(FooMachine, { namespace: bench.namespace });
  return items.map(({ metadata }) => metadata.name);
}

test("an InfraMachine without a Machine waits for it, keeps its labels and what others wrote, and ends with the pool", async () => {
  await given();
  await bench.settle(withMachines("m-0", "m-1"), "p");
  const { metadata } = await bench.get(FooMachine, "m-1");
  await bench.patch(FooMachine, "m-1", { metadata: { labels: { mine: "1" } }, spec: { size: 3 } });
  await bench.pass(withMachines("m-0", "m-1"), "p");
  expect(await bench.get(FooMachine, "m-1")).toMatchObject({
    metadata: { labels: { ...metadata.labels, mine: "1" }, ownerReferences: metadata.ownerReferences },
    spec: { size: 3 },
  });
  // Core may be creating its Machine.
  await bench.pass(withMachines("m-0"), "p");
  expect(await machineNames()).toEqual(["m-0", "m-1"]);
  // An InfraMachine with the label of the pool that belongs to nobody.
  await bench.create(FooMachine, { metadata: { name: "other", ...(metadata.labels && { labels: metadata.labels }) } });
  await bench.remove(FooMachinePool, "p");
  expect((await bench.pass(withMachines("m-0"), "p")).step).toBe("reconciled");
  expect(ready(await bench.get(FooMachinePool, "p"))).toBe(
    "False/WaitingForMachines: 2 machines of the pool are being deleted",
  );
  expect([await machineNames(), calls]).toEqual([["other"], []]);
  await bench.pass(withMachines("m-0"), "p");
  expect(calls).toEqual(["delete"]);
});

test("a machine is ended by deleting the Machine with the uid that owns it, and no other", async () => {
  await given();
  await bench.settle(withMachines("m-0"), "p");
  const machine = await bench.machine("m-0", await bench.get(Cluster, "c"));
  const { metadata } = await bench.get(FooMachine, "m-0");
  const own = (uid: string): Promise<unknown> =>
    bench.patch(FooMachine, "m-0", {
      metadata: { ownerReferences: [...(metadata.ownerReferences ?? []), { ...ownerReferenceTo(machine), uid }] },
    });
  await own("of-the-backup");
  await bench.pass(withMachines(), "p");
  expect((await bench.get(Machine, "m-0")).metadata.deletionTimestamp).toBeUndefined();
  await own(machine.metadata.uid ?? "");
  await bench.pass(withMachines(), "p");
  expect(await bench.client.find(Machine, { namespace: bench.namespace, name: "m-0" })).toBeUndefined();
  expect(await machineNames()).toEqual(["m-0"]);
});

test("a report with an unknown field fails the pass, and nothing of it is written", async () => {
  await given();
  const misspelt = { providerIDs: ["foo://0"], machines: [{ name: "m-0" }], replcas: 1 };
  const untyped: PoolReport = misspelt;
  const controller = kit.infraMachinePool(FooMachinePool, {
    cluster: FooCluster,
    machines: FooMachine,
    reconcile: async () => provisioned(untyped),
    delete: async () => removed(),
  });
  await expect(bench.settle(controller, "p")).rejects.toMatchObject({ code: "workflow/unknown-field" });
  const { spec, status } = await bench.get(FooMachinePool, "p");
  expect([await machineNames(), spec, status?.ready]).toEqual([[], undefined, undefined]);
  expect(ready(await bench.get(FooMachinePool, "p"))).toContain(
    '`provisioned` of kit.infraMachinePool takes no "replcas"',
  );
});
