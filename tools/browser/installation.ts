// Where Chromium lies when `pnpm run browser` has unpacked it.
import { globSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Capstan's cache. */
export const cache: string = process.env["CAPSTAN_CACHE"] ?? join(homedir(), ".cache", "capstan");

/** The folder that the packages are unpacked into. */
export const folder: string = join(cache, "chromium");

/** The program in that folder. */
export const program = "usr/lib/chromium/chromium-headless-shell";

/** Where packages of Debian put libraries of this computer's kind. */
export function libraryFolders(root: string): string {
  return globSync("usr/lib/*-linux-gnu{,/pulseaudio}", { cwd: root })
    .map((path) => join(root, path))
    .join(":");
}
