// The guard's verdict on each object, compared with what happened to the uids of its Machines.
import { controlPlaneGroup, namespace } from "../../scenarios/replay/chain-cluster.ts";
import type { GuardVerdict } from "../../scenarios/replay/guard.ts";
import type { PlayedChange } from "../../scenarios/replay/play-chain.ts";

/** What the guard expected of an object, and what happened. */
export interface Compared {
  readonly group: string;
  readonly expected: boolean;
  readonly happened: boolean;
  /** Why the guard expected it. */
  readonly because: readonly string[];
}

/** Compares for each object whose Machines there were before the change. */
export function compareChange(
  { from, before, after, verdicts: own }: PlayedChange,
  ofTape: readonly GuardVerdict[],
): Compared[] {
  const verdicts = own ?? ofTape;
  return Object.entries(before).map(([group, uids]) => {
    const own = verdicts.filter(({ handler, object, rolls }) => rolls && handler === from && groupOf(object) === group);
    const kept = after[group] ?? [];
    return {
      group,
      expected: own.length > 0,
      happened: uids.some((uid) => !kept.includes(uid)),
      because: own.map(({ because }) => because),
    };
  });
}

/** Whose Machines are made of the templates that an object uses: all but MachineDeployments belong to the control plane. */
function groupOf(object: string): string {
  const deployment = `MachineDeployment ${namespace}/`;
  return object.startsWith(deployment) ? object.slice(deployment.length) : controlPlaneGroup;
}

/** How a verdict and what happened go together. */
export type Outcome = "equal" | "false no" | "false yes";

/** Whether the guard was right. */
export function outcomeOf({ expected, happened }: Compared): Outcome {
  if (expected === happened) return "equal";
  return happened ? "false no" : "false yes";
}
