// Generates what @capstan/api ships besides its sources: the catalog of hooks, their OpenAPI document, the CRDs of the core
// kinds. `--check` writes nothing, prints what differs and exits 3.
import { writeFiles } from "@capstan/generator-model";
import { generated, root } from "./generated.ts";

const check = process.argv.includes("--check");
const { changes, unchanged } = writeFiles(generated(), { root, check });
for (const { path, change, diff } of changes) console.log(check ? diff : `${change} ${path}`);
console.log(`${changes.length} changed, ${unchanged} unchanged`);
if (check && changes.length > 0) process.exitCode = 3;
