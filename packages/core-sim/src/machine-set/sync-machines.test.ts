// What a MachineSet changes of its machines: what others have set stays, what the set had set and drops is removed, and a lost write is made again.
import { setTimeout as sleep } from "node:timers/promises";
import { Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { resourceOf, type UnstructuredObject } from "@capstan/kube";
import { beforeEach, expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();
beforeEach(() => setup.cluster());

const devGroup = "infrastructure.cluster.x-k8s.io";
const DevMachine = resourceOf<UnstructuredObject>(`${devGroup}/v1beta2`, "DevMachine");
const DevTemplate = resourceOf<UnstructuredObject>(`${devGroup}/v1beta2`, "DevMachineTemplate");

async function machine(): Promise<Machine> {
  const [found] = await setup.machines();
  if (found === undefined) throw new Error("there is no machine");
  return found;
}

const nameOf = async (): Promise<string> => (await machine()).metadata.name ?? "";

/** Labels, gates, taints and timeouts of a template. */
const change = (labels: object, spec: object): Promise<void> =>
  setup.change(MachineDeployment, "md", {
    spec: { template: { metadata: { labels: { kept: "yes", ...labels } }, spec } },
  });

async function followed(): Promise<object> {
  const { readinessGates, taints, deletion, minReadySeconds } = (await machine()).spec;
  return { readinessGates, taints, deletion, minReadySeconds };
}

const taint = (key: string, value: string): object => ({ key, value, effect: "NoSchedule", propagation: "Always" });
const gate = (conditionType: string): object => ({ conditionType });

test.each([{ watch: false }, { watch: true }])(
  "fields of others stay, and those of the template that it drops are removed (watch: $watch)",
  async ({ watch }) => {
    setup.simulate({ watch });
    await setup.deployment(1);
    const own = { readinessGates: [gate("Own"), gate("Kept")], taints: [taint("own", "1"), taint("kept", "1")] };
    await change({}, { ...own, minReadySeconds: 3, deletion: { nodeDrainTimeoutSeconds: 7 } });
    await setup.steps(4);
    await setup.change(Machine, await nameOf(), {
      spec: {
        readinessGates: [gate("Other"), ...own.readinessGates],
        taints: [...own.taints, taint("other", "1")],
        deletion: { nodeVolumeDetachTimeoutSeconds: 9 },
      },
    });
    await changed(4);
    expect(await followed()).toEqual({
      readinessGates: [gate("Other"), gate("Own"), gate("Kept")],
      taints: [taint("own", "1"), taint("kept", "1"), taint("other", "1")],
      deletion: { nodeDrainTimeoutSeconds: 7, nodeVolumeDetachTimeoutSeconds: 9, nodeDeletionTimeoutSeconds: 10 },
      minReadySeconds: 3,
    });
    const kept = { readinessGates: [gate("Kept")], taints: [taint("kept", "2")] };
    await change({}, { ...kept, minReadySeconds: null, deletion: null });
    await changed(4);
    expect(await followed()).toEqual({
      readinessGates: [gate("Other"), gate("Kept")],
      taints: [taint("kept", "2"), taint("other", "1")],
      deletion: { nodeVolumeDetachTimeoutSeconds: 9, nodeDeletionTimeoutSeconds: 10 },
      minReadySeconds: undefined,
    });
  },
);

/** Steps that see all changes, also where watches say what they are. */
async function changed(steps: number): Promise<void> {
  for (let count = 0; count < steps; count++) {
    setup.sim.wake();
    await setup.sim.step();
    await sleep(20);
  }
}

test("what somebody else adds again after it was dropped stays", async () => {
  await setup.deployment(1);
  await change({ team: "one" }, { readinessGates: [gate("Own")], deletion: { nodeDeletionTimeoutSeconds: 7 } });
  await setup.steps(3);
  expect((await machine()).spec.deletion).toEqual({ nodeDeletionTimeoutSeconds: 7 });
  await change({ team: null }, { readinessGates: null, deletion: null });
  await setup.steps(3);
  expect((await machine()).metadata.labels).not.toHaveProperty("team");
  expect((await machine()).spec.deletion).toEqual({ nodeDeletionTimeoutSeconds: 10 });
  const others = {
    metadata: { labels: { team: "other" } },
    spec: { readinessGates: [gate("Own")], deletion: { nodeDeletionTimeoutSeconds: 20 } },
  };
  await setup.change(Machine, await nameOf(), others);
  await setup.steps(3);
  expect(await machine()).toMatchObject(others);
});

test("a simulation that begins between a change of a deployment and its step removes what was dropped", async () => {
  await setup.deployment(1);
  await change({ team: "one" }, { readinessGates: [gate("Own")] });
  await setup.steps(3);
  await change({ team: null }, { readinessGates: null });
  setup.simulate({});
  await setup.steps(3);
  expect((await machine()).metadata.labels).not.toHaveProperty("team");
  expect((await machine()).spec.readinessGates).toBeUndefined();
  expect((await setup.client.get(foo.machine, setup.key(await nameOf()))).metadata.labels).not.toHaveProperty("team");
});

test("steps of a machine to which others add a gate do not write it", async () => {
  await setup.deployment(1);
  await setup.steps(4);
  await setup.change(Machine, await nameOf(), { spec: { readinessGates: [gate("Other")] } });
  const { length } = setup.sim.writes;
  await setup.steps(4);
  const written = setup.sim.writes.slice(length).filter(({ kind, verb }) => kind === "Machine" && verb === "patch");
  expect(written).toEqual([]);
  expect((await machine()).spec.readinessGates).toEqual([gate("Other")]);
});

/** The label of the objects of the machine. */
async function teams(): Promise<readonly unknown[]> {
  const name = await nameOf();
  const objects = [await machine(), await setup.client.get(DevMachine, setup.key(name))];
  return objects.map(({ metadata }) => metadata.labels?.["team"]);
}

async function teamsBecome(wanted: readonly unknown[]): Promise<void> {
  const become = async (): Promise<readonly unknown[]> => {
    await changed(1);
    return teams();
  };
  await expect.poll(become, { timeout: 20_000 }).toEqual(wanted);
}

test.each(["machines", "devmachines"])("with watches, a lost write to %s is made again", async (plural) => {
  setup.simulate({ watch: true });
  await setup.create(DevTemplate, "d", { template: { spec: {} } });
  await setup.deployment(1, {}, { infrastructureRef: { apiGroup: devGroup, kind: DevTemplate.kind, name: "d" } });
  await changed(5);
  for (const [team, wanted] of [
    ["one", ["one", "one"]],
    [null, [undefined, undefined]],
  ] as const) {
    await change({ team }, {});
    setup.env.faults.inject({ verb: "patch", plural }, { reason: "InternalError", times: 1 });
    await teamsBecome(wanted);
    setup.env.faults.clear();
  }
  const { items } = await setup.client.listAll(MachineSet, { namespace: setup.namespace });
  expect(items).toHaveLength(1);
});
