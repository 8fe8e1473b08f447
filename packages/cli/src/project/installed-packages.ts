// Which copies of Capstan's packages a project has: follows dependencies as Node would resolve them, so that a nested second copy is seen.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { readManifest, type Manifest, type Project } from "./find-project.ts";

/** One installed copy. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** What was found, and what package.json names but is not installed. */
export interface InstalledPackages {
  readonly copies: readonly InstalledPackage[];
  readonly missing: readonly string[];
}

/** Every copy of an `@capstan/` package that the project can reach. */
export async function installedPackages({ root, manifest }: Project): Promise<InstalledPackages> {
  const copies = new Map<string, InstalledPackage>();
  const wanted = capstanDependencies(manifest);
  const queue = wanted.map((name) => ({ name, from: root }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const folder = resolvePackage(next.name, next.from);
    if (folder === undefined || copies.has(folder)) continue;
    const found = await readManifest(join(folder, "package.json"));
    copies.set(folder, { name: next.name, version: found.version ?? "0.0.0", folder });
    queue.push(
      ...Object.keys(found.dependencies ?? {})
        .filter(isCapstan)
        .map((name) => ({ name, from: folder })),
    );
  }
  return { copies: [...copies.values()], missing: wanted.filter((name) => resolvePackage(name, root) === undefined) };
}

function capstanDependencies({ dependencies, devDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...devDependencies }).filter(isCapstan);
}

function isCapstan(name: string): boolean {
  return name.startsWith("@capstan/");
}

/** The folder of a package as Node finds it from `from`; links are followed. */
export function resolvePackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}
