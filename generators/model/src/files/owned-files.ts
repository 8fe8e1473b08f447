// The list of files that `generate` owns in a project, with a hash of each: what it may overwrite and must remove. Any other file was
// written by hand.
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { errorOf, isJsonObject } from "@capstan/kube";
import { isInside } from "./paths.ts";
import { writeErrors } from "./write-errors.ts";

/** Hashes of the owned files by path. */
export type OwnedFiles = Readonly<Record<string, string>>;

/** The folder of generated documents unless the project sets another. */
export const defaultOutFolder = "generated";

/** The path of the list, relative to the project: in the folder of generated documents. */
export function ownedFilesPath(folder: string = defaultOutFolder): string {
  return `${folder}/.capstan-owned.json`;
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

/** Whether a path is written as the generators write it: below the project, with no part that could lead elsewhere or name a file twice. */
function isNormal(path: string): boolean {
  return isInside(path) && posix.normalize(path) === path && !/^\.$|\/$|\\/.test(path);
}

function isOwnedFiles(value: unknown): value is OwnedFiles {
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(([path, hash]) => isNormal(path) && typeof hash === "string");
}

/** Reads the list at a path; a missing file (no content) is an empty list. */
export function parseOwnedFiles(content: string | undefined, path: string): OwnedFiles {
  if (content === undefined) return {};
  try {
    const value: unknown = JSON.parse(content);
    if (isOwnedFiles(value)) return value;
  } catch {
    // Reported below, like any other content that is not a list.
  }
  throw errorOf(writeErrors, "generate/owned-files", { values: { path } });
}
