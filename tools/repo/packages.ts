// The packages that are published, and their tarballs.
import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mustRun } from "./must-run.ts";
import { root } from "./root.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

/** Folders of the packages that are published. */
export function publishedPackages(): string[] {
  return globSync("packages/*/package.json", { cwd: root })
    .map((file) => dirname(file))
    .filter((folder) => manifestOf(folder).private !== true)
    .toSorted();
}

/**
 * Packs packages with one pnpm, which is several times quicker than one for each. Returns the tarballs by folder of the package; throws
 * pnpm's words when one cannot be packed. `unbuilt` leaves out the script that demands a build.
 */
export async function packTogether(
  folders: readonly string[],
  into: string,
  { unbuilt = false }: { readonly unbuilt?: boolean } = {},
): Promise<ReadonlyMap<string, string>> {
  if (folders.length === 0) return new Map();
  mkdirSync(into, { recursive: true });
  const chosen = folders.flatMap((folder) => ["--filter", `./${folder}`]);
  const options = ["--pack-destination", into, ...(unbuilt ? ["--config.ignore-scripts=true"] : [])];
  await mustRun(["pnpm", "--recursive", ...chosen, "pack", ...options]);
  return new Map(folders.map((folder) => [folder, tarballOf(folder, into)]));
}

function tarballOf(folder: string, into: string): string {
  const file = join(into, tarballName(manifestOf(folder)));
  if (!existsSync(file)) throw new Error(`pnpm pack made no ${file} of ${folder}`);
  return file;
}

/** The name that pnpm gives to a tarball. */
function tarballName({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}
