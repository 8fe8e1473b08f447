// A seeded sample of mutants. Stryker takes places, not mutants, and a place brings every mutant inside it: those run, too, but only the
// picked ones count. Blocks, which have many mutants inside, run apart from all others.
import type { Mutant } from "./mutants.ts";

/** Picked mutants of one target that Stryker runs in one go. */
export interface Batch {
  readonly kind: "blocks" | "others";
  readonly mutants: readonly Mutant[];
  /** Places as Stryker takes them: `file:line:column-line:column`. */
  readonly places: readonly string[];
}

/** What Stryker calls the mutant that empties a block. */
export const blockMutator: string = "BlockStatement";

/** Picks `count` mutants; the same seed picks the same of the same sources. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Batch[] {
  const random = generator(seed);
  const picked = mutants
    .map((mutant) => ({ mutant, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ mutant }) => mutant);
  const kinds = ["blocks", "others"] as const;
  return kinds
    .map((kind) => {
      const mine = picked.filter(({ mutator }) => (mutator === blockMutator) === (kind === "blocks"));
      return { kind, mutants: mine, places: [...new Set(mine.map(placeOf))] };
    })
    .filter(({ places }) => places.length > 0);
}

/** Lines count from one here. */
function placeOf({ file, start, end }: Mutant): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
