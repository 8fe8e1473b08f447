// `prepack` of every published package: `node ../../tools/release/require-build.ts`. Ends with 1, and so stops npm pack, pnpm pack
// and every way of publishing, when the package in this folder is not built or was built from something else than is here now.
import { readFileSync } from "node:fs";
import { buildProblems, type PackedManifest } from "./build-problems.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as PackedManifest;
const problems = buildProblems(process.cwd(), manifest);
if (problems.length > 0) {
  console.error(
    [
      `${manifest.name} cannot be packed:`,
      ...problems.map((problem) => `  ${problem}`),
      // Turbo restores a build from its cache without removing what an older one left.
      "Remove dist, build the package, then pack it again:",
      `  rm -rf dist && npx --yes pnpm@12.21.0 -w run build --filter=${manifest.name}`,
    ].join("\n"),
  );
  process.exitCode = 1;
}
