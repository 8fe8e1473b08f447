// What is in a tarball: unpacked by tar into a temporary folder, as npm does it for users, and read from there.
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { mustRun } from "@capstan/repo";
import { readJson, type Manifest } from "./repository.ts";

/** A packed package. */
export interface Tarball {
  readonly file: string;
  /** Bytes, as it is downloaded. */
  readonly size: number;
  readonly manifest: Manifest;
  /** Its files with their bytes, by path. */
  readonly files: Readonly<Record<string, number>>;
  /** The text of its change log, if it has one. */
  readonly changeLog: string | undefined;
}

/** Reads a tarball. */
export async function readTarball(file: string): Promise<Tarball> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-tarball-"));
  try {
    await mustRun(["tar", "-xzf", file, "-C", folder]);
    const inside = join(folder, "package");
    const paths = globSync("**/*", { cwd: inside })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => statSync(join(inside, path)).isFile())
      .toSorted();
    return {
      file,
      size: statSync(file).size,
      manifest: readJson(join(inside, "package.json")),
      files: Object.fromEntries(paths.map((path) => [path, statSync(join(inside, path)).size])),
      changeLog: paths.includes("CHANGELOG.md") ? readFileSync(join(inside, "CHANGELOG.md"), "utf8") : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One line on a tarball, or one and a line for each file. */
export function describeTarball({ file, size, files }: Tarball, everyFile: boolean): string {
  const unpacked = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
  const paths = Object.keys(files);
  const top = paths.filter((path) => !path.includes("/"));
  const folders = [...new Set(paths.filter((path) => path.includes("/")).map((path) => path.split("/")[0] ?? ""))];
  const counts = folders.map((name) => `${name}/ (${paths.filter((path) => path.startsWith(`${name}/`)).length})`);
  const line = `${basename(file)}: ${kilobytes(size)}, ${kilobytes(unpacked)} unpacked, ${[...counts, ...top].join(" ")}`;
  const rows = Object.entries(files).map(([path, bytes]) => `  ${kilobytes(bytes).padStart(10)}  ${path}`);
  return (everyFile ? [line, ...rows] : [line]).join("\n");
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
