// What a case of this area is: a question for upstream's code, and what Capstan says or expects.
import type { Random } from "@capstan/repo";

/** One case. */
export interface Case {
  readonly operation: string;
  readonly question: object;
  readonly ours: unknown;
}

/** Makes random cases of one group. */
export type CaseMaker = (random: Random) => Case | Promise<Case>;

/** A random JSON value, as templates have them: small objects, lists of named items, scalars. */
export function randomValue(random: Random, depth = 3): unknown {
  const kind = depth === 0 ? "scalar" : random.pick(["scalar", "scalar", "object", "list", "named"]);
  if (kind === "object") return randomObject(random, depth - 1);
  if (kind === "list") return times(random, 5, () => randomValue(random, depth - 1));
  if (kind === "named")
    return times(random, 5, () => ({ name: random.pick(["a", "b", "c"]), value: randomValue(random, depth - 1) }));
  return random.pick([0, 1, 2.5, "", "x", "y/z~", true, false]);
}

/** A random object with names that JSON pointers escape, too. */
export function randomObject(random: Random, depth = 3): Record<string, unknown> {
  const names = ["a", "b", "c", "d/e", "f~g", "0"];
  return Object.fromEntries(times(random, 5, () => [random.pick(names), randomValue(random, depth)]));
}

/** A copy with some parts replaced, removed or added. */
export function randomChange(random: Random, value: unknown): unknown {
  if (random.chance(0.15)) return randomValue(random);
  if (Array.isArray(value)) {
    const kept = value.filter(() => random.chance(0.85)).map((item: unknown) => randomChange(random, item));
    if (random.chance(0.3)) kept.splice(random.below(kept.length + 1), 0, randomValue(random, 1));
    return random.chance(0.1) ? kept.toReversed() : kept;
  }
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    random.chance(0.9) ? [[name, randomChange(random, part)]] : [],
  );
  return { ...Object.fromEntries(kept), ...(random.chance(0.2) && randomObject(random, 1)) };
}

/** Up to so many results. */
export function times<T>(random: Random, most: number, make: () => T): T[] {
  return Array.from({ length: random.below(most + 1) }, make);
}
