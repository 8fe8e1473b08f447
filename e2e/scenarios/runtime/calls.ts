// What the extension's log says of its calls: that hooks it held were called again late enough, and as often as the managers counted.
import { wrongHooks } from "../../src/core-hooks.ts";
import { mustEqual } from "../../src/eventually.ts";
import { pausesOf } from "../../src/hook-calls.ts";
import { countedCalls } from "../../src/manager-metrics.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import { extensionCalls } from "./class-cluster.ts";

/** Calls that the log does not have: the kit answers them itself. */
const unlogged = "Discovery";

/** Prints how often each hook was called; fails where the extension and the managers do not agree, and for hooks that this release should not or should have called. */
export async function compareCalls(management: ManagementCluster): Promise<Readonly<Record<string, number>>> {
  const counted = await countedCalls(management);
  const calls = extensionCalls(management);
  const hooks = [...new Set([...counted.keys(), ...calls.map(({ hook }) => hook)])].toSorted();
  const rows = hooks.map((hook) => ({
    hook,
    own: hook === unlogged ? undefined : calls.filter((call) => call.hook === hook && call.status === "Success").length,
    managers: counted.get(hook)?.answered ?? 0,
    failed: counted.get(hook)?.failed ?? 0,
  }));
  console.log(`       ${"hook".padEnd(30)}${columns("our log", "managers", "failed")}`);
  for (const { hook, own = "-", managers, failed } of rows)
    console.log(`       ${hook.padEnd(30)}${columns(own, managers, failed)}`);
  const answered = rows.filter(({ managers }) => managers > 0);
  const { clusterApi } = management.built.versions;
  mustEqual(
    "hooks that the managers had answered",
    wrongHooks(
      clusterApi,
      answered.map(({ hook }) => hook),
    ),
    [],
  );
  // What was answered when the extension was killed may not have reached the manager.
  const isSame = (own: number, managers: number, failed: number): boolean =>
    own >= managers && own <= managers + failed;
  const different = rows.filter(({ own, managers, failed }) => !isSame(own ?? managers, managers, failed));
  mustEqual("hooks whose counts are different", different, []);
  return Object.fromEntries(answered.map(({ hook, managers }) => [hook, managers]));
}

function columns(...cells: readonly (string | number)[]): string {
  return cells.map((cell) => String(cell).padStart(10)).join("");
}

/** Prints how long each hook that can block was held; fails for one that was not, or was called again before its delay was over. */
export function checkDelays(management: ManagementCluster, blocking: readonly string[]): void {
  const calls = extensionCalls(management);
  for (const hook of blocking) {
    const pauses = pausesOf(calls.filter((call) => call.hook === hook));
    console.log(`       ${hook.padEnd(30)}again after ${pauses.map(({ waited }) => waited.toFixed(1)).join(", ")} s`);
    const early = pauses.filter(({ waited, asked }) => waited < asked);
    mustEqual(`whether ${hook} was held`, [pauses.length > 0, early], [true, []]);
  }
}
