// Generates what @capstan/api ships besides its sources: the catalog of hooks, their OpenAPI document, the CRDs of the core
// kinds. `--check` writes nothing, prints what differs and exits 3.
import { writeFiles } from "@capstan/generator-model";
import { describeError } from "@capstan/kube";
import { generated, root } from "./generated.ts";

/** How much of a difference is shown: some files are one long line. */
const shown = { lines: 40, characters: 160 };

function short(diff: string): string {
  const lines = diff.split("\n");
  const cut = lines
    .slice(0, shown.lines)
    .map((line) => (line.length > shown.characters ? `${line.slice(0, shown.characters)}…` : line));
  return [...cut, ...(lines.length > shown.lines ? [`… ${lines.length - shown.lines} more lines`] : [])].join("\n");
}

const check = process.argv.includes("--check");
try {
  const { changes, unchanged } = writeFiles(generated(), { root, check });
  for (const { path, change, diff } of changes) console.log(check ? short(diff) : `${change} ${path}`);
  console.log(`${changes.length} changed, ${unchanged} unchanged`);
  if (check && changes.length > 0) {
    console.log(
      "packages/api's generated files are not what its sources say: `npx --yes pnpm@12.21.0 run generate` writes them",
    );
    process.exitCode = 3;
  }
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
