// Compares what a task read with what is in its key: a file that it read and turbo does not know of can change behind a green check.
import { matchesGlob } from "node:path";
import { closure, type PlannedTask } from "./dry-run.ts";

/** Folders that are in every key by turbo's own rules (installed packages), or are a tool's own memory. */
const ownFolders = new Set(["node_modules", ".turbo", ".results", ".git"]);

/** Files that are in every key by turbo's own rules. */
const ownFiles = new Set([".npmrc", "package.json", "pnpm-lock.yaml", "turbo.json"]);

/** The files that a task read and that neither it nor what it depends on declares. */
export function undeclaredFiles(
  tasks: ReadonlyMap<string, PlannedTask>,
  id: string,
  files: readonly string[],
): readonly string[] {
  const known = closure(tasks, id);
  const outputs = known.flatMap((task) => task.outputs);
  return files.filter(
    (file) =>
      !isKnownToTurbo(file) &&
      !(id.endsWith("#test:corpus") && file.startsWith("../shared/corpus/")) &&
      !readByTurbo(id, file) &&
      !known.some(({ inputs }) => inputs.has(file)) &&
      !outputs.some((glob) => isOutput(file, glob)),
  );
}

/** Packing asks turbo for its plan (the guard against packing what is not built), and turbo reads the whole repository for it. */
function readByTurbo(id: string, file: string): boolean {
  return id.endsWith("#package:check") && !/^(?:packages|tools\/package-check)\/|^LICENSE$/.test(file);
}

function isKnownToTurbo(file: string): boolean {
  return ownFiles.has(file) || file.split("/").some((segment) => ownFolders.has(segment));
}

/** A folder's `**` holds its files with a leading dot too. */
function isOutput(file: string, glob: string): boolean {
  return glob.endsWith("/**") ? file.startsWith(glob.slice(0, -2)) : matchesGlob(file, glob);
}
