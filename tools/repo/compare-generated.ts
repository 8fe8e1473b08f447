// `pnpm run compare:generated COMMIT`: how the committed generated files differ from those of another commit. Lists each description whose
// words changed; fails for any other difference in a file that both commits have.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { descriptionChanges } from "./description-changes.ts";
import { root } from "./root.ts";

const [base] = process.argv.slice(2);
if (base === undefined) {
  console.error("name the commit to compare with: pnpm run compare:generated COMMIT");
  process.exit(2);
}

const git = (...args: readonly string[]): string =>
  execFileSync("git", [...args], { cwd: root, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });

const files = git("ls-tree", "-r", "--name-only", base)
  .split("\n")
  .filter(
    (file) => /^(?:examples|packages\/api)\/(?:.*\/)?generated\//.test(file) && !file.endsWith(".capstan-owned.json"),
  );

let descriptions = 0;
let failed = 0;
for (const file of files) {
  const before = git("show", `${base}:${file}`);
  const after = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined;
  if (before === after) continue;
  const { words, others } = differences(file, before, after);
  descriptions += words.length;
  for (const { path, before: old, after: now } of words) console.log(`${file}: ${path}\n  - ${old}\n  + ${now}`);
  for (const other of others) console.log(`${file}: ${other}`);
  if (others.length > 0) failed += 1;
}
console.log(
  `\n${files.length} files, ${descriptions} descriptions in other words\n\n${files.length - failed} passed, ${failed} failed`,
);
process.exitCode = failed === 0 ? 0 : 1;

function differences(file: string, before: string, after: string | undefined): ReturnType<typeof descriptionChanges> {
  if (after === undefined) return { words: [], others: ["does not exist any more"] };
  if (!/\.(?:json|yaml)$/.test(file)) return { words: [], others: ["is another file"] };
  return descriptionChanges(parse(before), parse(after));
}
