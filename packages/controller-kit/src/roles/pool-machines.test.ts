// Which Machines a pool deletes: users who may write InfraMachines can name any Machine as their owner.
import type { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { machinePoolLabels } from "@capstan/contract";
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { FakeClient } from "../../test/fake-client.ts";
import { FooMachine, type FooMachinePool } from "../../test/foo-kinds.ts";
import { OneByOne } from "../workflow/one-by-one.ts";
import {
  listMachines,
  removePoolMachines,
  writePoolMachines,
  type MachinesOfPool,
  type PoolReader,
} from "./pool-machines.ts";

const group = "infrastructure.cluster.x-k8s.io";
const core = "cluster.x-k8s.io/v1beta2";

const own = { apiGroup: group, kind: "FooMachine", name: "x" };
const machinePool: MachinePool = {
  apiVersion: core,
  kind: "MachinePool",
  metadata: { namespace: "ns", name: "mp", uid: "mp-uid" },
  spec: { clusterName: "c", template: { spec: { clusterName: "c", bootstrap: {}, infrastructureRef: own } } },
};
const object: FooMachinePool = {
  apiVersion: `${group}/v1beta1`,
  kind: "FooMachinePool",
  metadata: { namespace: "ns", name: "mp", uid: "pool-uid" },
};
const pool: MachinesOfPool = { object, machinePool, machines: FooMachine };

/** A FooMachine of the pool whose owner is the Machine "m", which refers to something. */
function start(infrastructureRef: object, uid = "m-uid"): FakeClient {
  const fake = new FakeClient();
  const machine = { apiVersion: core, kind: "Machine", metadata: { namespace: "ns", name: "m", uid } };
  fake.put<KubeObject & Pick<Machine, "spec">>({
    ...machine,
    spec: { clusterName: "c", bootstrap: {}, infrastructureRef: { ...own, ...infrastructureRef } },
  });
  fake.put<FooMachine>({
    apiVersion: `${group}/v1beta1`,
    kind: "FooMachine",
    metadata: {
      namespace: "ns",
      name: "x",
      labels: machinePoolLabels(machinePool),
      ownerReferences: [
        { apiVersion: `${group}/v1beta1`, kind: "FooMachinePool", name: "mp", uid: "pool-uid" },
        { apiVersion: core, kind: "Machine", name: "m", uid: "m-uid" },
      ],
    },
  });
  return fake;
}

const readerOf = (fake: FakeClient): PoolReader => ({ client: fake.whole, lists: new OneByOne() });
const deleted = (fake: FakeClient): readonly string[] => fake.writes.map(({ what }) => what);

test.each([
  { name: "v1beta2", reference: {} },
  { name: "v1beta1", reference: { apiGroup: undefined, apiVersion: `${group}/v1alpha1`, namespace: "ns" } },
])("the Machine that refers to an InfraMachine, in the form of $name, is deleted", async ({ reference }) => {
  const [left, removed] = [start(reference), start(reference)];
  await writePoolMachines(readerOf(left), pool, []);
  await removePoolMachines(readerOf(removed), pool);
  expect([deleted(left), deleted(removed)]).toEqual([["delete ns/m"], ["delete ns/m"]]);
});

test.each([
  { name: "another object", reference: { name: "y" } },
  { name: "another kind", reference: { kind: "OtherMachine" } },
  { name: "another group", reference: { apiGroup: "other.io" } },
  { name: "another group in v1beta1", reference: { apiGroup: undefined, apiVersion: "other.io/v1beta1" } },
  { name: "no group", reference: { apiGroup: undefined } },
])("a Machine that refers to $name is never deleted, only the InfraMachine, with its pool", async ({ reference }) => {
  const fake = start(reference);
  await writePoolMachines(readerOf(fake), pool, []);
  expect(deleted(fake)).toEqual([]);
  expect(await removePoolMachines(readerOf(fake), pool)).toBe(1);
  expect(fake.writes).toEqual([{ what: "delete ns/x", body: { uid: "u" } }]);
});

test("a Machine of the same name with another uid is not deleted, and neither is the InfraMachine, which the garbage collector deletes", async () => {
  const fake = start({}, "another");
  await writePoolMachines(readerOf(fake), pool, []);
  await removePoolMachines(readerOf(fake), pool);
  fake.objects.delete("ns/m");
  expect(await removePoolMachines(readerOf(fake), pool)).toBe(1);
  expect(deleted(fake)).toEqual([]);
});

test.each([
  { name: "this pool", reference: { kind: "FooMachinePool", name: "mp" }, want: ["m"] },
  { name: "another pool", reference: { kind: "FooMachinePool", name: "other" }, want: [] },
  { name: "another kind of the same name", reference: { kind: "BarMachinePool", name: "mp" }, want: [] },
])("the Machines of a MachinePool that refers to $name are $want", async ({ reference, want }) => {
  const fake = new FakeClient();
  const ownedBy = (name: string, controller: string): KubeObject => ({
    apiVersion: core,
    kind: "Machine",
    metadata: {
      namespace: "ns",
      name,
      ownerReferences: ["mp-uid", "other-uid"].map((uid) => ({
        apiVersion: core,
        kind: "MachinePool",
        name: "mp",
        uid,
        controller: uid === controller,
      })),
    },
  });
  fake.put<KubeObject>(ownedBy("m", "mp-uid"));
  // One that names this owner, too, is a Machine of another MachinePool.
  fake.put<KubeObject>(ownedBy("n", "other-uid"));
  const { spec } = machinePool.spec.template;
  const template = { spec: { ...spec, infrastructureRef: { apiGroup: group, ...reference } } };
  const referring = { ...pool, machinePool: { ...machinePool, spec: { ...machinePool.spec, template } } };
  const found = await listMachines(readerOf(fake), referring);
  expect(found.map(({ metadata }) => metadata.name)).toEqual(want);
});
