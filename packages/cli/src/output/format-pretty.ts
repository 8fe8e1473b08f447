// For people: diagnostics with code frames, changes, one line of summary, what to run next.
import { formatDiagnostic, sortDiagnostics, type Diagnostic } from "@capstan/kube";
import { driftWords, unusedFiles, type FileChange, type VerbOutcome } from "../outcome.ts";
import { codeFrame } from "./code-frame.ts";
import { shownDifference } from "./drift.ts";

/** Reads a file for its code frame; undefined when it cannot be read. */
export type ReadSource = (file: string) => string | undefined;

/** Lines for one of the two streams: diagnostics go to standard error, results to standard output. */
export interface PrettyPart {
  readonly stream: "out" | "err";
  readonly text: string;
}

/** The whole output of an outcome, in the order it is printed. */
export function formatPretty(outcome: VerbOutcome, readSource: ReadSource): PrettyPart[] {
  const { title, diagnostics, changes = [], check = false, unchanged = 0, body, next } = outcome;
  const result = [
    ...changes.flatMap((change) => changeLines(change, check)),
    ...(unchanged === 0 ? [] : [`  ${plural(unchanged, "file")} unchanged`]),
    ...unusedFiles(outcome).map((line) => `  ${line}`),
    ...(body === undefined ? [] : [body]),
  ];
  const parts: readonly (readonly [PrettyPart["stream"], readonly string[]])[] = [
    ["out", [title]],
    ["err", sortDiagnostics(diagnostics).map((diagnostic) => withFrame(diagnostic, readSource))],
    ["out", result],
    ["err", summary(diagnostics)],
    [diagnostics.length === 0 ? "out" : "err", next === undefined ? [] : [`next: ${next}`]],
  ];
  return parts.flatMap(([stream, lines]) => lines.map((line) => ({ stream, text: `${line}\n` })));
}

function withFrame(diagnostic: Diagnostic, readSource: ReadSource): string {
  const { position } = diagnostic;
  const text = formatDiagnostic(diagnostic);
  if (position?.line === undefined) return text;
  const source = readSource(position.file);
  if (source === undefined) return text;
  const place = { line: position.line, ...(position.column === undefined ? {} : { column: position.column }) };
  const [first = "", ...rest] = text.split("\n");
  return [first, codeFrame(source, place), ...rest].filter((line) => line !== "").join("\n");
}

function changeLines(change: FileChange, check: boolean): string[] {
  const word = check ? driftWords[change.change] : change.change;
  const difference = check ? shownDifference(change) : undefined;
  return [`  ${word} ${change.path}`, ...(difference === undefined ? [] : [difference])];
}

function summary(diagnostics: readonly Diagnostic[]): string[] {
  const count = (severity: Diagnostic["severity"]): number =>
    diagnostics.filter((each) => each.severity === severity).length;
  const words = [plural(count("error"), "error"), plural(count("warning"), "warning")].filter((word) => word !== "");
  return words.length === 0 ? [] : [words.join(", ")];
}

function plural(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
