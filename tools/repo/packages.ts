// Checks the packages as their users will get them: packed, then read by publint and attw.
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mustRun } from "./must-run.ts";
import { root } from "./run-command.ts";

/** Folders of the packages that are published. */
export function publishedPackages(): string[] {
  return globSync("packages/*/package.json", { cwd: root })
    .filter((file) => (JSON.parse(readFileSync(join(root, file), "utf8")) as { private?: boolean }).private !== true)
    .map((file) => dirname(file))
    .toSorted();
}

/** Packs one package and checks its exports and types; throws with the tools' words. */
export async function checkPackage(folder: string): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), "capstan-pack-"));
  try {
    await mustRun(["pnpm", "pack", "--pack-destination", out], { cwd: join(root, folder) });
    const tarball = globSync("*.tgz", { cwd: out })[0];
    if (tarball === undefined) throw new Error(`pnpm pack made no tarball of ${folder}`);
    await checkTarball(join(out, tarball));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Checks the exports and types of what is packed already; throws with the tools' words. */
export async function checkTarball(tarball: string): Promise<void> {
  await mustRun(["publint", "run", tarball, "--strict"]);
  await mustRun(["attw", tarball, "--profile", "esm-only"]);
}
