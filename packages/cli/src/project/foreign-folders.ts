// Who can put something else in the place of a folder: the owners of the folders above it, and of links on the way to it.
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { foldersAbove, foreignOwner, type Users } from "./foreign-files.ts";

/** A folder of another user. */
export interface ForeignFolder {
  readonly folder: string;
  readonly owner: number;
}

/**
 * The first folder above this one, or link on the way to it, of a user who is not trusted; undefined when there is none. That user can rename what is in it. A user who may
 * only write there cannot where the folder is sticky, as /tmp is; that the mode of another one lets users write is its owner's choice.
 */
export function foreignFolderAbove(folder: string, trusted: Users): ForeignFolder | undefined {
  return [...ways(folder), ...(existsSync(folder) ? ways(realpathSync(folder)) : [])]
    .map((above) => ({ folder: above, owner: foreignOwner(above, trusted) }))
    .find((each): each is ForeignFolder => each.owner !== undefined && isUserHere(each.owner));
}

/** The folders above, from the top down, and the folder itself where it is a link. */
function ways(folder: string): readonly string[] {
  const above = foldersAbove(folder).toReversed();
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true ? [...above, folder] : above;
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
