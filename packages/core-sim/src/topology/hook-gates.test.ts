// What a Cluster waits with for its hooks and patches: each reconcile that is held says when the next call is due, because only the last one counts.
import { hookCatalog } from "@capstan/api/catalog";
import { createClient } from "@capstan/client";
import { expect, test } from "vitest";
import { clusterOfClass } from "../../test/class-objects.ts";
import { stepContext } from "../../test/step-context.ts";
import { RecordedHooks } from "../../test/topology-rig.ts";
import { StepLists } from "../step-lists.ts";
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

test("a hook that was answered lets the step through that it is about, until the Cluster is deleted", async () => {
  const client = createClient({ server: "http://127.0.0.1:1" });
  const hooks = new RecordedHooks();
  const gates = new HookGates(hooks);
  const draft = clusterOfClass("one", "v1.37.0");
  const hook = hookCatalog.BeforeControlPlaneUpgrade;
  const open = async (toKubernetesVersion: string): Promise<number> => {
    const request = { fromKubernetesVersion: "v1.35.0", toKubernetesVersion };
    const context = stepContext(new StepLists(client, {}));
    await gates.open({ draft, context, hook, request, blocking: new Map() });
    return hooks.calls.splice(0).length;
  };
  gates.keepOpen(hook, draft, "v1.36.0");
  expect([await open("v1.36.0"), await open("v1.36.0")]).toEqual([0, 1]);
  gates.keepOpen(hook, draft, "v1.36.0");
  expect([await open("v1.37.0"), await open("v1.36.0")]).toEqual([1, 1]);
  gates.keepOpen(hook, draft, "v1.36.0");
  gates.forget(draft);
  expect(await open("v1.36.0")).toBe(1);
  client.close();
});
