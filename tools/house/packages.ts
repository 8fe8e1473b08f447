// Judges the packages as their users will get them: packed, then read by publint and attw.
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, runCommand } from "./run-command.ts";

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
    await mustRun(["npx", "--yes", "pnpm@12.21.0", "pack", "--pack-destination", out], folder);
    const tarball = globSync("*.tgz", { cwd: out })[0];
    if (tarball === undefined) throw new Error(`pnpm pack made no tarball of ${folder}`);
    await mustRun(["publint", "run", join(out, tarball), "--strict"], folder);
    await mustRun(["attw", join(out, tarball), "--profile", "esm-only"], folder);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

async function mustRun(command: readonly string[], folder: string): Promise<void> {
  const result = await runCommand(command, { cwd: join(root, folder) });
  if (result.code !== 0) throw new Error(`${folder}: ${command[0]} says\n${result.output.slice(-4000)}`);
}
