// Whose projects are run: their configuration and their entry run as the user, and on a computer with several users a project can be one
// that another user has put in the way, for example in a temporary folder.
import { realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { errorOf } from "@capstan/kube";
import { foreignFolderAbove } from "@capstan/testenv/host";
import { cliDiagnostics } from "../cli-errors.ts";
import {
  foreignDependency,
  foreignOwner,
  isShared,
  openedFile,
  plantedAbove,
  plantedPackages,
  trustedUsers,
  type Users,
} from "./foreign-files.ts";
import { configNames } from "./project-files.ts";

/** A project, and whose files of it are run: that is settled once, when a command starts, so that nobody becomes trusted while it runs. */
export interface TrustedProject {
  readonly root: string;
  /** Undefined on systems without ids of users. */
  readonly trusted: Users | undefined;
}

/** The place of a project for a command that runs in the folder `cwd`, whose owner is trusted too. */
export function projectPlace(root: string, cwd: string): TrustedProject {
  return { root, trusted: trustedUsers(cwd) };
}

/**
 * Throws unless the project's folder and the files that every command reads are of users that are trusted, only they can add to them, and nobody else has
 * put packages or compiler options into a folder above, or can put another project in the place of this one.
 */
export function rejectForeignProject(place: TrustedProject): void {
  const { root, trusted } = place;
  if (isShared(statSync(root).mode)) throw errorOf(cliDiagnostics, "cli/shared-project", { values: { folder: root } });
  rejectForeign([realpathSync(root), ...["package.json", ...configNames].map((name) => join(root, name))], place);
  if (trusted === undefined) return;
  const above = foreignFolderAbove(root, trusted);
  if (above !== undefined) throw errorOf(cliDiagnostics, "cli/foreign-folder-above", { values: { ...above } });
  const planted = plantedAbove(root, trusted);
  if (planted !== undefined) throw foreignFileAbove(planted);
}

/** The error for what another user has put where a project looks for packages, types or compiler options. */
function foreignFileAbove(file: string): Error {
  return errorOf(cliDiagnostics, "cli/foreign-files-above", { values: { file } });
}

/**
 * Throws for a file outside of the project that types or compiler options were found in, looked for from a folder upwards, unless it is of a user who is trusted. It
 * gets what was found: a look before that would not see what comes later.
 */
export function rejectForeignSource({ root, trusted }: TrustedProject, file: string, from: string): void {
  if (trusted === undefined) return;
  const inProject = file.startsWith(root + sep);
  const planted = plantedPackages(from, trusted) ?? (inProject ? undefined : foreignDependency(file, root, trusted));
  if (planted !== undefined) throw foreignFileAbove(planted);
}

/** The content of a file of the project that decides what is run, by the owner of what was opened. */
export function readProjectFile(file: string, { trusted }: TrustedProject): string {
  const { owner, content } = openedFile(file);
  if (trusted?.has(owner) === false) throw foreignFile(file, owner);
  return content.toString();
}

/** Throws unless the project, its entry and the folders between them are of users that are trusted. It is called before each start of the entry. */
export function rejectForeignEntry(place: TrustedProject, entry: string): void {
  rejectForeignProject(place);
  const { root } = place;
  const names = relative(root, join(root, entry)).split(sep);
  rejectForeign(
    names.map((_, i) => join(root, ...names.slice(0, i + 1))),
    place,
  );
}

function rejectForeign(paths: readonly string[], { trusted }: TrustedProject): void {
  if (trusted === undefined) return;
  for (const file of paths) {
    const owner = foreignOwner(file, trusted);
    if (owner !== undefined) throw foreignFile(file, owner);
  }
}

function foreignFile(file: string, owner: number): Error {
  return errorOf(cliDiagnostics, "cli/foreign-project", { values: { file, owner } });
}
