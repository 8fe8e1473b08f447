// Generated YAML read by a second parser, PyYAML, where Python has it: it shares neither code nor author with the first.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Lab } from "../lab.ts";
import type { AttackedProject } from "./project.ts";

const reader = fileURLToPath(new URL("./second-reader.py", import.meta.url));

/** Compares what PyYAML reads in the generated YAML with the JSON beside it. */
export function secondReading(lab: Lab, { folder }: AttackedProject): void {
  if (spawnSync("python3", ["-c", "import yaml"]).status !== 0) {
    console.log("Python has no PyYAML here: one parser of YAML has compared");
    return;
  }
  const files = globSync("generated/crds/*.yaml", { cwd: folder }).map((path) => join(folder, path));
  const read = spawnSync("python3", [reader], { input: files.join("\n"), encoding: "utf8", maxBuffer: 2 ** 28 });
  if (read.status !== 0) lab.fault("wrong", "PyYAML does not read what was generated", read.stderr.slice(-1000));
  const lines = read.stdout.split("\n");
  for (const [i, file] of files.entries()) {
    const json: unknown = JSON.parse(readFileSync(file.replace(/yaml$/, "json"), "utf8"));
    if (read.status === 0 && !isDeepStrictEqual(JSON.parse(lines[i] ?? "null"), json))
      lab.fault("wrong", "PyYAML reads another value", file);
  }
  console.log(`PyYAML reads ${files.length} generated CRDs as they are meant`);
}
