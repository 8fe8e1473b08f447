// What a MachineSet changes in a machine, its config and its InfraMachine: what others set there stays, in each object for itself.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import type { Resource } from "@capstan/kube";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { useFoo } from "../../test/foo-setup.ts";
import { createPlayedCluster } from "../../test/played-cluster.ts";
import { DevMachine } from "../play/dev-kinds.ts";

const setup = useFoo();
const play = { bootstrap: true, controlPlane: true, infrastructure: 1 };
const resources: readonly Resource[] = [Machine, KubeadmConfig, DevMachine];

/** Creates a machine with labels of the template; returns its name. */
async function begin(watch: boolean, labels: object): Promise<string> {
  setup.simulate({ watch, workloads: false, play });
  await createPlayedCluster(setup.client, setup.namespace, 1);
  await template({ kept: "yes", ...labels });
  let name = "";
  await until(async () => {
    const workers = (await setup.machines()).filter(({ metadata }) => metadata.labels?.["kept"] === "yes");
    name = workers[0]?.metadata.name ?? "";
    return name !== "";
  });
  return name;
}

const template = (labels: object): Promise<void> =>
  setup.change(MachineDeployment, "workers", { spec: { template: { metadata: { labels } } } });

/** Steps until something holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const stepped = async (): Promise<boolean> => {
    setup.sim.wake();
    await setup.sim.step();
    return holds();
  };
  await expect.poll(stepped, { interval: 5, timeout: 60_000 }).toBe(true);
}

/** Steps that see all changes, also where watches say what they are. */
async function steps(): Promise<void> {
  for (let count = 0; count < 4; count++) {
    setup.sim.wake();
    await setup.sim.step();
    await sleep(20);
  }
}

async function set(name: string, labels: object): Promise<void> {
  for (const resource of resources) await setup.change(resource, name, { metadata: { labels } });
}

/** A label of the machine, its config and its InfraMachine. */
async function found(name: string, label: string): Promise<readonly unknown[]> {
  const objects = await Promise.all(resources.map((resource) => setup.client.get(resource, setup.key(name))));
  return objects.map(({ metadata }) => metadata.labels?.[label]);
}

const isRemoved = async (name: string, label: string): Promise<boolean> =>
  (await found(name, label)).every((value) => value === undefined);

test.each([{ watch: false }, { watch: true }])(
  "what others set after the set has removed it stays (watch: $watch)",
  async ({ watch }) => {
    const name = await begin(watch, { one: "1" });
    await template({ one: null });
    await until(() => isRemoved(name, "one"));
    await steps();
    await set(name, { one: "1" });
    await steps();
    expect(await found(name, "one")).toEqual(["1", "1", "1"]);
  },
);

test.each(resources)("what others give another value in a $kind stays, and is removed from the others", async (one) => {
  const name = await begin(false, { one: "1" });
  await steps();
  await template({ one: null });
  await setup.change(one, name, { metadata: { labels: { one: "others" } } });
  await steps();
  expect(await found(name, "one")).toEqual(resources.map((each) => (each === one ? "others" : undefined)));
});

test("a label that a set and its deployment drop after a machine was created is removed from it", async () => {
  const name = await begin(false, { one: "1" });
  const { items } = await setup.client.listAll(MachineSet, { namespace: setup.namespace });
  const body = { spec: { template: { metadata: { labels: { one: null } } } } };
  await setup.change(MachineDeployment, "workers", body);
  for (const { metadata } of items) await setup.change(MachineSet, metadata.name ?? "", body);
  await steps();
  expect(await isRemoved(name, "one")).toBe(true);
});

test("a simulation that begins after a template has changed removes what was dropped from all objects", async () => {
  const name = await begin(false, { one: "1" });
  await steps();
  await template({ one: null });
  setup.simulate({ workloads: false, play });
  await steps();
  expect(await isRemoved(name, "one")).toBe(true);
});

test("a part that does not exist holds up nothing", async () => {
  const name = await begin(false, { one: "1" });
  await steps();
  await setup.client.delete(KubeadmConfig, setup.key(name));
  await template({ one: null });
  await steps();
  const { length } = setup.sim.writes;
  await steps();
  expect(setup.sim.writes.slice(length)).toEqual([]);
  expect((await setup.client.get(Machine, setup.key(name))).metadata.labels).not.toHaveProperty("one");
});
