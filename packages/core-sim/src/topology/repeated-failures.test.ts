// Changes that fail after a template was created for them: they are not tried again at once, no template stays, and what the condition says is the same each time.
import { writePath } from "@capstan/contract";
import { resourceOf, type UnstructuredObject } from "@capstan/kube";
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
