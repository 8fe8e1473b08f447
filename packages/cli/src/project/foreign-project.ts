// Whose projects are run: their configuration and their entry run as the user, and on a computer with several users a project can be one
// that another user has put in the way, for example in a temporary folder.
import { realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { errorOf } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { configNames } from "../config/config-file.ts";
import { foreignOwner, isShared, plantedAbove, trustedUsers } from "./foreign-files.ts";

/** A project, and the folder where the command runs, whose owner is trusted. */
export interface RunPlace {
  readonly root: string;
  readonly cwd: string;
}

/**
 * Throws unless the project's folder and the files that every command reads are of users that are trusted, only they can add to them, and nobody else has
 * put packages or compiler options into a folder above.
 */
export function rejectForeignProject({ root, cwd }: RunPlace): void {
  if (isShared(statSync(root).mode)) throw errorOf(cliDiagnostics, "cli/shared-project", { values: { folder: root } });
  rejectForeign([realpathSync(root), ...["package.json", ...configNames].map((name) => join(root, name))], cwd);
  const trusted = trustedUsers(cwd);
  const planted = trusted && plantedAbove(root, trusted);
  if (planted !== undefined) throw errorOf(cliDiagnostics, "cli/foreign-files-above", { values: { file: planted } });
}

/** Throws unless the project's entry, and the folders between it and the project's, are of users that are trusted. */
export function rejectForeignEntry({ root, cwd }: RunPlace, entry: string): void {
  const names = relative(root, join(root, entry)).split(sep);
  rejectForeign(
    names.map((_, i) => join(root, ...names.slice(0, i + 1))),
    cwd,
  );
}

function rejectForeign(paths: readonly string[], cwd: string): void {
  const trusted = trustedUsers(cwd);
  if (trusted === undefined) return;
  for (const file of paths) {
    const owner = foreignOwner(file, trusted);
    if (owner !== undefined) throw errorOf(cliDiagnostics, "cli/foreign-project", { values: { file, owner } });
  }
}
