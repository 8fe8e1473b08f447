// What a verb returns: data only. It is printed in the format the user chose, and the exit code follows from it.
import { hasErrors, oneLine, sortDiagnostics, type Diagnostic } from "@capstan/kube";
import type { DoctorCheck } from "./doctor/check.ts";
import type { UnreadKind } from "./describe/discovered-kinds.ts";
import type { CodeFacts } from "./explain/pages.ts";
import type { CallFacts } from "./call/answer-lines.ts";
import type { PlannedRollout } from "./plan/compare-calls.ts";
import type { TreeNode } from "./tree/tree-node.ts";

/** What happened to a file, or with `check` would happen. */
export interface FileChange {
  readonly path: string;
  readonly change: "created" | "updated" | "removed";
  /** The lines that differ, where the verb shows them. */
  readonly diff?: string;
}

/** What a change is called when nothing was written. */
export const driftWords: Readonly<Record<FileChange["change"], string>> = {
  created: "missing",
  updated: "stale",
  removed: "left over",
};

/** Exit codes: every verb uses these and no others. */
export const exitCodes = { ok: 0, problems: 1, usage: 2, drift: 3 } as const;

/** What a generation read and wrote, for task runners: paths are relative to the project, with `/`, and sorted. */
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
  /** How many of the outputs were already up to date. */
  readonly unchanged: number;
}

/** The result of a verb. */
export interface VerbOutcome {
  /** The first line: what the command does, and with what. */
  readonly title: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly changes?: readonly FileChange[];
  /** Whether nothing was written: any change is then drift. */
  readonly check?: boolean;
  /** How many files were already up to date. */
  readonly unchanged?: number;
  /** What was generated, by project. */
  readonly projects?: readonly ProjectOutcome[];
  /** Files that were named and belong to no API, as they were named. */
  readonly unrelated?: readonly string[];
  /** Those that do not exist either: files that were deleted, or mistakes. */
  readonly missing?: readonly string[];
  /** Further output of the verb, for example a page of `explain`. */
  readonly body?: string;
  /** The codes that explain explains or lists. */
  readonly codes?: readonly CodeFacts[];
  /** What doctor looked at, in this order. */
  readonly checks?: readonly DoctorCheck[];
  /** The objects of clusters, with what is not among them. */
  readonly trees?: readonly TreeNode[];
  readonly unread?: readonly UnreadKind[];
  /** The objects whose templates are patched otherwise than a tape has it. */
  readonly rollouts?: readonly PlannedRollout[];
  /** The request that was sent, and its answer. */
  readonly call?: CallFacts;
  /** What people see in place of the diagnostics: lines without foreign commands for a terminal, perhaps with colors. */
  readonly view?: readonly string[];
  /** Whether its document is one of several, each of which is a line. */
  readonly isLine?: boolean;
  /** The last line: the command to run next. */
  readonly next?: string;
}

/** The exit code of an outcome. */
export function exitCodeOf({ diagnostics, changes = [], check = false }: VerbOutcome): number {
  if (diagnostics.some(({ code }) => code === "cli/usage")) return exitCodes.usage;
  if (hasErrors(diagnostics)) return exitCodes.problems;
  return check && changes.length > 0 ? exitCodes.drift : exitCodes.ok;
}

/** The command that explains the first error as they are listed, or the first warning when there is none; undefined when nothing is wrong. */
export function explainNext(diagnostics: readonly Diagnostic[]): string | undefined {
  return explainFirst(sortDiagnostics(diagnostics));
}

/** The same of a list that is shown in its own order. */
export function explainFirst(listed: readonly Diagnostic[]): string | undefined {
  const first = listed.find(({ severity }) => severity === "error") ?? listed[0];
  return first === undefined ? undefined : `capstan explain ${first.code}`;
}

/** What is printed about named files that belong to no API. */
export function unusedFiles({ unrelated = [], missing = [] }: VerbOutcome): string[] {
  return [
    ...unrelated.map((path) => `not part of an API: ${oneLine(path)}`),
    ...missing.map((path) => `"${oneLine(path)}" does not exist: correct the path, unless the file was deleted`),
  ];
}

/** The outcome with a next step, also when it failed before its verb could name one; `help` is that of a mistake on the command line. */
export function withNext(outcome: VerbOutcome, help: string = "capstan --help"): VerbOutcome {
  if (outcome.next !== undefined || !hasErrors(outcome.diagnostics)) return outcome;
  const next = exitCodeOf(outcome) === exitCodes.usage ? help : explainNext(outcome.diagnostics);
  return next === undefined ? outcome : { ...outcome, next };
}
