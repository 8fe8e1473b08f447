// One row of what `capstan doctor` looked at: a mark, what was found, and what to do.
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { isBelow } from "@capstan/generator-model/files";
import { oneLine, sortDiagnostics, type Diagnostic } from "@capstan/kube";
import { padColumns } from "../tree/display-width.ts";
import { type Mark, marks, painted } from "../tree/palette.ts";

/** What a check found: no problem, a problem, that something optional is not there, or nothing because of another problem. */
export type CheckState = "ok" | "problem" | "absent" | "unchecked";

/** Something that was looked at. */
export interface DoctorCheck {
  readonly name: string;
  readonly state: CheckState;
  /** Versions, paths and counts; never a secret. */
  readonly found: string;
  /** What to do, where there is something to do. */
  readonly help?: string;
}

/** A check with what its problems are, in full. */
export interface CheckResult {
  readonly check: DoctorCheck;
  readonly diagnostics: readonly Diagnostic[];
}

const stateMarks: Readonly<Record<CheckState, Mark>> = {
  ok: marks.True,
  problem: marks.False,
  absent: marks.none,
  unchecked: marks.Unknown,
};

/** The result of a check that has no problem of its own to show. */
export function plainCheck(check: DoctorCheck): CheckResult {
  return { check, diagnostics: [] };
}

/** The result of a check: its first problem, errors first, or what is right. */
export function checkOf(name: string, diagnostics: readonly Diagnostic[], found: string): CheckResult {
  const sorted = sortDiagnostics(diagnostics);
  const first = sorted.find(({ severity }) => severity === "error") ?? sorted[0];
  if (first === undefined) return plainCheck({ name, state: "ok", found });
  const more = sorted.length === 1 ? "" : ` (and ${sorted.length - 1} more)`;
  const help = first.help === undefined ? {} : { help: oneLine(first.help) };
  return { check: { name, state: "problem", found: `${oneLine(first.message)}${more}`, ...help }, diagnostics };
}

/** The rows of checks, with a column for the names. */
export function checkLines(checks: readonly DoctorCheck[], colors: boolean): readonly string[] {
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  return checks.map(({ name, state, found, help }) => {
    const { sign, meaning } = stateMarks[state];
    const advice = help === undefined ? "" : painted(`: ${oneLine(help)}`, "quiet", colors);
    return `${painted(sign, meaning, colors)} ${padColumns(name, width)}  ${oneLine(found)}${advice}`;
  });
}

/** The home folder of this environment. */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  return env["HOME"] ?? homedir();
}

/** A path with `~` for the home folder, as people write it: no output has the name of a user. */
export function shownHome(path: string, env: Readonly<Record<string, string | undefined>>): string {
  const home = homeOf(env);
  if (path === home) return "~";
  return isBelow(home, path) ? join("~", relative(home, path)) : path;
}
