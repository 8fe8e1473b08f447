// What a manager's record says: no two reconciles of one key at the same time.

/** The keys that were reconciled twice at the same time, in a record of begins and ends. */
export function concurrentKeys(record: readonly string[]): readonly string[] {
  const running = new Map<string, number>();
  const found = new Set<string>();
  for (const line of record) {
    const [what = "", key = ""] = line.split(" ");
    const now = (running.get(key) ?? 0) + (what === "begin" ? 1 : -1);
    running.set(key, now);
    if (now > 1) found.add(key);
  }
  return [...found];
}

/** How often each key was reconciled. */
export function runsByKey(record: readonly string[]): ReadonlyMap<string, number> {
  const runs = new Map<string, number>();
  for (const line of record) {
    if (!line.startsWith("begin ")) continue;
    const key = line.slice("begin ".length);
    runs.set(key, (runs.get(key) ?? 0) + 1);
  }
  return runs;
}
