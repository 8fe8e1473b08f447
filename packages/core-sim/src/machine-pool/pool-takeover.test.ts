// When a MachinePool takes over what its infrastructure reports, and when its Machines are deleted.
import { MachinePool } from "@capstan/api/core/v1beta2";
import { machinePoolLabels } from "@capstan/contract";
import { Node } from "@capstan/kube/builtin";
import { beforeEach, expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();
beforeEach(async () => {
  await setup.cluster();
  await setup.pool();
  await setup.steps(3);
  const labels = machinePoolLabels(await pool());
  const { apiVersion, kind } = foo.machine;
  await setup.client.create(foo.machine, { apiVersion, kind, metadata: { ...setup.key("p-0"), labels }, spec: {} });
  const status = { ready: true, replicas: 1, infrastructureMachineKind: "FooMachine" };
  await setup.change(foo.pool, "p", { spec: { providerIDList: [setup.providerID("p-0")] }, status });
});

const pool = (): Promise<MachinePool> => setup.client.get(MachinePool, setup.key("p"));

test("a pool takes nothing over, and makes no Machines, until the workload cluster is reached", async () => {
  await setup.steps(4);
  const { spec, status } = await pool();
  expect([spec.providerIDList, status?.replicas]).toEqual([undefined, undefined]);
  expect(status?.initialization?.infrastructureProvisioned).toBe(true);
  expect(await setup.machines()).toEqual([]);
  await setup.kubeconfig();
  await setup.steps(2);
  expect((await pool()).status?.replicas).toBe(1);
  expect(await setup.machines()).toHaveLength(1);
});

test("the Machines of a pool are deleted after its infrastructure", async () => {
  await setup.kubeconfig();
  await setup.change(foo.pool, "p", { metadata: { finalizers: ["example.com/mine"] } });
  await setup.steps(5);
  await setup.client.delete(MachinePool, setup.key("p"));
  await setup.steps(4);
  expect((await setup.client.get(foo.pool, setup.key("p"))).metadata.deletionTimestamp).toBeDefined();
  expect((await setup.machines()).map(({ metadata }) => metadata.deletionTimestamp)).toEqual([undefined]);
  await setup.change(foo.pool, "p", { metadata: { finalizers: null } });
  await setup.steps(4);
  expect(await setup.client.find(MachinePool, setup.key("p"))).toBeUndefined();
  expect(await setup.machines()).toEqual([]);
});

test("the ready replicas of a pool whose machines are replaced", async () => {
  await setup.kubeconfig();
  const taints = [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }];
  const name = await setup.node("p-0", { taints });
  await setup.steps(5);
  expect((await pool()).status?.phase).toBe("Running");
  const { metadata, spec } = await setup.client.get(Node, { namespace: "", name });
  expect(metadata.annotations).toMatchObject({ "cluster.x-k8s.io/owner-kind": "MachinePool" });
  expect(spec?.taints ?? []).toEqual([]);
  await setup.change(foo.pool, "p", { spec: { providerIDList: [setup.providerID("p-1")] } });
  await setup.steps(4);
  expect((await pool()).status?.phase).toBe("ScalingUp");
});

test("Nodes of a pool are available after they were ready for its minReadySeconds", async () => {
  const readyAt = Date.parse("2026-01-01T00:00:00Z");
  let now = readyAt + 59_000;
  setup.simulate({ now: () => now });
  await setup.kubeconfig();
  await setup.node("p-0");
  await setup.change(MachinePool, "p", { spec: { template: { spec: { minReadySeconds: 60 } } } });
  const counts = async (): Promise<unknown> => {
    await setup.steps(4);
    const { readyReplicas, availableReplicas, unavailableReplicas } = (await pool()).status?.deprecated?.v1beta1 ?? {};
    return [readyReplicas, availableReplicas, unavailableReplicas];
  };
  expect(await counts()).toEqual([1, 0, 1]);
  now = readyAt + 60_000;
  expect(await counts()).toEqual([1, 1, 0]);
});
