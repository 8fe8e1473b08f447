// What hooks and their types are called in a catalog, so that hooks of several versions can stand in one.
// Called by emit-catalog.ts.
import type { Hook } from "@capstan/contract";
import { compareVersions } from "@capstan/kube";

/**
 * The names of hooks in the catalog: their own. Where several versions have a hook of one name, the preferred version's has
 * it, and the others carry their version behind it: `BeforeBackup`, `BeforeBackupV1beta1`.
 */
export function catalogNames(hooks: readonly Hook[]): string[] {
  return hooks.map((hook) => {
    const preferred = hooks
      .filter(({ name }) => name === hook.name)
      .map(({ version }) => version)
      .toSorted(compareVersions)[0];
    return hook.version === preferred ? hook.name : `${hook.name}${hook.version.replace("v", "V")}`;
  });
}

/** A type and the module that declares it. */
export interface TypeName {
  readonly name: string;
  readonly module: string;
}

/** What types are called in the catalog: their own names, numbered where two modules have the same. */
export function localNames(types: readonly TypeName[]): (type: TypeName) => string {
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const type of types) {
    if (names.has(keyOf(type))) continue;
    let name = type.name;
    for (let i = 2; used.has(name); i += 1) name = `${type.name}${i}`;
    used.add(name);
    names.set(keyOf(type), name);
  }
  return (type) => names.get(keyOf(type)) ?? type.name;
}

function keyOf({ module, name }: TypeName): string {
  return `${module}#${name}`;
}
