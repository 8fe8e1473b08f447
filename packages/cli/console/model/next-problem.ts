// The objects that people look at, without the machinery of the cluster, and the next one of them that failed.
import type { ObjectRow } from "../../src/console/wire.ts";
import { isSystem, ownershipOf } from "./ownership.ts";

/** The rows that the counter at the top counts: those of the tree, without its group "System". */
export function shownObjects(rows: Iterable<ObjectRow>): ObjectRow[] {
  return [...rows].filter((row) => row.kind !== "Event" && !isSystem(row));
}

/** The next object that failed after the chosen one, in the order of the tree; when none failed, the next one that is in progress. */
export function nextProblem(rows: Iterable<ObjectRow>, chosen: string): string | undefined {
  const { roots, childrenOf } = ownershipOf(shownObjects(rows));
  const ordered: ObjectRow[] = [];
  const visit = (row: ObjectRow): void => {
    ordered.push(row);
    childrenOf(row).forEach(visit);
  };
  roots.forEach(visit);
  const failed = ordered.filter(({ state }) => state === "failed");
  const wanted = new Set(failed.length > 0 ? failed : ordered.filter(({ state }) => state === "busy"));
  const at = ordered.findIndex(({ id }) => id === chosen);
  const after = [...ordered.slice(at + 1), ...ordered.slice(0, at + 1)];
  return after.find((row) => wanted.has(row))?.id;
}
