// A project as an author would have it: the types that `capstan import` makes of a provider's CRDs, our declarations beside them, and what
// `capstan generate` makes of both. The real command runs for each.
import { execFile } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { isJsonObject } from "@capstan/kube";
import { root } from "@capstan/repo";
import { newFolder } from "../emitted.ts";

const main = join(root, "packages/cli/src/main.ts");
const run = promisify(execFile);

/** A project in a folder of its own. */
export interface MigrationProject {
  readonly folder: string;
  /** Its generated modules. */
  readonly generated: URL;
}

/** Imports CRDs and generates the conversions declared in a folder. Throws with the command's messages when one of the two fails. */
export async function migrationProject(crds: readonly string[], declarations: string): Promise<MigrationProject> {
  const folder = newFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "migration", private: true, type: "module" }));
  await capstan(folder, "import", ...crds);
  cpSync(declarations, join(folder, "src/api/conversions"), { recursive: true });
  await capstan(folder, "generate");
  return { folder, generated: pathToFileURL(join(folder, "src/generated/")) };
}

async function capstan(folder: string, ...args: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, ["--conditions=@capstan/source", main, ...args], { cwd: folder, maxBuffer: 2 ** 26 });
  } catch (error) {
    const [printed, problems] = ["stdout", "stderr"].map((name) => (isJsonObject(error) ? error[name] : undefined));
    throw new Error(`capstan ${args[0]} failed:\n${String(problems)}${String(printed)}`, { cause: error });
  }
}
