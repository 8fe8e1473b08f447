// What a Cluster waits with for its patches: each reconcile that is held says when the next call is due, because only the last one counts.
import { expect, test } from "vitest";
import { clusterOfClass } from "../../test/class-objects.ts";
import { RecordedHooks } from "../../test/topology-rig.ts";
import { HookGates } from "./hook-gates.ts";

test("patches that are held after a failure are due at the same time, however often the Cluster is looked at", async () => {
  let now = 0;
  const waits: number[] = [];
  const context = { now: () => now, wakes: 0, wakeAt: (time: number) => void waits.push(time) };
  const hooks = new RecordedHooks();
  hooks.patchError = new Error("broken");
  const patches = new HookGates(hooks).patching(clusterOfClass("one", "v1.35.0"), context);
  const patch = async (): Promise<unknown> => patches?.patch({}, { templates: [], variables: {} }, "one");
  for (const time of [0, 1000, 4999]) {
    now = time;
    await expect(patch()).rejects.toThrow("broken");
  }
  expect([hooks.patched.length, waits.slice(1)]).toEqual([1, [5000, 5000, 5000]]);
  now = 5000;
  await expect(patch()).rejects.toThrow("broken");
  expect([hooks.patched.length, waits.at(-1)]).toEqual([2, 10_000]);
});
