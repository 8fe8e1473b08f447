// The variables that turbo is started with. One is a digest of ../shared/corpus, which lies outside of the repository, where turbo sees
// no files: it is in the key of the suites that read the corpus.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What turbo is given beside the caller's environment; `tree` is the root of the repository, or of a copy. */
export function turboEnvironment(tree: string): Readonly<Record<string, string>> {
  return {
    CAPSTAN_CORPUS: corpusDigest(join(tree, "../shared/corpus")),
    // Tests start Node on the sources hundreds of times: with the compiled code kept, a start takes a third of the time.
    NODE_COMPILE_CACHE: join(tree, "node_modules/.cache/compiled"),
  };
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
