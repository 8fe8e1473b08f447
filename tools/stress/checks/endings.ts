// How managers ended: with the right exit code, and for the right reason.
import type { Ending } from "../fault.ts";
import type { Rig } from "../rig.ts";

/** How a process ended, and what it logged. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it ended before it was told to at the end of the run. */
  readonly early: boolean;
  readonly log: string;
}

/** What is wrong with the end of a process; without endings it must work until it is told to stop, and end with 0. */
export function endingProblem(
  { code, signal, early, log }: Ended,
  endings: readonly Ending[] = [],
): string | undefined {
  const how = `${early ? "ended by itself" : "ended"} with ${signal ?? code}`;
  if (endings.length === 0) return early || code !== 0 ? how : undefined;
  const isRight = endings.some(
    (each) =>
      (each.code === undefined || each.code === code) &&
      (each.signal === undefined || each.signal === signal) &&
      (each.reason === undefined || log.includes(each.reason)),
  );
  return isRight ? undefined : `${how}, not ${endings.map(describe).join(" or ")}`;
}

function describe({ code, signal, reason }: Ending): string {
  return `${signal ?? code}${reason === undefined ? "" : ` because of ${reason}`}`;
}

/** Stops the managers that work; what is wrong with the ends of all. `endings` are those of the first one. */
export async function endingProblems(
  { managers }: Rig,
  endings: readonly Ending[] | undefined,
): Promise<{ readonly problems: readonly string[]; readonly exits: string }> {
  const problems: string[] = [];
  const exits: string[] = [];
  for (const [index, manager] of managers.entries()) {
    const early = manager.exit !== undefined;
    const exit = await manager.stop();
    const problem = endingProblem({ ...exit, early, log: manager.log }, index === 0 ? endings : undefined);
    if (problem !== undefined) problems.push(`manager ${manager.account} ${problem}`);
    exits.push(`${manager.account}: ${exit.signal ?? exit.code}`);
  }
  return { problems, exits: exits.join(", ") };
}
