// One API change: its entry, name, size and reasons.
import type { Size } from "./size.ts";

/** A change of one exported name. */
export interface ApiChange {
  readonly packageName: string;
  /** The key in `exports`. */
  readonly subpath: string;
  readonly name: string;
  readonly size: Size;
  readonly why: readonly string[];
}

/** Names of an entry that are to be compared. */
export interface EntryNames {
  readonly id: string;
  readonly names: readonly string[];
}

/** What users import. */
export function importSpecifierOf(packageName: string, subpath: string): string {
  return subpath === "." ? packageName : `${packageName}${subpath.slice(1)}`;
}
