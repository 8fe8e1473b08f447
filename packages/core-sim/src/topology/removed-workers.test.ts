// Workers that a topology names again while their MachineDeployment or a template is deleted: that stays as it is, and another one is created.
import { MachineDeployment } from "@capstan/api/core/v1beta2";
import { type ObjectKey, resourceOf } from "@capstan/kube";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

async function setFinalizers(key: ObjectKey, finalizers: readonly string[] | null): Promise<void> {
  await rig.client.patch(MachineDeployment, key, { type: "merge", body: { metadata: { finalizers } } });
}

test("a MachineDeployment that is deleted is not changed, and workers of its name are created after it", async () => {
  await rig.createRunning();
  const [before] = await rig.workers();
  const key = { ...rig.key, name: before?.metadata.name ?? "" };
  await setFinalizers(key, [...(before?.metadata.finalizers ?? []), "a.b/held"]);
  await rig.setTopology({ workers: null });
  await rig.steps(3);
  await rig.setTopology({ workers: { machineDeployments: [{ class: "worker", name: "md", replicas: 3 }] } });
  await rig.steps(3);
  const deleted = await rig.workers();
  expect(deleted).toMatchObject([{ metadata: { uid: before?.metadata.uid }, spec: { replicas: 1 } }]);
  expect(deleted[0]?.metadata.deletionTimestamp).toBeDefined();
  await setFinalizers(key, null);
  await rig.steps(3);
  const [after] = await rig.workers();
  expect([after?.metadata.uid === before?.metadata.uid, after?.spec.replicas]).toEqual([false, 3]);
});

const DevMachineTemplate = resourceOf("infrastructure.cluster.x-k8s.io/v1beta2", "DevMachineTemplate");

test("workers that are added again while a finalizer keeps their template have another one", async () => {
  await rig.createRunning();
  const nameOfTemplate = async (): Promise<string> =>
    (await rig.workers())[0]?.spec.template.spec.infrastructureRef.name ?? "";
  const key = { ...rig.key, name: await nameOfTemplate() };
  const keep = async (finalizers: readonly string[] | null): Promise<void> =>
    void (await rig.client.patch(DevMachineTemplate, key, { type: "merge", body: { metadata: { finalizers } } }));
  const { workers } = (await rig.cluster()).spec.topology ?? {};
  await keep(["a.b/held"]);
  await rig.setTopology({ workers: null });
  await rig.sim.until(
    { name: "no workers", holds: async () => (await rig.workers()).length === 0 },
    { idle: () => sleep(5) },
  );
  await rig.setTopology({ workers });
  await rig.steps(3);
  expect(await nameOfTemplate()).not.toBe(key.name);
  await keep(null);
  await rig.untilRunning();
});
