// Faults mostly wait. So several run at a time, each on a control plane of its own, and a run of all takes a part of the time.
import type { StepReport } from "@capstan/repo";
import type { Fault } from "./fault.ts";

/** Runs a fault on one of the labs. */
export type RunFault<L> = (lab: L, fault: Fault) => Promise<StepReport>;

/** Begins: on each lab one fault after the other, then those that run alone, on the first one. Each promise is of the fault at its place. */
export function runSideBySide<L>(
  labs: readonly [L, ...L[]],
  faults: readonly Fault[],
  run: RunFault<L>,
): readonly Promise<StepReport>[] {
  const waiting = faults.map((fault) => ({ fault, ...Promise.withResolvers<StepReport>() }));
  const work = async (lab: L, left: typeof waiting): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { fault, promise, resolve } = next;
      resolve(run(lab, fault));
      await promise.catch(() => undefined);
    }
  };
  const [first] = labs;
  const shared = waiting.filter(({ fault }) => fault.alone !== true);
  const alone = waiting.filter(({ fault }) => fault.alone === true);
  void Promise.all(labs.map((lab) => work(lab, shared))).then(() => work(first, alone));
  return waiting.map(({ promise }) => promise);
}
