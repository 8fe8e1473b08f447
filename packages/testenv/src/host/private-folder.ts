// Folders and files that no other user of this computer can change, or has made: not themselves, and not by putting others in their place.
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
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

/**
 * Creates the folder with mode 0700, or takes the existing one when it belongs to this user and closes it to others. What is in it, or of that only the entries that are named, must belong to this user or root. Unlike with `openPrivateFolder`,
 * its parents may be those of a group, as in a project.
 *
 * Throws `testenv/folder-not-private` otherwise, before anything in the folder is written. On Windows it only creates the folder.
 *
 * @example
 * openOwnFolder(".data", ["pki", "logs"]);
 */
export function openOwnFolder(folder: string, used?: readonly string[]): void {
  const user = process.getuid?.();
  const place = resolve(folder);
  // Before it is created: a link to nothing would be followed.
  if (user !== undefined) requireOwn(place, place, user);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  if (user === undefined) return;
  requireOwn(place, place, user);
  const status = statSync(place);
  if (status.uid !== user) reject(place, place, `belongs to the user ${status.uid}`);
  // Closing a folder that is meant for all users, such as /tmp, would take it from them.
  if ((status.mode & sticky) !== 0 && (status.mode & writable) !== 0)
    reject(place, place, `is one that users share (mode ${modeOf(status)})`);
  chmodSync(place, 0o700);
  for (const name of used ?? readdirSync(place)) requireOwn(join(place, name), place, user);
}

/** A file, or a folder with what is in it. What a link leads to is its owner's choice. */
function requireOwn(path: string, folder: string, user: number): void {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (status.uid !== user && status.uid !== root) reject(folder, path, `belongs to the user ${status.uid}`);
  if (status.isDirectory() && path !== folder)
    for (const name of readdirSync(path)) requireOwn(join(path, name), folder, user);
}

/**
 * Opens a log to append to, with mode 0600. Throws `testenv/folder-not-private` when it belongs to another user, who could read it, or is a
 * link of another user.
 */
export function openLog(log: string): number {
  const [file, user] = [resolve(log), process.getuid?.()];
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (user !== undefined) requireOwn(file, dirname(file), user);
  // A link of this user may lead to the terminal, for example.
  const follow = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  // Windows has no O_NOFOLLOW, and what is undefined changes no bit.
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const output = openSync(file, O_APPEND | O_CREAT | O_WRONLY | (follow ? 0 : O_NOFOLLOW), 0o600);
  const status = fstatSync(output);
  if (user === undefined || !status.isFile()) return output;
  if (status.uid === user) fchmodSync(output, 0o600);
  else {
    closeSync(output);
    reject(dirname(file), file, `belongs to the user ${status.uid}`);
  }
  return output;
}

/** Writes one file and returns its path. */
export type WriteSecret = (name: string, content: string | Buffer) => string;

/**
 * Creates the folder with mode 0700 and returns a writer of files with mode 0600; existing ones get these modes too, unless they belong to
 * another user: then it throws `testenv/folder-not-private`.
 */
export function secretFolder(folder: string): WriteSecret {
  openOwnFolder(folder);
  return (name, content) => {
    const file = join(folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    chmodSync(file, 0o600);
    return file;
  };
}
