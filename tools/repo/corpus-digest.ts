// A digest of ../shared/corpus, which lies outside of the repository, where turbo sees no files: it is in the key of the suites that
// read the corpus, as a variable.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What turbo is given beside the caller's environment; `tree` is the root of the repository, or of a copy. */
export function turboEnvironment(tree: string): Readonly<Record<string, string>> {
  return { CAPSTAN_CORPUS: corpusDigest(join(tree, "../shared/corpus")) };
}

/** Changes with each name and each byte below a folder; a folder that is not there has a digest of its own. */
export function corpusDigest(folder: string): string {
  const digest = createHash("sha256");
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  for (const file of names.toSorted()) {
    const path = join(folder, file);
    if (!statSync(path).isFile()) continue;
    const content = readFileSync(path);
    digest.update(`${file}\0${content.length}\0`).update(content);
  }
  return digest.digest("hex");
}
