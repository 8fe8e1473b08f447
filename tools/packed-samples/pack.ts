// Packs the published packages, as they are published.
import { globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { mustRun, publishedPackages, root } from "@capstan/repo";
import { manifestsIn } from "@capstan/tool-figures";

/** Tarballs by package name. */
export type Tarballs = ReadonlyMap<string, string>;

/** What makes every package, also one that a package depends on, come from its tarball. */
export function overridesOf(tarballs: Tarballs): Record<string, string> {
  return Object.fromEntries([...tarballs].map(([name, tarball]) => [name, `file:${tarball}`]));
}

/** Packs every published package into `folder`; each must be built. */
export async function packAll(folder: string): Promise<Tarballs> {
  const tarballs = new Map<string, string>();
  for (const path of publishedPackages()) tarballs.set(nameOf(path), await pack(path, join(folder, path)));
  return tarballs;
}

async function pack(path: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await mustRun(["pnpm", "pack", "--pack-destination", folder], { cwd: join(root, path) });
  const [tarball] = globSync("*.tgz", { cwd: folder });
  if (tarball === undefined) throw new Error(`pnpm pack wrote no tarball of ${path}`);
  return join(folder, tarball);
}

function nameOf(path: string): string {
  return manifestsIn(path)[0]?.name ?? path;
}
