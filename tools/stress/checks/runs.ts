// What managers' records say: no two reconciles of one key at the same time, in one process or in two.

/** The record of a process, and when it had ended. */
export interface Recorded {
  /** A word, a key and the machine's clock in milliseconds. */
  readonly record: readonly string[];
  /** On the same clock. */
  readonly endedAt?: number | undefined;
}

interface Mark {
  readonly what: string;
  readonly key: string;
  readonly at: number;
}

function markOf(line: string): Mark {
  const [what = "", key = "", at = "0"] = line.split(" ");
  return { what, key, at: Number(at) };
}

/** The keys that were reconciled twice at the same time, in a record of begins and ends. */
export function concurrentKeys(record: readonly string[]): readonly string[] {
  return concurrentIn(record.map(markOf));
}

/** The keys that were reconciled twice at the same time by any of the processes. A reconcile without an end ended with its process. */
export function concurrentKeysOfAll(records: readonly Recorded[]): readonly string[] {
  const marks = records.flatMap(({ record, endedAt }) => {
    const own = record.map(markOf);
    if (endedAt === undefined) return own;
    return [...own, ...openKeys(record).map((key) => ({ what: "end", key, at: endedAt }))];
  });
  return concurrentIn(marks.toSorted((a, b) => a.at - b.at));
}

function concurrentIn(marks: readonly Mark[]): readonly string[] {
  const running = new Map<string, number>();
  const found = new Set<string>();
  for (const { what, key } of marks) {
    const now = (running.get(key) ?? 0) + (steps[what] ?? 0);
    running.set(key, now);
    if (now > 1) found.add(key);
  }
  return [...found];
}

const steps: Readonly<Record<string, number>> = { begin: 1, end: -1 };

/** The key of each reconcile that has not ended. */
export function openKeys(record: readonly string[]): readonly string[] {
  const running = new Map<string, number>();
  for (const { what, key } of record.map(markOf)) running.set(key, (running.get(key) ?? 0) + (steps[what] ?? 0));
  return [...running].flatMap(([key, count]) => Array.from({ length: count }, () => key));
}

/** The keys whose object a reconcile did not find in the cache. */
export function absentKeys(record: readonly string[]): readonly string[] {
  const absent = record.map(markOf).filter(({ what }) => what === "absent");
  return [...new Set(absent.map(({ key }) => key))];
}

/** How often each key was reconciled. */
export function runsByKey(record: readonly string[]): ReadonlyMap<string, number> {
  const runs = new Map<string, number>();
  for (const { what, key } of record.map(markOf)) if (what === "begin") runs.set(key, (runs.get(key) ?? 0) + 1);
  return runs;
}
