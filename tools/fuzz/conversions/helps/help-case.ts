// What is tried for one error of the generator.
import type { ConversionCode } from "@capstan/generator-conversion";
import { sourceOf, type PairText } from "../pairs/pair-source.ts";

/** The codes of errors; the others are warnings, which reject nothing. */
export type ErrorCode = Exclude<
  ConversionCode,
  "conversion/missing-package" | "conversion/hub-not-served" | "conversion/template-loses"
>;

/** A module that the error rejects, and the ways out that its help names. */
export interface HelpCase {
  /** The module that it rejects. */
  readonly rejected: string;
  /** The fixed modules, by the words of the help that say what was done. */
  readonly ways: Readonly<Record<string, string>>;
}

/** A further case of an error. */
export interface CodeCase extends HelpCase {
  readonly code: ErrorCode;
}

/** A case of one pair of versions, whose ways change some of it. */
export function ofPair(rejected: PairText, ways: Readonly<Record<string, Partial<PairText>>>): HelpCase {
  const fixed = Object.entries(ways).map(([way, changes]) => [way, sourceOf({ ...rejected, ...changes })] as const);
  return { rejected: sourceOf(rejected), ways: Object.fromEntries(fixed) };
}
