// (k) Every hook of Cluster API on the real managers: an extension that holds each hook that can block for three seconds, on a Cluster of a
// class that is created, upgraded over two minors, updated in place, patched by another generation and deleted.
import { hookCatalog } from "@capstan/api/catalog";
import { hooksCalledBy } from "../../src/core-hooks.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import type { RunStep } from "../../src/scenario.ts";
import { checkDelays, compareCalls } from "./calls.ts";
import { callWith, faults, restartCore } from "./faults.ts";
import { callByHttp1, compareVersions } from "./http-versions.ts";
import { updateInPlace, updateWhileKilled } from "./in-place.ts";
import { create, discover, remove, scaleControlPlane, switchGeneration, upgrade } from "./life-of-class-cluster.ts";

/** Runs the scenario; resolves to how often each hook was called. */
export async function runtime(management: ManagementCluster, step: RunStep): Promise<Readonly<Record<string, number>>> {
  const hooks = hooksCalledBy(management.built.versions.clusterApi);
  const blockingHooks = hooks.filter((hook) => hookCatalog[hook].blocking);
  await step("core discovers the extension", () => discover(management));
  await step("create: held, then Available", () => create(management));
  await step("upgrade: two minors by the plan of the extension", () => upgrade(management));
  await step("scale: a control plane of three machines", () => scaleControlPlane(management));
  await step("in place: a variable changes five machines, none is replaced", () => updateInPlace(management));
  await step("killed: the extension is killed in such a change, started again", () => updateWhileKilled(management));
  await step("generation: another one of the patches, no machine is replaced", () => switchGeneration(management));
  for (const fault of faults) await step(fault.name, () => callWith(management, fault));
  await step("HTTP/1.1: the extension does not offer HTTP/2, and then does again", () => callByHttp1(management));
  await step("delete: held, then deleted", () => remove(management));
  await step(`blocking hooks: ${blockingHooks.length}, none called again too early`, async () =>
    checkDelays(management, blockingHooks),
  );
  const calls = await step(`calls: ${hooks.length} hooks, as many as the managers counted`, () =>
    compareCalls(management),
  );
  await step("HTTP: each call came by HTTP/2, or where it was not offered by HTTP/1.1", () =>
    compareVersions(management),
  );
  // After the counts, which core loses.
  await step("restarted: core is killed while the extension is down", () => restartCore(management));
  return calls;
}
