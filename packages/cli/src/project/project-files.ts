// Which folder is a project, or a package, and what a project's configuration may be named.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder with a package.json, from `folder` upwards. */
export function nearestManifest(folder: string): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, "package.json"))) return root;
    if (root === dirname(root)) return undefined;
  }
}

/** The names a configuration may have; the first that exists counts. */
export const configNames: readonly string[] = [
  "capstan.config.ts",
  "capstan.config.mts",
  "capstan.config.js",
  "capstan.config.mjs",
];
