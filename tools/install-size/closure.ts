// The workspace packages that a package depends on in production, directly or through others.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package of the workspace. */
export interface WorkspacePackage {
  readonly name: string;
  /** Relative to the root. */
  readonly folder: string;
  readonly dependencies: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The packages below `packages/` by name. */
export function readWorkspace(root: string): ReadonlyMap<string, WorkspacePackage> {
  const files = globSync("packages/*/package.json", { cwd: root });
  return new Map(
    files.map((file) => {
      // Every file that the pattern matches is a package.json, which always has a name.
      const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
      return [name, { name, folder: dirname(file), dependencies: Object.keys(dependencies) }] as const;
    }),
  );
}

/** The packages that the named ones need, themselves included, sorted by name. Packages outside of the workspace are left out. */
export function closureOf(
  names: readonly string[],
  workspace: ReadonlyMap<string, WorkspacePackage>,
): readonly WorkspacePackage[] {
  const found = new Map<string, WorkspacePackage>();
  const add = (name: string): void => {
    const member = workspace.get(name);
    if (member === undefined || found.has(name)) return;
    found.set(name, member);
    member.dependencies.forEach(add);
  };
  names.forEach(add);
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}
