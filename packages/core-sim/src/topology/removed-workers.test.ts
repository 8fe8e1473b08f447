// Workers that a topology names again while their MachineDeployment is deleted: it stays as it is, and another one is created after it.
import { MachineDeployment } from "@capstan/api/core/v1beta2";
import type { ObjectKey } from "@capstan/kube";
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
