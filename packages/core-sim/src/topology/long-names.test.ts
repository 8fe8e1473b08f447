// Names of the parts of a Cluster of a class, and of its machines, which are values of labels too: none is longer than 63 characters.
import { Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

test("long names are cut, and end as random ones do", async () => {
  rig.key = { ...rig.key, name: `${rig.key.name}-${"x".repeat(45)}` };
  await rig.createRunning({
    inCluster: ({ spec }) => {
      const [worker] = spec.topology?.workers?.machineDeployments ?? [];
      if (worker !== undefined) worker.name = `md-${"y".repeat(40)}`;
    },
  });
  const sets = await rig.client.listAll(MachineSet, { namespace: rig.key.namespace });
  const machines = await rig.client.listAll(Machine, { namespace: rig.key.namespace });
  const objects = [...(await rig.workers()), ...sets.items, ...machines.items];
  expect(objects.map(({ kind }) => kind)).toEqual(["MachineDeployment", "MachineSet", "Machine", "Machine"]);
  for (const { metadata } of objects)
    expect(metadata.name).toMatch(/^c1-x{45}.{0,10}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
});
