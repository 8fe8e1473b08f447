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
      !(id.endsWith("#package:check") && listedByPnpm.test(file)) &&
      !known.some(({ inputs }) => inputs.has(file)) &&
      !outputs.some((glob) => matchesGlob(file, glob)),
  );
}

/** pnpm lists every manifest of the workspace when it packs one package; what it takes from them, the versions, no check reads. */
const listedByPnpm = /(?:^|\/)package\.json$/;

function isKnownToTurbo(file: string): boolean {
  return ownFiles.has(file) || file.split("/").some((segment) => ownFolders.has(segment));
}
