// A walk over components that refer to each other, outer ones first. Without recursion: chains may be long.
// Called by layout.ts and write-module.ts.

/** The components that are reached and not seen before, which are then seen. */
export function reachedFrom(
  starts: readonly string[],
  uses: (component: string) => readonly string[],
  seen: Set<string> = new Set(),
): string[] {
  const reached: string[] = [];
  const open = starts.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    reached.push(next);
    open.push(...uses(next).toReversed());
  }
  return reached;
}
