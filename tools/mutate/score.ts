// Counts what became of mutants. A mutant that nobody can tell from the source is equivalent: each is listed with its reason.
import type { Mutant } from "./mutants.ts";

/** A mutant and what became of it, in Stryker's words. */
export interface Outcome extends Mutant {
  readonly status: string;
}

/** A mutant that behaves as the source does, so that no test can kill it. */
export interface Equivalent {
  readonly file: string;
  readonly mutator: string;
  /** The source that is replaced, its white space made single. */
  readonly source: string;
  readonly replacement: string;
  readonly reason: string;
}

/** How many mutants of each kind there were. */
export interface Score {
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
  /** Mutants that make the file unusable (a syntax or load error); they say nothing about tests. */
  readonly invalid: number;
  /** Killed ones of those that can be killed, in percent. */
  readonly percent: number;
}

/** An outcome with the source that its mutant replaces. */
export interface Judged extends Outcome {
  readonly source: string;
}

const killedStates = new Set(["Killed", "Timeout"]);
const invalidStates = new Set(["CompileError", "RuntimeError", "Ignored"]);

/** Whether this mutant still stands and is not known to be equivalent. */
export function isSurvivor(judged: Judged, equivalents: readonly Equivalent[]): boolean {
  return (
    !killedStates.has(judged.status) &&
    !invalidStates.has(judged.status) &&
    equivalentOf(judged, equivalents) === undefined
  );
}

/** The score of these outcomes. */
export function scoreOf(outcomes: readonly Judged[], equivalents: readonly Equivalent[]): Score {
  const killed = outcomes.filter(({ status }) => killedStates.has(status)).length;
  const invalid = outcomes.filter(({ status }) => invalidStates.has(status)).length;
  const survived = outcomes.filter((outcome) => isSurvivor(outcome, equivalents)).length;
  const equivalent = outcomes.length - killed - invalid - survived;
  const percent = killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
  return { killed, survived, equivalent, invalid, percent };
}

/** Entries of the list whose mutant was killed, or does not exist any more. */
export function staleEquivalents(outcomes: readonly Judged[], equivalents: readonly Equivalent[]): Equivalent[] {
  return equivalents.filter(
    (entry) => !outcomes.some((outcome) => !killedStates.has(outcome.status) && isSame(outcome, entry)),
  );
}

function equivalentOf(judged: Judged, equivalents: readonly Equivalent[]): Equivalent | undefined {
  return equivalents.find((entry) => isSame(judged, entry));
}

function isSame(judged: Judged, entry: Equivalent): boolean {
  return (
    judged.file === entry.file &&
    judged.mutator === entry.mutator &&
    singleSpaced(judged.source) === entry.source &&
    singleSpaced(judged.replacement) === singleSpaced(entry.replacement)
  );
}

/** White space made single, so that a formatter does not change what is compared. */
export function singleSpaced(source: string): string {
  return source.replace(/\s+/g, " ").trim();
}

/** The part of a file that a mutant replaces. */
export function sourceAt(content: string, { start, end }: Pick<Mutant, "start" | "end">): string {
  const lines = content.split("\n").slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : line.length))
    .join("\n");
}
