// One chain of changes on its Cluster: each change is rolled out and waited for; what happened to the Machines is kept.
import { eventually, mustEqual, sleep } from "../../src/eventually.ts";
import { hookCalls } from "../../src/hook-calls.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import type { ChainStep, PatchChange } from "../../replayed-extension/src/changes.ts";
import type { GuardVerdict } from "./guard.ts";
import { chainKey, machinesOf, type MachineUids, unsettled, useHandler } from "./chain-cluster.ts";

export const replayedManager = {
  namespace: "runtime-extension-replayed-system",
  name: "runtime-extension-replayed-controller-manager",
} as const;

/** A change that was rolled out. */
export interface PlayedChange {
  readonly change: PatchChange;
  readonly chain: number;
  /** The handler before the change: its recorded calls are what the guard compares. */
  readonly from: string;
  readonly before: MachineUids;
  /** What the guard expected of a change for which it reads the machines; it cannot do that later. */
  readonly verdicts?: readonly GuardVerdict[];
  readonly after: MachineUids;
}

/** A Cluster with nothing left to do stays so: a rollout that comes later than this is found before the next change. */
const quietSeconds = 4;

/** Waits until a Cluster is as it should be, and has been for some seconds. */
export async function settle(management: ManagementCluster, chain: number): Promise<void> {
  let since = Number.POSITIVE_INFINITY;
  await eventually({
    what: `Cluster chain-${chain} to be as it should be for ${quietSeconds} s`,
    read: async () => {
      const left = await unsettled(management, chainKey(chain));
      since = left.length > 0 ? Number.POSITIVE_INFINITY : Math.min(since, Date.now());
      return left;
    },
    until: () => Date.now() - since >= quietSeconds * 1000,
    within: 900,
    every: 500,
  });
}

/** A chain, and how the guard compares one of its steps with the next one. */
export interface PlayedChain {
  readonly chain: number;
  readonly steps: readonly ChainStep[];
  readonly guard: (from: ChainStep, to: ChainStep) => Promise<GuardVerdict[]>;
}

/** Rolls out the changes of a chain, one after the other. */
export async function playChain(
  management: ManagementCluster,
  { chain, steps, guard }: PlayedChain,
): Promise<PlayedChange[]> {
  const played: PlayedChange[] = [];
  const key = chainKey(chain);
  let before = await machinesOf(management, key);
  for (const [index, step] of steps.entries()) {
    const { handler, change } = step;
    const from = steps[index - 1];
    if (from === undefined || change === undefined) continue;
    const verdicts = change.kinds.some(({ needsCluster }) => needsCluster) ? await guard(from, step) : undefined;
    mustEqual(`Machines of chain-${chain} before ${handler}`, await machinesOf(management, key), before);
    await useHandler(management, key, handler);
    await eventually({
      what: `core to call ${handler}`,
      read: async () => hookCalls(management, replayedManager).filter((call) => call.handler === handler),
      until: (calls) => calls.some(({ status }) => status === "Success"),
      within: 240,
    });
    await sleep(1000);
    await settle(management, chain);
    const after = await machinesOf(management, key);
    played.push({ change, chain, from: from.handler, before, after, ...(verdicts && { verdicts }) });
    before = after;
  }
  return played;
}
