// Changes that fail after a template was created for them: they are not tried again at once, no template stays, and what the condition says is the same each time.
import { writePath } from "@capstan/contract";
import { CapstanError, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";
import { createCoreSim } from "../core-sim.ts";
import type { SimWrite } from "../writer.ts";

const DevMachineTemplate = resourceOf<UnstructuredObject>(
  "infrastructure.cluster.x-k8s.io/v1beta2",
  "DevMachineTemplate",
);
const pools = [{ apiGroup: "ipam.cluster.x-k8s.io", kind: "Pool", name: "one" }];

const rig = new TopologyRig();
beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rig.hooks.edit = () => undefined;
  await rig.end();
});

/** Has the templates of all machines replaced, and a field of a kind be one that its schema does not have. */
function reject(kind: string, field: string): void {
  rig.hooks.edit = (template) => {
    if (template.kind === "DevMachineTemplate") writePath(template, "spec.template.spec.addressesFromPools", pools);
    if (template.kind === kind) writePath(template, `spec.template.spec.${field}`, "x");
  };
}

const rejected = [
  ["KubeadmControlPlaneTemplate", "kubeadmConfigSpec.nonsense"],
  ["KubeadmConfigTemplate", "nonsense"],
] as const;

/** The templates of machines that the Cluster has. */
async function templates(): Promise<readonly UnstructuredObject[]> {
  const labelSelector = `cluster.x-k8s.io/cluster-name=${rig.key.name}`;
  return (await rig.client.listAll(DevMachineTemplate, { namespace: "default", labelSelector })).items;
}

/** What was done with templates of machines; a rollout may go on beside that. */
function templateWrites(writes: readonly SimWrite[]): readonly string[] {
  return writes.filter(({ kind }) => kind === DevMachineTemplate.kind).map(({ verb }) => verb);
}

const attempt = ["create", "delete"];

test.each(rejected)(
  "a rejected %s is tried again after a while, and as soon as something has changed",
  async (...of) => {
    await rig.createRunning();
    vi.useFakeTimers({ toFake: ["Date"] });
    reject(...of);
    await rig.steps(3);
    const message = await rig.topologyReconciled();
    expect(message).toMatch(/^False ReconcileFailed .*unknown field/);
    const writesOf = async (): Promise<readonly string[]> => {
      const { length } = rig.sim.writes;
      await rig.steps(3);
      return templateWrites(rig.sim.writes.slice(length));
    };
    expect(await writesOf()).toEqual([]);
    rig.ahead += 6000;
    expect(await writesOf()).toEqual(attempt);
    rig.sim.wake();
    expect(await writesOf()).toEqual(attempt);
    expect([await rig.topologyReconciled(), await templates()]).toEqual([
      message,
      expect.objectContaining({ length: 2 }),
    ]);
    rig.hooks.edit = () => undefined;
    await rig.steps(3);
    expect(await rig.topologyReconciled()).toBe("True ReconcileSucceeded ");
  },
);

test.each(rejected)("with watches, a rejected %s lets steps rest", async (...of) => {
  await rig.createRunning();
  vi.useFakeTimers({ toFake: ["Date"] });
  const play = { bootstrap: true, controlPlane: true, infrastructure: 1, topologies: rig.hooks };
  const sim = createCoreSim({ client: rig.client, watch: true, play });
  const rests = async (): Promise<boolean> => {
    const { length } = rig.hooks.patched;
    await sim.step();
    await sleep(50);
    await sim.step();
    return rig.hooks.patched.length === length;
  };
  reject(...of);
  await expect.poll(rests, { timeout: 20_000 }).toBe(true);
  expect(await rig.topologyReconciled()).toMatch(/unknown field/);
  sim.wake();
  expect(templateWrites(await sim.step())).toEqual(attempt);
  sim.close();
});

/** Has changes of what names templates fail, after they were made or before. */
function failChanges(kind: string, isMade: boolean): { count: number; readonly end: () => void } {
  const patch = rig.client.patch.bind(rig.client);
  const spy = vi.spyOn(rig.client, "patch").mockImplementation(async (resource, key, given) => {
    const fails = resource.kind === kind && JSON.stringify(given).includes("infrastructureRef");
    if (!fails) return patch(resource, key, given);
    failing.count += 1;
    if (isMade) await patch(resource, key, given);
    throw new CapstanError("client/server-error", "failed calling webhook");
  });
  const failing = { count: 0, end: (): void => spy.mockRestore() };
  return failing;
}

test.each([
  ["KubeadmControlPlane", false],
  ["KubeadmControlPlane", true],
  ["MachineDeployment", false],
  ["MachineDeployment", true],
])(
  "no template stays that a %s does not name, whether its change is made (%s) or not when the server fails",
  async (...of) => {
    await rig.createRunning();
    const failing = failChanges(...of);
    reject("none", "none");
    for (let round = 0; round < 5; round++) {
      await rig.steps(2);
      rig.ahead += 6000;
    }
    expect(failing.count).toBeGreaterThan(0);
    // The old one of the workers is used by machines.
    expect((await templates()).length).toBeLessThanOrEqual(3);
    failing.end();
    await rig.untilTopology("True");
    expect(await templates()).toHaveLength(3);
  },
);

test("templates that cannot be deleted after a failure are deleted before the next attempt", async () => {
  await rig.createRunning();
  reject(...rejected[0]);
  const remove = rig.client.delete.bind(rig.client);
  const spy = vi.spyOn(rig.client, "delete").mockImplementation(async (resource, key, options) => {
    if (resource.kind === DevMachineTemplate.kind) throw new CapstanError("client/server-error", "not now");
    return remove(resource, key, options);
  });
  for (let round = 0; round < 3; round++) {
    await rig.steps(2);
    rig.ahead += 6000;
  }
  expect(await templates()).toHaveLength(3);
  spy.mockRestore();
  await rig.steps(2);
  expect(await templates()).toHaveLength(2);
});

test("templates of workers that are rejected at their creation are deleted, and are not created again at once", async () => {
  await rig.createRunning();
  vi.useFakeTimers({ toFake: ["Date"] });
  const md = { class: "worker", name: "md", replicas: 1 };
  const wrong = { ...md, name: "other", metadata: { labels: { other: "not a value" } } };
  await rig.setTopology({ workers: { machineDeployments: [md, wrong] } });
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toMatch(/^False ReconcileFailed .*not a value/);
  const { length } = rig.sim.writes;
  await rig.steps(3);
  expect([rig.sim.writes.slice(length), await templates()]).toEqual([[], expect.objectContaining({ length: 2 })]);
});

test("hooks that were answered are not called again while something else fails, and for each step", async () => {
  rig.hooks.edit = (template) => {
    if (template.kind === "DevClusterTemplate") writePath(template, "spec.template.spec.nonsense", "x");
  };
  await rig.create();
  await rig.steps(3);
  expect(rig.hooks.takeNames()).toEqual(["BeforeClusterCreate"]);
  rig.hooks.edit = () => undefined;
  await rig.untilRunning();
  rig.hooks.takeNames();
  reject(...rejected[0]);
  await rig.setTopology({ version: "v1.36.0" });
  await rig.steps(3);
  rig.hooks.patchError = new Error("broken");
  await rig.steps(3);
  expect(rig.hooks.takeNames()).toEqual(["BeforeClusterUpgrade", "BeforeControlPlaneUpgrade"]);
});
