// `node check-samples.ts`: compiles the TypeScript samples of all pages. The script `samples` of docs; turbo keeps its result
// until a page or a package's source changes.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import { root } from "./run-command.ts";
import { checkSamples } from "./samples.ts";

try {
  const samples = await checkSamples();
  const results = join(root, "docs/.results");
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, "samples.json"), `${JSON.stringify({ samples })}\n`);
  console.log(`${samples} samples compile`);
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
