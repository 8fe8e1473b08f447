// Packs the published packages, as they are published.
import { packTogether, publishedPackages } from "@capstan/repo";
import { manifestsIn } from "@capstan/tool-figures";

/** Tarballs by package name. */
export type Tarballs = ReadonlyMap<string, string>;

/** What makes every package, also one that a package depends on, come from its tarball. */
export function overridesOf(tarballs: Tarballs): Record<string, string> {
  return Object.fromEntries([...tarballs].map(([name, tarball]) => [name, `file:${tarball}`]));
}

/** Packs every published package into `folder`; each must be built. */
export async function packAll(folder: string): Promise<Tarballs> {
  const tarballs = await packTogether(publishedPackages(), folder);
  return new Map([...tarballs].map(([path, tarball]) => [nameOf(path), tarball]));
}

function nameOf(path: string): string {
  return manifestsIn(path)[0]?.name ?? path;
}
