// The committed reports of packages against what they are now: writes the differing ones, or says what differs.
// A report whose entry was removed is deleted. What a change means is decided elsewhere.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@capstan/repo";
import { createTwoFilesPatch } from "diff";
import type { WorkspacePackage } from "../packages.ts";
import { workingTree } from "../tree.ts";
import { extractReports } from "./extract.ts";
import { reportText } from "./report-text.ts";

/** A report that is not what is committed. */
export interface ReportChange {
  readonly path: string;
  readonly change: "new" | "changed" | "removed";
  /** What the report must be; none when it must go. */
  readonly text: string | undefined;
  /** The lines that differ. */
  readonly diff: string;
}

/** Every report of some packages that differs from the file on disk. */
export function reportChanges(root: string, owners: readonly WorkspacePackage[]): ReportChange[] {
  const wanted = new Map(extractReports(root, owners).map((raw) => [raw.entry.report, reportText(raw)]));
  const present = owners.flatMap((owner) => workingTree(root).find(`${owner.folder}/api/**/*.api.md`));
  const paths = [...new Set([...wanted.keys(), ...present])].toSorted();
  return paths.flatMap((path) => {
    const file = join(root, path);
    const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    const after = wanted.get(path);
    if (before === after) return [];
    const change = before === undefined ? "new" : after === undefined ? "removed" : "changed";
    return [{ path, change, text: after, diff: shortDiff(path, before ?? "", after ?? "") }];
  });
}

/** Makes the files what they must be; each is replaced as a whole. */
export function writeReports(root: string, changes: readonly ReportChange[]): void {
  for (const { path, text } of changes) {
    const file = join(root, path);
    if (text === undefined) {
      rmSync(file, { force: true });
      continue;
    }
    writeWhole(file, text);
  }
}

const shownLines = 40;

function shortDiff(path: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(path, path, before, after, "committed", "now", { context: 1 });
  const lines = patch
    .split("\n")
    .slice(1)
    .filter((line) => !line.startsWith("\\"));
  const rest = lines.length - shownLines;
  return [...lines.slice(0, shownLines), ...(rest > 0 ? [`... and ${rest} lines more`] : [])].join("\n").trimEnd();
}
