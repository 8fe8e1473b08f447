// A folder that no other user of this computer can change: not itself, and not by putting another one in its place.
import { chmodSync, lstatSync, mkdirSync, realpathSync, type Stats, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { hostError } from "./errors.ts";

/** Group and others may write. */
const writable = 0o022;
const sticky = 0o1000;
const root = 0;

/**
 * Creates the folder with mode 0700, or takes the existing one when it belongs to this user and others cannot write to it, and returns its
 * real path. Its parents must belong to this user or to root, and nobody else may write to them, unless they are sticky as `/tmp` is.
 *
 * Throws `testenv/folder-not-private` otherwise, and the error of the file system when the folder cannot be created. On Windows, where
 * folders have no owner of this kind, it only creates the folder.
 *
 * @example
 * const state = openPrivateFolder(join(userFolder("state"), "my-provider"));
 */
export function openPrivateFolder(path: string): string {
  const folder = resolve(path);
  const user = process.getuid?.();
  if (user === undefined) {
    mkdirSync(folder, { recursive: true });
    return realpathSync(folder);
  }
  // Parents first: in a parent that others can change, even creating the folder would follow their links.
  for (const place of [...parentsOf(folder), folder]) checkParent(place, user, folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const real = realpathSync(folder);
  for (const parent of parentsOf(real)) checkParent(parent, user, folder);
  const status = lstatSync(real);
  if (status.uid !== user) reject(folder, real, `belongs to the user ${status.uid}`);
  if ((status.mode & writable) !== 0) reject(folder, real, `can be changed by other users (mode ${modeOf(status)})`);
  if ((status.mode & 0o077) !== 0) chmodSync(real, 0o700);
  return real;
}

/** It may be a link, also the folder itself; where it leads to is checked with the real path. */
function checkParent(parent: string, user: number, folder: string): void {
  const status = lstatSync(parent, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (status.uid !== user && status.uid !== root) reject(folder, parent, `belongs to the user ${status.uid}`);
  // The mode of a link means nothing.
  if (status.isSymbolicLink() || (status.mode & writable) === 0 || (status.mode & sticky) !== 0) return;
  reject(folder, parent, `can be changed by other users (mode ${modeOf(status)})`);
}

/** From the top down, without the folder. */
function parentsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [...parentsOf(parent), parent];
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}

function reject(folder: string, place: string, problem: string): never {
  throw hostError("testenv/folder-not-private", { folder, place, problem });
}

/** Writes one file and returns its path. */
export type WriteSecret = (name: string, content: string | Buffer) => string;

/** Creates the folder with mode 0700 and returns a writer of files with mode 0600; existing ones get these modes too. */
export function secretFolder(folder: string): WriteSecret {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return (name, content) => {
    const file = join(folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    chmodSync(file, 0o600);
    return file;
  };
}
