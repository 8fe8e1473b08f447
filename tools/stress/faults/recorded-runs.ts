// How often objects were reconciled in a part of a manager's record.
import { runsByKey } from "../checks/runs.ts";
import type { ManagerProcess } from "../lab/manager-process.ts";
import { delay } from "../lab/until.ts";
import { namesOf, namespace, type Range } from "../lab/widgets.ts";

/** The runs of the object of a range with the fewest, and of the one with the most. */
export function runsIn(record: readonly string[], range: Range): { readonly fewest: number; readonly most: number } {
  const runs = runsByKey(record);
  const counts = namesOf(range).map((name) => runs.get(`${namespace}/${name}`) ?? 0);
  return { fewest: Math.min(...counts), most: Math.max(...counts) };
}

/** What a manager wrote into its record meanwhile. */
export async function recordDuring(leader: ManagerProcess, ms: number): Promise<readonly string[]> {
  const before = leader.record.length;
  await delay(ms);
  return leader.record.slice(before);
}
