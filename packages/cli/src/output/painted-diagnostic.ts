// Diagnostics and code frames in the colors of the palette. What is painted is printed as it is, so everything foreign is made harmless here, before the colors are added.
import { printable, withoutCommands, type Severity } from "@capstan/kube";
import { type Meaning, painted } from "../tree/palette.ts";

/** The parts of a diagnostic, in the order of its lines. */
export interface DiagnosticParts {
  readonly severity: Severity;
  readonly code: string;
  /** The position, the severity, the code and the first line of the message. */
  readonly heading: string;
  /** The code frame; empty where there is none. */
  readonly frame: string;
  /** Further lines of the message, and the help. */
  readonly rest: readonly string[];
}

/** The style of each severity. */
export const severityMeanings: Readonly<Record<Severity, Meaning>> = {
  error: "bad",
  warning: "unknown",
  info: "quiet",
};

const help = "  help:";
const nextWord = "next:";

/** The lines of a diagnostic, with colors or without. */
export function diagnosticLines({ heading, frame, rest, ...about }: DiagnosticParts, colors: boolean): string {
  if (!colors) return [heading, frame, ...rest].filter((line) => line !== "").join("\n");
  const frameLines = frame === "" ? [] : frame.split("\n");
  const lines = [
    paintedHeading(harmless(heading), about),
    ...frameLines.map((line) => paintedFrameLine(harmless(line))),
    ...rest.filter((line) => line !== "").map((line) => paintedStart(harmless(line), help)),
  ];
  return lines.join("\n");
}

/** The line that names the command to run next. */
export function nextLine(next: string, colors: boolean): string {
  return colors ? paintedStart(harmless(`${nextWord} ${next}`), nextWord) : `${nextWord} ${next}`;
}

function harmless(value: string): string {
  return withoutCommands(printable(value));
}

function paintedHeading(line: string, { severity, code }: Pick<DiagnosticParts, "severity" | "code">): string {
  const label = `${severity} ${code}:`;
  const at = line.indexOf(label);
  if (at < 0) return line;
  const [before, after] = [line.slice(0, at), line.slice(at + label.length)];
  return painted(before, "strong", true) + painted(label, severityMeanings[severity], true) + after;
}

/** The numbers of lines are quiet; the mark of a line and of a column are not. */
function paintedFrameLine(line: string): string {
  const end = line.indexOf(" |") + 2;
  const [gutter, code] = [line.slice(0, end), line.slice(end)];
  if (line.startsWith(">")) return painted(gutter, "bad", true) + code;
  const isMark = gutter.slice(0, -1).trim() === "";
  return painted(gutter, "quiet", true) + (isMark ? painted(code, "bad", true) : code);
}

function paintedStart(line: string, start: string): string {
  return line.startsWith(start) ? painted(start, "strong", true) + line.slice(start.length) : line;
}
