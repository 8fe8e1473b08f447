// For people: diagnostics with code frames, changes, one line of summary, what to run next.
import { formatDiagnostic, oneLine, type Diagnostic } from "@capstan/kube";
import { checkLines } from "../doctor/check.ts";
import { driftWords, unusedFiles, type FileChange, type VerbOutcome } from "../outcome.ts";
import { painted } from "../tree/palette.ts";
import { codeFrame } from "./code-frame.ts";
import { shownDifference } from "./drift.ts";
import { firstDiagnostics, mostShown } from "./first-diagnostics.ts";
import { diagnosticLines, type DiagnosticParts, nextLine, severityMeanings } from "./painted-diagnostic.ts";

/** Reads a file for its code frame; undefined when it cannot be read. */
export type ReadSource = (file: string) => string | undefined;

/** Lines for one of the two streams: diagnostics go to standard error, results to standard output. */
export interface PrettyPart {
  readonly stream: "out" | "err";
  readonly text: string;
  /** Set when lines of the text are commands for GitHub's runner, or have colors. */
  readonly holds?: "commands" | "view";
}

/** Which streams show colors. */
export interface StreamColors {
  readonly out: boolean;
  readonly err: boolean;
}

/** The whole output of an outcome, in the order it is printed. */
export function formatPretty(
  outcome: VerbOutcome,
  readSource: ReadSource,
  colors: StreamColors = { out: false, err: false },
): PrettyPart[] {
  const { title, diagnostics, changes = [], check = false, unchanged = 0, body, view, next, checks = [] } = outcome;
  const result = [
    ...changes.flatMap((change) => changeLines(change, check)),
    ...(unchanged === 0 ? [] : [`  ${plural(unchanged, "file")} unchanged`]),
    ...unusedFiles(outcome).map((line) => `  ${line}`),
    ...(body === undefined ? [] : [body]),
  ];
  const last = diagnostics.length === 0 ? "out" : "err";
  const problems = view === undefined ? framed(diagnostics, linesReader(readSource), colors.err) : [];
  return [
    ...partsOf({ stream: "out" }, [oneLine(title)]),
    ...partsOf({ stream: "out", holds: "view" }, checkLines(checks, colors.out)),
    ...partsOf(painting("err", colors), problems),
    ...partsOf({ stream: "out" }, result),
    ...partsOf({ stream: "out", holds: "view" }, view ?? []),
    ...partsOf(painting("err", colors), summary(diagnostics, colors.err)),
    ...partsOf(painting(last, colors), next === undefined ? [] : [nextLine(oneLine(next), colors[last])]),
  ];
}

/** Lines with colors are printed as they are; all others are looked through once more. */
function painting(stream: PrettyPart["stream"], colors: StreamColors): Omit<PrettyPart, "text"> {
  return { stream, ...(colors[stream] && { holds: "view" }) };
}

function partsOf(how: Omit<PrettyPart, "text">, lines: readonly string[]): PrettyPart[] {
  return lines.map((line) => ({ ...how, text: `${line}\n` }));
}

function framed(diagnostics: readonly Diagnostic[], linesOf: LinesOf, colors: boolean): string[] {
  const { shown } = firstDiagnostics(diagnostics, mostShown.people);
  return shown.map((diagnostic) => diagnosticLines(partsOfDiagnostic(diagnostic, linesOf), colors));
}

/** One diagnostic with its code frame, on lines of its own. */
export function shownDiagnostic(diagnostic: Diagnostic, readSource: ReadSource, colors: boolean): string {
  return diagnosticLines(partsOfDiagnostic(diagnostic, linesReader(readSource)), colors);
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

function partsOfDiagnostic(diagnostic: Diagnostic, linesOf: LinesOf): DiagnosticParts {
  const { position, severity, code } = diagnostic;
  const [heading = "", ...rest] = formatDiagnostic(diagnostic).split("\n");
  const lines = position?.line === undefined ? undefined : linesOf(position.file);
  if (position?.line === undefined || lines === undefined) return { severity, code, heading, frame: "", rest };
  const place = { line: position.line, ...(position.column === undefined ? {} : { column: position.column }) };
  return { severity, code, heading, frame: codeFrame(lines, place), rest };
}

function changeLines(change: FileChange, check: boolean): string[] {
  const word = check ? driftWords[change.change] : change.change;
  const difference = check ? shownDifference(change) : undefined;
  return [`  ${word} ${oneLine(change.path)}`, ...(difference === undefined ? [] : [difference])];
}

function summary(diagnostics: readonly Diagnostic[], colors: boolean): string[] {
  const count = (severity: Diagnostic["severity"]): number =>
    diagnostics.filter((each) => each.severity === severity).length;
  const words = [plural(count("error"), "error"), plural(count("warning"), "warning")].filter((word) => word !== "");
  const hidden = hiddenWords(diagnostics.length);
  const meaning = severityMeanings[count("error") > 0 ? "error" : "warning"];
  return words.length === 0 ? [] : [[painted(words.join(", "), meaning, colors), ...hidden].join("; ")];
}

function hiddenWords(count: number): string[] {
  const { people, machines } = mostShown;
  if (count <= people) return [];
  return [`the first ${people} are shown; --format json shows ${count > machines ? `the first ${machines}` : "all"}`];
}

function plural(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
