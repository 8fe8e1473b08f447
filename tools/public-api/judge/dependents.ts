// Names that compute with types (keyof, conditional types ...) and lean, however far, on a changed name: a harmless change there,
// such as a new optional member, can break them, so they are compared although their own text is the same. Generic ones are
// left out: tsc compares few of them across two sides, and each would count as major.
import { familyOf, type ApiModule } from "./api-module.ts";
import type { ApiSide } from "./api-side.ts";
import type { EntryNames } from "./api-change.ts";

/** Such names, by entry; the changed ones themselves left out. */
export function dependentNames(side: ApiSide, changed: readonly EntryNames[]): EntryNames[] {
  if (changed.length === 0) return [];
  const changedKeys = new Set(changed.flatMap(({ id, names }) => names.map((name) => key(id, name))));
  const reaching = namesReaching(side, changedKeys);
  return [...side.entries].flatMap(([id, { module }]) => {
    const names = [...module.exports].filter(
      ([name, local]) =>
        reaching.has(key(id, name)) && !changedKeys.has(key(id, name)) && isPlainComputation(module, local),
    );
    return names.length === 0 ? [] : [{ id, names: names.map(([name]) => name) }];
  });
}

function isPlainComputation(module: ApiModule, local: string): boolean {
  const family = familyOf(module, local).flatMap((member) => module.declarations.get(member) ?? []);
  return family.some(({ computes }) => computes) && !family.some(({ generic }) => generic);
}

function key(id: string, name: string): string {
  return `${id}\0${name}`;
}

/** Every exported name from which a changed one can be reached. */
function namesReaching(side: ApiSide, changed: ReadonlySet<string>): ReadonlySet<string> {
  const usedBy = new Map<string, string[]>();
  for (const [id, { module }] of side.entries)
    for (const [name, local] of module.exports)
      for (const used of exportsUsed(side, id, local)) usedBy.set(used, [...(usedBy.get(used) ?? []), key(id, name)]);
  const reached = new Set(changed);
  for (const one of reached) for (const user of usedBy.get(one) ?? []) reached.add(user);
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
    if (from !== undefined) return [key(from.module, from.name)];
    const name = exportedAs.get(used);
    return name === undefined || used === local ? [] : [key(id, name)];
  });
}
