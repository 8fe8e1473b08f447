// All mutants of the code that converts.
import type { Mutant } from "./mutant.ts";
import { ruleMutants } from "./rule-mutants.ts";
import { valueMutants } from "./value-mutants.ts";

/** The name of what is tried before them with `--all`: the code as it is. */
export const rightCode = "the right code";

/** Forms of values first, then the steps of a conversion. */
export const allMutants: readonly Mutant[] = [...valueMutants, ...ruleMutants];
