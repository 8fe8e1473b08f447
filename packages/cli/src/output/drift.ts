// Stale generated files as diagnostics on the first line that differs, for the formats that show problems on lines of files.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics, type CliCode } from "../cli-errors.ts";
import type { FileChange, VerbOutcome } from "../outcome.ts";

const codes: Readonly<Record<FileChange["change"], CliCode>> = {
  created: "generate/missing",
  updated: "generate/stale",
  removed: "generate/left-over",
};

/** How much of a difference is shown. */
const most = { lines: 20, characters: 160 };

/** What is wrong with generated files; empty when files were written and not compared. */
export function driftOf({ changes = [], check = false }: VerbOutcome): Diagnostic[] {
  return check ? changes.map(driftIn) : [];
}

function driftIn(change: FileChange): Diagnostic {
  const { path } = change;
  const line = firstLine(change);
  const position = { file: path, ...(line !== undefined && { line }) };
  const diagnostic = diagnose(cliDiagnostics, codes[change.change], { values: { path }, position });
  const difference = shownDifference(change);
  return difference === undefined
    ? diagnostic
    : { ...diagnostic, message: `${diagnostic.message}\n${short(difference)}` };
}

/** The difference of a file that exists; a JSON file is one line, and the YAML file beside it shows the same. */
export function shownDifference({ path, change, diff }: FileChange): string | undefined {
  return change === "updated" && !path.endsWith(".json") ? diff?.trimEnd() : undefined;
}

/** The first line that differs, in a file that exists. */
function firstLine({ change, diff = "" }: FileChange): number | undefined {
  const line = /^@@ line (\d+) @@/.exec(diff)?.[1];
  return change === "created" || line === undefined ? undefined : Number(line);
}

function short(difference: string): string {
  const lines = difference.split("\n");
  const cut = lines
    .slice(0, most.lines)
    .map((line) => (line.length > most.characters ? `${line.slice(0, most.characters)}...` : line));
  return [...cut, ...(lines.length > most.lines ? [`... ${lines.length - most.lines} more lines`] : [])].join("\n");
}
