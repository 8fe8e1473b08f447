// Folders that no other user of this computer can change, or has made: not themselves, and not by putting others in their place.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, type Stats } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import {
  type AboveRules,
  canBeChanged,
  changedAbove,
  modeOf,
  root,
  ownUsers,
  writableByAll,
} from "./changed-by-others.ts";
import { hostError } from "./errors.ts";

/** Group and others may write. */
const writable = 0o022;
/** What group and others may do at all. */
export const ofOthers = 0o077;
const sticky = 0o1000;

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
  const [user, trusted] = [process.getuid?.(), ownUsers()];
  const real = createBelowSafe(folder, trusted && { trusted, mayWrite: writable });
  if (user === undefined) return real;
  const status = lstatSync(real);
  if (status.uid !== user) rejectFolder(folder, real, `belongs to the user ${status.uid}`);
  if ((status.mode & writable) !== 0) rejectFolder(folder, real, canBeChanged(real));
  if ((status.mode & ofOthers) !== 0) chmodSync(real, 0o700);
  return real;
}

/** Creates the folder unless it exists, and returns its real path; without rules nothing is checked. */
function createBelowSafe(folder: string, rules: AboveRules | undefined): string {
  // Before it is created: in a parent that others can change, even that would follow their links.
  if (rules !== undefined) checkAbove(folder, folder, rules);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const real = realpathSync(folder);
  // Again: in a sticky folder, another user may have been first.
  if (rules !== undefined) for (const path of [folder, real]) checkAbove(path, folder, rules);
  return real;
}

function checkAbove(path: string, folder: string, rules: AboveRules): void {
  const changed = changedAbove(path, rules);
  if (changed !== undefined) rejectFolder(folder, changed.place, changed.problem);
}

/** Ends with the error about a place in, at or above the folder. */
export function rejectFolder(folder: string, place: string, problem: string): never {
  throw hostError("testenv/folder-not-private", { folder, place, problem });
}

/**
 * Creates the folder with mode 0700, or takes the existing one when it belongs to this user and closes it to others, and returns its real path. What is in it, or of that only the
 * entries that are named, must belong to this user or root, and others may neither read nor write nor search it. The folders above it and links on the way to it must belong to this
 * user or root, and all users may write to none of them, unless it is sticky as `/tmp` is. Unlike with `openPrivateFolder`, a group may, as in a project: where each user has a group
 * of their own, every new folder has that mode.
 *
 * Throws `testenv/folder-was-open` when others may open something in it, and `testenv/folder-not-private` otherwise, before anything in the folder is written. On Windows it only
 * creates the folder.
 *
 * @example
 * const data = openOwnFolder(".data", ["pki", "logs"]);
 */
export function openOwnFolder(folder: string, used?: readonly string[]): string {
  const [user, trusted] = [process.getuid?.(), ownUsers()];
  const place = resolve(folder);
  const real = createBelowSafe(place, trusted && { trusted, mayWrite: writableByAll, except: temporaryFolder() });
  if (user === undefined) return real;
  const status = lstatSync(real);
  if (status.uid !== user) rejectFolder(place, real, `belongs to the user ${status.uid}`);
  // Closing a folder that is meant for all users, such as /tmp, would take it from them.
  if ((status.mode & sticky) !== 0 && (status.mode & writable) !== 0)
    rejectFolder(place, real, `is one that users share (mode ${modeOf(status)})`);
  chmodSync(real, 0o700);
  for (const name of used ?? readdirSync(real))
    for (const entry of below(join(real, name))) {
      requireOwn(entry, place, user);
      requireClosed(entry, place);
    }
  return real;
}

/** It is used as the system has it: where it is not sticky, as a volume at /tmp in a container, there is often no other place that can be written to. */
function temporaryFolder(): string | undefined {
  return existsSync(tmpdir()) ? realpathSync(tmpdir()) : undefined;
}

/** What is found at a path; of a link, the link itself. */
interface Entry {
  readonly path: string;
  readonly status: Stats;
}

/** The entry and all below it. Each folder comes before what is in it, so that the caller can reject or close it before it is read. */
function* below(path: string): Generator<Entry> {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return;
  yield { path, status };
  if (status.isDirectory()) for (const name of readdirSync(path)) yield* below(join(path, name));
}

/** Rejects what belongs to another user. What a link leads to is its owner's choice. */
export function requireOwn({ path, status }: Entry, folder: string, user: number): void {
  if (status.uid !== user && status.uid !== root) rejectFolder(folder, path, `belongs to the user ${status.uid}`);
}

/**
 * Rejects what others may open. Closing it now would not help: a descriptor stays open, and with it another user reads what is appended to the database, or writes to it. Who is in
 * such a folder, with it as current folder, may have put something else into it.
 */
function requireClosed({ path, status }: Entry, folder: string): void {
  // The mode of a link means nothing.
  if (status.isSymbolicLink() || (status.mode & ofOthers) === 0) return;
  throw hostError("testenv/folder-was-open", { folder, place: path, mode: modeOf(status) });
}

/**
 * Deletes a file, or a folder with what is in it, from an own folder, also where others may open it. Throws `testenv/folder-not-private` and deletes nothing when some of it belongs to
 * another user.
 *
 * @example
 * deleteOwn(join(data, "workloads"));
 */
export function deleteOwn(path: string): void {
  const [place, user] = [resolve(path), process.getuid?.()];
  if (user !== undefined)
    for (const entry of below(place)) {
      requireOwn(entry, dirname(place), user);
      // Before its entries are read: others could put links in their place while they are deleted.
      if (entry.status.isDirectory()) chmodSync(entry.path, 0o700);
    }
  rmSync(place, { recursive: true, force: true });
}
