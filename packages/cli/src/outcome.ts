// What a verb hands back: data only, printed by output/ in the format the user chose.
// Verbs make it and print nothing of it themselves; the exit code is derived from it.
import { hasErrors, type Diagnostic } from "@capstan/kube";

/** What happened to a file, or with `check` would happen. */
export interface FileChange {
  readonly path: string;
  readonly change: "created" | "updated" | "removed";
  /** The lines that differ, where the verb shows them. */
  readonly diff?: string;
}

/** Exit codes: every verb uses these and no others. */
export const exitCodes = { ok: 0, problems: 1, usage: 2, drift: 3 } as const;

/** What a generation read and made, as a task runner needs to know it: paths are relative to the project, with `/`, and sorted. */
export interface ProjectOutcome {
  /** The project's folder, relative to where the command ran; `.` for that folder itself. */
  readonly project: string;
  /** The folders, files and globs that hold the API. */
  readonly sources: readonly string[];
  /** Every file that was read. */
  readonly inputs: readonly string[];
  /** Every file that generation owns. */
  readonly outputs: readonly string[];
  readonly changes: readonly FileChange[];
  /** How many of the outputs were already right. */
  readonly unchanged: number;
}

/** The result of a verb. */
export interface Outcome {
  /** The first line: what was looked at. */
  readonly lookedAt: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly changes?: readonly FileChange[];
  /** Whether the changes were only looked for: any is then drift. */
  readonly check?: boolean;
  /** How many files were already right. */
  readonly unchanged?: number;
  /** What was generated, by project. */
  readonly projects?: readonly ProjectOutcome[];
  /** Files that were named and belong to no API, as they were named. */
  readonly unrelated?: readonly string[];
  /** Text that is the verb's own answer, for example a page of `explain`. */
  readonly body?: string;
  /** The last line: the command to run next. */
  readonly next?: string;
}

/** The exit code of an outcome. */
export function exitCodeOf({ diagnostics, changes = [], check = false }: Outcome): number {
  if (diagnostics.some(({ code }) => code === "cli/usage")) return exitCodes.usage;
  if (hasErrors(diagnostics)) return exitCodes.problems;
  return check && changes.length > 0 ? exitCodes.drift : exitCodes.ok;
}

/** The outcome with a next step even where it failed before its verb could name one. */
export function withNext(outcome: Outcome): Outcome {
  if (outcome.next !== undefined || !hasErrors(outcome.diagnostics)) return outcome;
  return { ...outcome, next: exitCodeOf(outcome) === exitCodes.usage ? "capstan --help" : "capstan explain <code>" };
}
