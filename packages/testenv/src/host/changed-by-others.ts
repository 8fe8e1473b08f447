// What other users of this computer could change, by writing to it or by putting something else in its place.
import { type Stats, statSync } from "node:fs";
import { foreignFolderAbove, untrustedOwner, openFoldersAbove } from "./folders-above.ts";

/** The bit of a mode with which all users may write. */
export const writableByAll = 0o002;
/** The id of the superuser. */
export const root = 0;

/** A file or folder of which other users decide, and why they do, as the rest of a sentence. */
export interface ChangedPlace {
  readonly place: string;
  readonly problem: string;
}

/** Who may change what is above a file or folder. */
export interface AboveRules {
  readonly trusted: ReadonlySet<number>;
  /** The bits of the mode that no folder above may have, unless it is sticky. */
  readonly mayWrite: number;
  /** A folder whose mode is not looked at. */
  readonly except?: string | undefined;
}

/** A folder above this one, or a link on the way to it, whose user, or one who may write to it, could put another in the place of this one. */
export function changedAbove(path: string, { trusted, mayWrite, except }: AboveRules): ChangedPlace | undefined {
  const foreign = foreignFolderAbove(path, trusted);
  if (foreign !== undefined)
    return {
      place: foreign.folder,
      problem: `belongs to the user ${foreign.owner}, who can put another one in its place`,
    };
  const open = openFoldersAbove(path, mayWrite).find((above) => above !== except);
  return open === undefined ? undefined : { place: open, problem: canBeChanged(open) };
}

/** Why a file is not to be run: users who are not trusted could change it, or put another in its place. A group may, when the owner lets it. */
export function changedFile(path: string, trusted: ReadonlySet<number>): ChangedPlace | undefined {
  const above = changedAbove(path, { trusted, mayWrite: writableByAll });
  if (above !== undefined) return above;
  const owner = untrustedOwner(path, trusted);
  if (owner !== undefined) return { place: path, problem: `belongs to the user ${owner}` };
  return (statSync(path).mode & writableByAll) === 0 ? undefined : { place: path, problem: canBeChanged(path) };
}

/**
 * This user, root and the owner of the home folder, who decides already what runs where that is the home, unless all users may write to it; undefined where users
 * have no ids.
 */
export function ownUsers(home?: string): ReadonlySet<number> | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  const status = home === undefined ? undefined : statSync(home, { throwIfNoEntry: false });
  const owner = status !== undefined && (status.mode & writableByAll) === 0 ? [status.uid] : [];
  return new Set([user, root, ...owner]);
}

/** The rest of a sentence about a place whose mode lets others write. */
export function canBeChanged(place: string): string {
  return `can be changed by other users (mode ${modeOf(statSync(place))})`;
}

/** The mode as chmod takes it, such as 0755. */
export function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}
