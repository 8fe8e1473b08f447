// The folders above a folder, and the links on the way to it: who owns one, or may change what is in it, can put something else in the place of the folder.
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";

const sticky = 0o1000;

/** A folder of another user. */
export interface ForeignFolder {
  readonly folder: string;
  readonly owner: number;
}

/**
 * The first folder above this one, or link on the way to it, of a user who is not among these; undefined when there is none. That user can rename what is in it, also
 * where it is sticky, as /tmp is. The folder does not need to exist yet.
 *
 * @example
 * const above = foreignFolderAbove(project, new Set([process.getuid(), 0]));
 */
export function foreignFolderAbove(folder: string, trusted: ReadonlySet<number>): ForeignFolder | undefined {
  for (const above of onTheWay(folder)) {
    const owner = untrustedOwner(above, trusted);
    if (owner !== undefined) return { folder: above, owner };
  }
  return undefined;
}

/** The owner of a file or folder (of a link, not of what it leads to) who is not among these users; undefined also for one that does not exist. */
export function untrustedOwner(path: string, trusted: ReadonlySet<number>): number | undefined {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  return owner !== undefined && !trusted.has(owner) && isUserHere(owner) ? owner : undefined;
}

/** The folders above this one that have one of the bits of `writable` in their mode and are not sticky: those users can rename what is in them. */
export function openFoldersAbove(folder: string, writable: number): readonly string[] {
  return onTheWay(folder).filter((above) => {
    const status = lstatSync(above, { throwIfNoEntry: false });
    // The mode of a link means nothing.
    if (status === undefined || status.isSymbolicLink()) return false;
    return (status.mode & writable) !== 0 && (status.mode & sticky) === 0;
  });
}

/** From the top down: the folders above as the path has them, the folder itself where it is a link, and the folders above what the path leads to. */
function onTheWay(folder: string): readonly string[] {
  const above = foldersAbove(folder);
  const link = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true ? [folder] : [];
  const existing = [...above, folder].findLast((path) => existsSync(path));
  const real = existing === undefined ? [] : [realpathSync(existing)];
  return [...above, ...link, ...real.flatMap(foldersAbove), ...(existing === folder ? [] : real)];
}

/** From the top down. */
function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [] : [...foldersAbove(above), above];
}

/** The ids of the users that this process can meet, as Linux writes them: first id here, first id outside, count. */
const userMap = "/proc/self/uid_map";

/** Whether there can be a user of that id: in a sandbox with users of its own, what belongs to others, as `/` to the real root, is shown with an id that nobody has. */
function isUserHere(id: number): boolean {
  try {
    return hasUser(readFileSync(userMap, "utf8"), id);
  } catch {
    // Other systems have no such sandboxes.
    return true;
  }
}

/** Whether an id is one of the map's. */
export function hasUser(map: string, id: number): boolean {
  return map
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([first = 0, , count = 0]) => id >= first && id < first + count);
}
