// The base's committed reports against those of the working tree: which names changed, and how large each change is.
// Removed is major, added is minor; the rest is decided by tsc (checks.ts, verdict.ts). What cannot be decided is major.
import { importSpecifierOf, type ApiChange, type EntryNames } from "./api-change.ts";
import type { ApiEntry } from "./api-side.ts";
import { shapeText } from "./api-module.ts";
import { compareNames } from "./compare-names.ts";
import { dependentNames, keyParts, nameKey, type Dependent } from "./dependents.ts";
import type { Sides } from "./program.ts";
import { atLeast, largest, type Size } from "./size.ts";

/** Every change of the public API, by package, entry and name. */
export function compareReports(sides: Sides): ApiChange[] {
  const ids = [...new Set([...sides.old.entries.keys(), ...sides.new.entries.keys()])].toSorted();
  const plain = ids.flatMap((id) => addedAndRemoved(id, sides.old.entries.get(id), sides.new.entries.get(id)));
  const changed = ids.map((id) => ({ id, names: changedNames(sides, id) })).filter(({ names }) => names.length > 0);
  const dependents = dependentNames(sides, changed);
  const compared = compareNames(sides, merged(changed, dependents));
  const sizes = new Map(compared.map((change) => [keyOf(change), change.size]));
  const on = new Map(dependents.map((one) => [one.key, largest(one.on.map((key) => sizes.get(key) ?? "none"))]));
  // A name that only depends on changed ones is reported when its change is larger than theirs.
  const told = compared.filter((change) => !atLeast(on.get(keyOf(change)) ?? "none", change.size));
  return [...plain, ...told].toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
}

function keyOf({ packageName, subpath, name }: ApiChange): string {
  return nameKey(importSpecifierOf(packageName, subpath), name);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function merged(changed: readonly EntryNames[], dependents: readonly Dependent[]): EntryNames[] {
  const more = dependents.map(({ key }) => keyParts(key)).map(({ id, name }) => ({ id, names: [name] }));
  const groups = Map.groupBy([...changed, ...more], ({ id }) => id);
  return [...groups].map(([id, parts]) => ({ id, names: parts.flatMap(({ names }) => names) }));
}

function addedAndRemoved(id: string, old: ApiEntry | undefined, now: ApiEntry | undefined): ApiChange[] {
  const entry = now ?? old;
  if (entry === undefined) return [];
  const change = (name: string, size: Size, why: string): ApiChange => ({
    packageName: entry.owner.name,
    subpath: entry.subpath,
    name,
    size,
    why: [why],
  });
  if (old === undefined) return [change("(the entry)", "minor", `${id} is new`)];
  if (now === undefined) return [change("(the entry)", "major", `${id} is removed`)];
  if (!old.readable)
    return [change("(the entry)", "major", `it cannot be decided: the base's report of ${id} cannot be read`)];
  const [before, after] = [old.module.exports, now.module.exports];
  const added = [...after.keys()].filter((name) => !before.has(name));
  const renamed = (name: string): string => {
    const other = added.find((candidate) => sameBut(old, now, [name, candidate]));
    return other === undefined ? "it is no longer exported" : `it is no longer exported; ${other} is declared alike`;
  };
  return [
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => change(name, "major", renamed(name))),
    ...added.map((name) => change(name, "minor", "it is new")),
  ];
}

/** Whether two declarations differ in nothing but their names. */
function sameBut(old: ApiEntry, now: ApiEntry, [before, after]: readonly [string, string]): boolean {
  const text = (entry: ApiEntry, name: string): string =>
    (entry.module.declarations.get(name)?.text ?? name).replaceAll(new RegExp(`\\b${name}\\b`, "g"), "\0");
  return text(old, before) === text(now, after);
}

/** Names on both sides whose shape differs, other exported names aside: those are changes of their own. */
function changedNames({ old, new: now }: Sides, id: string): string[] {
  const [before, after] = [old.entries.get(id)?.module, now.entries.get(id)?.module];
  if (before === undefined || after === undefined || old.entries.get(id)?.readable === false) return [];
  return [...before.exports].flatMap(([name, local]) => {
    const other = after.exports.get(name);
    if (other === undefined) return [];
    return shapeText(before, local) === shapeText(after, other) ? [] : [name];
  });
}
