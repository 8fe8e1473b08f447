// The list of files that `generate` owns in a project, with a hash of each: what it may overwrite and must remove. A file
// that stands in its way and is not on the list was made by hand.
import { createHash } from "node:crypto";
import { isAbsolute, normalize } from "node:path";
import { errorOf } from "@capstan/kube";
import { writeErrors } from "./write-errors.ts";

/** Hashes of the owned files by path. */
export type OwnedFiles = Readonly<Record<string, string>>;

/** The folder of generated documents in a project that names no other. */
export const defaultOutFolder = "generated";

/** Where the list lies, relative to the project: in the folder of generated documents. */
export function ownedFilesPath(folder: string = defaultOutFolder): string {
  return `${folder}/.capstan-owned.json`;
}

/** Whether a path, relative to the project, stays inside of it. */
export function isInside(path: string): boolean {
  return !isAbsolute(path) && !normalize(path).startsWith("..");
}

/** The hash of a file's content. */
export function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The list as a file. */
export function formatOwnedFiles(owned: OwnedFiles): string {
  const sorted = Object.fromEntries(Object.entries(owned).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

/** Reads the list at a path; a missing file (no text) is an empty list. */
export function parseOwnedFiles(text: string | undefined, path: string): OwnedFiles {
  if (text === undefined) return {};
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    if (Object.entries(value).every(([path, hash]) => isInside(path) && typeof hash === "string"))
      return value as OwnedFiles;
  } catch {
    // Reported below, like any other content that is no list.
  }
  throw errorOf(writeErrors, "generate/owned-files", { values: { path } });
}
