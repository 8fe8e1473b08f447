// What Cluster API drops of a patch, in two parts: whatever there is, and only under a condition.
import { droppedChanges, type PatchedItem } from "@capstan/extension-kit/testing";

/** JSON pointers of what is dropped. */
export interface DroppedParts {
  readonly dropped: readonly string[];
  /** What is dropped only where the ClusterClass or the Cluster has the field. */
  readonly droppedWhereSet: readonly string[];
}

/** The two parts of what is dropped of a patch. */
export function droppedParts(patched: PatchedItem): DroppedParts {
  const all = droppedChanges(patched);
  const pathsOf = (where: boolean): readonly string[] =>
    all.filter(({ onlyWhereSet }) => onlyWhereSet === where).map(({ path }) => path);
  return { dropped: pathsOf(false), droppedWhereSet: pathsOf(true) };
}

/** Parts of which there is something, each with its condition as the end of a sentence. */
export function droppedInWords({
  dropped = [],
  droppedWhereSet = [],
}: Partial<DroppedParts>): readonly (readonly [paths: readonly string[], condition: string])[] {
  const parts = [
    [dropped, ""],
    [droppedWhereSet, " where the ClusterClass or the Cluster has these fields"],
  ] as const;
  return parts.filter(([paths]) => paths.length > 0);
}
