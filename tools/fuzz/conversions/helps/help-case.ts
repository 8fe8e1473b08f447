// What is tried for one error or warning of the generator.
import type { ConversionCode } from "@capstan/generator-conversion";
import { sourceOf, type PairText } from "../pairs/pair-source.ts";

/** The codes with a case. The one without is about the project's packages, not about a declaration. */
export type HelpCode = Exclude<ConversionCode, "conversion/missing-package">;

/** A module that the error rejects, or for which the warning is given, and the ways out that its help names. */
export interface HelpCase {
  /** That module. */
  readonly rejected: string;
  /** The fixed modules, by the words of the help that say what was done. */
  readonly ways: Readonly<Record<string, string>>;
}

/** A further case of an error. */
export interface CodeCase extends HelpCase {
  readonly code: HelpCode;
}

/** A case of one pair of versions, whose ways change some of it. */
export function ofPair(rejected: PairText, ways: Readonly<Record<string, Partial<PairText>>>): HelpCase {
  const fixed = Object.entries(ways).map(([way, changes]) => [way, sourceOf({ ...rejected, ...changes })] as const);
  return { rejected: sourceOf(rejected), ways: Object.fromEntries(fixed) };
}
