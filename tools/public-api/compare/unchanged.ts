// Declarations that are the same on both sides, down to everything they depend on. The new side takes them from the old one, so
// that tsc sees one type instead of two alike: conditional types and unique symbols of two modules cannot be compared.
import type { ApiModule } from "./api-module.ts";
import type { ApiSide } from "./api-side.ts";

/** Names that are unchanged, by entry. */
export type Unchanged = ReadonlyMap<string, ReadonlySet<string>>;

interface Found {
  readonly id: string;
  readonly local: string;
}

/** Starts from equal strings and removes what depends on a difference, until nothing more goes. */
export function unchangedNames(old: ApiSide, now: ApiSide): Unchanged {
  const same = new Map(
    [...now.entries].map(([id, { module }]) => [id, namesAlike(old.entries.get(id)?.module, module)]),
  );
  for (let removed = true; removed;) {
    removed = false;
    for (const [id, names] of same)
      for (const local of names) {
        if (leansOnSame({ now, same }, { id, local })) continue;
        names.delete(local);
        removed = true;
      }
  }
  return same;
}

function namesAlike(old: ApiModule | undefined, now: ApiModule): Set<string> {
  const alike = [...now.declarations].filter(([name, { text, uses }]) => {
    const importsAlike = [...uses].every((used) => sourceOf(old, used) === sourceOf(now, used));
    return old?.declarations.get(name)?.text === text && importsAlike;
  });
  return new Set(alike.map(([name]) => name));
}

function sourceOf(module: ApiModule | undefined, name: string): string | undefined {
  const from = module?.imports.get(name);
  return from === undefined ? undefined : `${from.name} of ${from.module}`;
}

interface Known {
  readonly now: ApiSide;
  readonly same: ReadonlyMap<string, ReadonlySet<string>>;
}

function leansOnSame(known: Known, { id, local }: Found): boolean {
  const declaration = known.now.entries.get(id)?.module.declarations.get(local);
  if (declaration === undefined || declaration.importsInline) return false;
  return [...declaration.uses].every((used) => isSame(known, { id, local: used }, new Set()));
}

/** Whether a name, followed through imports to where it is declared, is the same; third-party packages are one for both sides. */
function isSame(known: Known, { id, local }: Found, seen: Set<string>): boolean {
  if (known.same.get(id)?.has(local) === true) return true;
  const module = known.now.entries.get(id)?.module;
  const from = module?.imports.get(local);
  if (from === undefined || seen.has(`${id} ${local}`)) return false;
  const target = known.now.entries.get(from.module);
  if (target === undefined) return !known.now.packages.some((owner) => isOf(owner.name, from.module));
  const inside = target.module.exports.get(from.name);
  return inside !== undefined && isSame(known, { id: from.module, local: inside }, seen.add(`${id} ${local}`));
}

/** Whether users import `module` from the package. */
export function isOf(packageName: string, module: string): boolean {
  return module === packageName || module.startsWith(`${packageName}/`);
}
