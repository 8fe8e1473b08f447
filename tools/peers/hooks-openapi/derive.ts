// Derives facts.json again from Cluster API's Go types and compares: `.ci/run` calls it, with Go at hand. `--write` replaces
// the committed file instead, for a new release of Cluster API (its version stands in go.mod).
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const folder = new URL(".", import.meta.url);
const file = new URL("facts.json", folder);
const derived = execFileSync("go", ["run", "."], { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

if (process.argv.includes("--write")) {
  writeFileSync(file, derived);
  console.log("facts.json written");
} else if (derived === readFileSync(file, "utf8")) {
  const { paths, components } = JSON.parse(derived) as { readonly paths: object; readonly components: object };
  const count = Object.keys(paths).length + Object.keys(components).length;
  console.log(`${Object.keys(paths).length} paths and ${Object.keys(components).length} components as committed`);
  console.log(`${count} passed, 0 failed`);
} else {
  console.error("facts.json differs from what Cluster API's types say; derive it again with --write");
  console.log("0 passed, 1 failed");
  process.exitCode = 3;
}
