// Which machines a MachineSet deletes, when it replaces one, how it names them, and who owns its templates.
import { Cluster, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { beforeEach, expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";
import { machinesToDelete } from "./deletion-order.ts";

const setup = useFoo();
beforeEach(async () => {
  await setup.cluster();
});

async function names(): Promise<readonly string[]> {
  return (await setup.machines()).map(({ metadata }) => metadata.name ?? "").toSorted();
}

test("the machine with the annotation is deleted first", async () => {
  await setup.deployment(3);
  await setup.steps(6);
  const [, marked = "", ...others] = await names();
  await setup.change(Machine, marked, { metadata: { annotations: { "cluster.x-k8s.io/delete-machine": "yes" } } });
  await setup.change(MachineDeployment, "md", { spec: { replicas: 2 } });
  await setup.steps(5);
  expect(others).toHaveLength(1);
  expect(await names()).toHaveLength(2);
  expect(await names()).not.toContain(marked);
});

test("a machine that is being deleted is replaced when it does not exist any more", async () => {
  await setup.deployment(1);
  await setup.steps(6);
  const [name = ""] = await names();
  await setup.change(foo.machine, name, { metadata: { finalizers: ["example.com/mine"] } });
  await setup.client.delete(Machine, setup.key(name));
  await setup.steps(5);
  expect(await names()).toEqual([name]);
  await setup.change(foo.machine, name, { metadata: { finalizers: null } });
  await setup.steps(4);
  expect(await names()).toHaveLength(1);
  expect(await names()).not.toContain(name);
});

test("machines have the names that machineNaming says", async () => {
  await setup.deployment(1, { machineNaming: { template: '{{ printf "%s-mine" .cluster.name }}-{{ .random }}' } });
  await setup.steps(6);
  expect((await names())[0]).toMatch(/^c-mine-[a-z0-9]{5}$/);
});

test("a set of no machines has its templates owned by the Cluster, too", async () => {
  await setup.deployment(0);
  await setup.steps(6);
  const { metadata } = await setup.client.get(foo.template, setup.key("t"));
  const { uid = "" } = (await setup.client.get(Cluster, setup.key("c"))).metadata;
  expect(metadata.ownerReferences).toMatchObject([{ kind: "Cluster", uid }]);
});

function machineOf(
  name: string,
  { age = 1, ...more }: { age?: number; marked?: true; lost?: true; ends?: true },
): Machine {
  const creationTimestamp = `2026-01-${String(20 - age).padStart(2, "0")}T00:00:00Z`;
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      name,
      creationTimestamp,
      ...(more.ends === true ? { deletionTimestamp: creationTimestamp } : {}),
      ...(more.marked === true ? { annotations: { "cluster.x-k8s.io/delete-machine": "" } } : {}),
    },
    spec: { clusterName: "c", bootstrap: {}, infrastructureRef: { apiGroup: "g", kind: "K", name } },
    ...(more.lost === true ? {} : { status: { nodeRef: { name } } }),
  };
}

test.each([
  { order: "Random" as const, want: ["ends", "marked", "lost", "a", "b", "c"] },
  { order: "Oldest" as const, want: ["ends", "marked", "lost", "b", "a", "c"] },
  { order: "Newest" as const, want: ["ends", "marked", "lost", "c", "a", "b"] },
])("the order $order counts after what is marked or does not serve", ({ order, want }) => {
  const machines = [
    machineOf("c", { age: 1 }),
    machineOf("a", { age: 2 }),
    machineOf("b", { age: 3 }),
    machineOf("lost", { lost: true }),
    machineOf("marked", { marked: true, age: 9 }),
    machineOf("ends", { ends: true }),
  ];
  const template = { spec: machineOf("t", {}).spec };
  const set = {
    apiVersion: "cluster.x-k8s.io/v1beta2" as const,
    kind: "MachineSet" as const,
    metadata: { name: "s" },
    spec: { clusterName: "c", selector: {}, template, deletion: { order } },
  };
  expect(machinesToDelete(set, machines, 6).map(({ metadata }) => metadata.name)).toEqual(want);
  expect(machinesToDelete(set, machines, 2)).toHaveLength(2);
});
