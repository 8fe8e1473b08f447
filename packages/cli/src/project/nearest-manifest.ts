// Which package a folder belongs to.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder with a package.json, from `folder` upwards. */
export function nearestManifest(folder: string): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, "package.json"))) return root;
    if (root === dirname(root)) return undefined;
  }
}
