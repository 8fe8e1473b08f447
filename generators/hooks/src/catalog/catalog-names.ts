// The names of hooks and their types in a catalog with several versions.
import type { Hook } from "@capstan/contract/define";
import { compareApiVersions } from "@capstan/kube";

/**
 * The names of hooks in the catalog. Where several versions have a hook of the same name, the preferred version has the name, and the
 * others have their version appended: `BeforeBackup`, `BeforeBackupV1beta1`.
 */
export function catalogNames(hooks: readonly Hook[]): string[] {
  return hooks.map((hook) => {
    const preferred = hooks
      .filter(({ name }) => name === hook.name)
      .map(({ version }) => version)
      .toSorted(compareApiVersions)[0];
    return hook.version === preferred ? hook.name : `${hook.name}${hook.version.replace("v", "V")}`;
  });
}

/** A type and the module that declares it. */
export interface TypeName {
  readonly name: string;
  readonly module: string;
}

/** The names of types in the catalog, with a number where two modules have the same name. */
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
