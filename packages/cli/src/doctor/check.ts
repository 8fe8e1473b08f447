// One row of what `capstan doctor` looked at: a mark, what was found, and what to do.
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { isBelow } from "@capstan/generator-model/files";
import { oneLine, sortDiagnostics, type Diagnostic } from "@capstan/kube";
import { padColumns } from "../tree/display-width.ts";
import { type Mark, marks, painted } from "../tree/palette.ts";

/** What a check found: no problem, only warnings, an error, that something optional is not there, or nothing because of another problem. */
export type CheckState = "ok" | "warning" | "problem" | "absent" | "unchecked";

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

const stateMarks: Readonly<Record<CheckState, Mark & { readonly legend?: string }>> = {
  ok: marks.True,
  warning: { sign: "!", meaning: "unknown", legend: "a warning" },
  problem: { ...marks.False, legend: "an error" },
  absent: { ...marks.none, legend: "not there, and optional" },
  unchecked: { ...marks.Unknown, legend: "not checked" },
};

/** The result of a check that has no problem of its own to show. */
export function plainCheck(check: DoctorCheck): CheckResult {
  return { check, diagnostics: [] };
}

/** The result of a check: how many problems it has and the first, errors first, or what is right. */
export function checkOf(name: string, diagnostics: readonly Diagnostic[], found: string): CheckResult {
  const sorted = sortDiagnostics(diagnostics);
  const first = sorted.find(({ severity }) => severity === "error") ?? sorted[0];
  if (first === undefined) return plainCheck({ name, state: "ok", found });
  const state = first.severity === "error" ? "problem" : "warning";
  const count = sorted.length === 1 ? "" : `${sorted.length} problems, the first: `;
  const help = first.help === undefined ? {} : { help: oneLine(first.help) };
  return { check: { name, state, found: `${count}${oneLine(first.message)}`, ...help }, diagnostics };
}

/** The rows of checks, with a column for the names, and what the marks mean that need an explanation. */
export function checkLines(checks: readonly DoctorCheck[], colors: boolean): readonly string[] {
  // The name of an object is what a file says.
  const named = checks.map((check) => ({ ...check, name: oneLine(check.name) }));
  const width = Math.max(0, ...named.map(({ name }) => name.length));
  const lines = named.map(({ name, state, found, help }) => {
    const { sign, meaning } = stateMarks[state];
    const advice = help === undefined ? "" : painted(`: ${oneLine(help)}`, "quiet", colors);
    return `${painted(sign, meaning, colors)} ${padColumns(name, width)}  ${oneLine(found)}${advice}`;
  });
  const used = Object.entries(stateMarks).filter(([state]) => checks.some((check) => check.state === state));
  const legend = used.flatMap(([, { sign, legend: words }]) => (words === undefined ? [] : [`${sign} ${words}`]));
  return legend.length === 0 ? lines : [...lines, painted(`(${legend.join(", ")})`, "quiet", colors)];
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
