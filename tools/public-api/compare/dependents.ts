// Names that compute with types (keyof, conditional types ...) and lean, however far, on a changed name: a harmless change there,
// such as a new optional member, can break them, so they are compared although their own text is the same. Generic ones are
// left out: tsc compares few of them across two sides, and each would count as major.
import { familyOf, type ApiModule } from "./api-module.ts";
import type { ApiSide } from "./api-side.ts";
import type { EntryNames } from "./api-change.ts";
import type { Sides } from "./program.ts";

/** A name to compare because of others. */
export interface Dependent {
  readonly key: string;
  /** The changed names that it depends on. */
  readonly on: readonly string[];
}

/** Such names, the changed ones themselves and those that the base does not have left out. */
export function dependentNames({ old, new: now }: Sides, changed: readonly EntryNames[]): Dependent[] {
  if (changed.length === 0) return [];
  const changedKeys = new Set(changed.flatMap(({ id, names }) => names.map((name) => nameKey(id, name))));
  const uses = usesOf(now);
  return [...now.entries].flatMap(([id, { module }]) =>
    [...module.exports].flatMap(([name, local]): Dependent[] => {
      const key = nameKey(id, name);
      const isNew = old.entries.get(id)?.module.exports.has(name) !== true;
      if (isNew || changedKeys.has(key) || !isPlainComputation(module, local)) return [];
      const on = [...reachedFrom(uses, key)].filter((one) => changedKeys.has(one));
      return on.length === 0 ? [] : [{ key, on }];
    }),
  );
}

/** The entry and the name that a key stands for. */
export function keyParts(key: string): { readonly id: string; readonly name: string } {
  const [id = "", name = ""] = key.split("\0");
  return { id, name };
}

function isPlainComputation(module: ApiModule, local: string): boolean {
  const family = familyOf(module, local).flatMap((member) => module.declarations.get(member) ?? []);
  return family.some(({ computes }) => computes) && !family.some(({ generic }) => generic);
}

/** One string for an exported name of an entry. */
export function nameKey(id: string, name: string): string {
  return `${id}\0${name}`;
}

/** For each exported name those that it refers to. */
function usesOf(side: ApiSide): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...side.entries].flatMap(([id, { module }]) =>
      [...module.exports].map(([name, local]) => [nameKey(id, name), exportsUsed(side, id, local)] as const),
    ),
  );
}

function reachedFrom(uses: ReadonlyMap<string, readonly string[]>, start: string): ReadonlySet<string> {
  const reached = new Set(uses.get(start));
  for (const one of reached) for (const next of uses.get(one) ?? []) reached.add(next);
  return reached;
}

/** The exported names, of this and other entries, that a name refers to. */
function exportsUsed(side: ApiSide, id: string, local: string): string[] {
  const module = side.entries.get(id)?.module;
  if (module === undefined) return [];
  const exportedAs = new Map([...module.exports].map(([name, inner]) => [inner, name]));
  const uses = new Set(familyOf(module, local).flatMap((member) => [...(module.declarations.get(member)?.uses ?? [])]));
  return [local, ...uses].flatMap((used) => {
    const from = module.imports.get(used);
    if (from !== undefined) return [nameKey(from.module, from.name)];
    const name = exportedAs.get(used);
    return name === undefined || used === local ? [] : [nameKey(id, name)];
  });
}
