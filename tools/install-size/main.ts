// `turbo run install-size`: measures the production install of a provider, and writes the figures to .results/install-size.json.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureProviderInstall } from "./install-size.ts";

const size = await measureProviderInstall();
const results = join(import.meta.dirname, ".results");
mkdirSync(results, { recursive: true });
writeFileSync(join(results, "install-size.json"), `${JSON.stringify(size)}\n`);
console.log(`${(size.bytes / 1e6).toFixed(1)} MB, ${size.files} files, ${size.packages} packages`);
for (const problem of size.problems) console.error(problem);
process.exitCode = size.problems.length === 0 ? 0 : 1;
