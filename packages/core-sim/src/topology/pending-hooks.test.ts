// Hooks that an upgrade has to call are remembered before what they report begins, so that no failure loses them.
import { Cluster } from "@capstan/api/core/v1beta2";
import { CapstanError } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

/** Makes the first patch of a Cluster with this text fail, before it is sent. */
function failOnce(text: string): () => number {
  const send = rig.client.patch.bind(rig.client);
  let failures = 0;
  const spy = vi.spyOn(rig.client, "patch").mockImplementation(async (resource, key, options) => {
    if (failures === 0 && resource.kind === Cluster.kind && JSON.stringify(options.body).includes(text)) {
      failures += 1;
      throw new CapstanError("client/server-error", "the server is slow");
    }
    return send(resource, key, options);
  });
  return () => {
    spy.mockRestore();
    return failures;
  };
}

test("a Cluster that cannot be saved when its control plane begins the upgrade loses no hook", async () => {
  await rig.createRunning();
  rig.hooks.takeNames();
  await rig.setTopology({ version: "v1.36.0" });
  const end = failOnce("AfterControlPlaneUpgrade");
  await rig.steps(1);
  expect((await rig.controlPlane()).spec.version).toBe("v1.36.0");
  await rig.untilTopology("True");
  expect(end()).toBe(1);
  expect(await rig.workerVersions()).toEqual(["v1.36.0"]);
  expect(rig.hooks.takeNames()).toEqual([
    "BeforeClusterUpgrade",
    "BeforeControlPlaneUpgrade",
    "AfterControlPlaneUpgrade",
    "BeforeWorkersUpgrade",
    "AfterWorkersUpgrade",
    "AfterClusterUpgrade",
  ]);
});
