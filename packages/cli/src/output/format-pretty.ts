// For people: diagnostics with code frames, changes, one line of summary, what to run next.
import { formatDiagnostic, oneLine, type Diagnostic } from "@capstan/kube";
import { checkLines } from "../doctor/check.ts";
import { driftWords, unusedFiles, type FileChange, type VerbOutcome } from "../outcome.ts";
import { codeFrame } from "./code-frame.ts";
import { shownDifference } from "./drift.ts";
import { firstDiagnostics, mostShown } from "./first-diagnostics.ts";

/** Reads a file for its code frame; undefined when it cannot be read. */
export type ReadSource = (file: string) => string | undefined;

/** Lines for one of the two streams: diagnostics go to standard error, results to standard output. */
export interface PrettyPart {
  readonly stream: "out" | "err";
  readonly text: string;
  /** Set when lines of the text are commands for GitHub's runner, or have colors. */
  readonly holds?: "commands" | "view";
}

/** The whole output of an outcome, in the order it is printed. */
export function formatPretty(outcome: VerbOutcome, readSource: ReadSource, colors: boolean = false): PrettyPart[] {
  const { title, diagnostics, changes = [], check = false, unchanged = 0, body, view, next, checks = [] } = outcome;
  const result = [
    ...changes.flatMap((change) => changeLines(change, check)),
    ...(unchanged === 0 ? [] : [`  ${plural(unchanged, "file")} unchanged`]),
    ...unusedFiles(outcome).map((line) => `  ${line}`),
    ...(body === undefined ? [] : [body]),
  ];
  const parts: readonly (readonly [PrettyPart["stream"] | "view", readonly string[]])[] = [
    ["out", [oneLine(title)]],
    ["view", checkLines(checks, colors)],
    ["err", view === undefined ? framed(diagnostics, linesReader(readSource)) : []],
    ["out", result],
    ["view", view ?? []],
    ["err", summary(diagnostics)],
    [diagnostics.length === 0 ? "out" : "err", next === undefined ? [] : [`next: ${oneLine(next)}`]],
  ];
  return parts.flatMap(([part, lines]) => lines.map((line) => partOf(part, `${line}\n`)));
}

function partOf(part: PrettyPart["stream"] | "view", text: string): PrettyPart {
  return part === "view" ? { stream: "out", text, holds: "view" } : { stream: part, text };
}

function framed(diagnostics: readonly Diagnostic[], linesOf: LinesOf): string[] {
  return firstDiagnostics(diagnostics, mostShown.people).shown.map((diagnostic) => withFrame(diagnostic, linesOf));
}

/** One diagnostic with its code frame, on lines of its own. */
export function shownDiagnostic(diagnostic: Diagnostic, readSource: ReadSource): string {
  return withFrame(diagnostic, linesReader(readSource));
}

type LinesOf = (file: string) => readonly string[] | undefined;

/** Reads the lines of each file once, however many diagnostics it has. */
function linesReader(readSource: ReadSource): LinesOf {
  const known = new Map<string, readonly string[] | undefined>();
  return (file) => {
    if (!known.has(file)) known.set(file, readSource(file)?.split("\n"));
    return known.get(file);
  };
}

function withFrame(diagnostic: Diagnostic, linesOf: LinesOf): string {
  const { position } = diagnostic;
  const text = formatDiagnostic(diagnostic);
  if (position?.line === undefined) return text;
  const lines = linesOf(position.file);
  if (lines === undefined) return text;
  const place = { line: position.line, ...(position.column === undefined ? {} : { column: position.column }) };
  const [first = "", ...rest] = text.split("\n");
  return [first, codeFrame(lines, place), ...rest].filter((line) => line !== "").join("\n");
}

function changeLines(change: FileChange, check: boolean): string[] {
  const word = check ? driftWords[change.change] : change.change;
  const difference = check ? shownDifference(change) : undefined;
  return [`  ${word} ${oneLine(change.path)}`, ...(difference === undefined ? [] : [difference])];
}

function summary(diagnostics: readonly Diagnostic[]): string[] {
  const count = (severity: Diagnostic["severity"]): number =>
    diagnostics.filter((each) => each.severity === severity).length;
  const words = [plural(count("error"), "error"), plural(count("warning"), "warning")].filter((word) => word !== "");
  const hidden = hiddenWords(diagnostics.length);
  return words.length === 0 ? [] : [[words.join(", "), ...hidden].join("; ")];
}

function hiddenWords(count: number): string[] {
  const { people, machines } = mostShown;
  if (count <= people) return [];
  return [`the first ${people} are shown; --format json shows ${count > machines ? `the first ${machines}` : "all"}`];
}

function plural(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
