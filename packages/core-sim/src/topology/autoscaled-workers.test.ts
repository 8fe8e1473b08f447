// Workers of a topology that are handed to an autoscaler, which then decides how many there are.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

/** Workers whose number an autoscaler chooses between two. */
function between(least: number, most: number): object {
  const prefix = "cluster.x-k8s.io/cluster-api-autoscaler-node-group";
  const annotations = { [`${prefix}-min-size`]: String(least), [`${prefix}-max-size`]: String(most) };
  return { machineDeployments: [{ class: "worker", name: "md", metadata: { annotations } }] };
}

async function replicas(): Promise<readonly unknown[]> {
  return (await rig.workers()).map(({ spec }) => spec.replicas);
}

test.each([
  { least: 1, most: 5, becomes: 2 },
  { least: 3, most: 5, becomes: 3 },
  { least: 0, most: 1, becomes: 1 },
])("2 workers that are handed to an autoscaler with $least to $most are $becomes", async ({ least, most, becomes }) => {
  await rig.create();
  await rig.setTopology({ workers: { machineDeployments: [{ class: "worker", name: "md", replicas: 2 }] } });
  await rig.untilTopology("True");
  expect(await replicas()).toEqual([2]);
  await rig.setTopology({ workers: between(least, most) });
  await rig.steps(4);
  expect(await replicas()).toEqual([becomes]);
});

test("without a number of their own, new workers are as many as an autoscaler needs at least", async () => {
  await rig.create();
  await rig.setTopology({ workers: between(2, 5) });
  await rig.untilTopology("True");
  await rig.steps(2);
  expect(await replicas()).toEqual([2]);
});
