// Compiles what was accepted, as its author would: the declaration and every module that the generator made of it.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "@capstan/repo";
import { toolFolder } from "../emitted.ts";

const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "..", "bin", "tsc");

/** The lines of errors that tsc has for the files of folders; none when there are no folders. */
export async function compileProblems(folders: readonly string[], files: string = "*.ts"): Promise<readonly string[]> {
  const [first] = folders;
  if (first === undefined) return [];
  const project = join(first, "tsconfig.json");
  const settings = {
    extends: join(toolFolder, "../../tsconfig.base.json"),
    include: folders.map((folder) => join(folder, files)),
    // Generated tests of a project import the check from the command, which this tool does not depend on.
    compilerOptions: { paths: { "@capstan/cli/conversions": [join(root, "packages/cli/src/conversions.ts")] } },
  };
  writeFileSync(project, JSON.stringify(settings));
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, "-p", project, "--pretty", "false"], { cwd: toolFolder }, (_, stdout) =>
      resolve(stdout),
    );
  });
  return output.split("\n").filter((line) => line.includes(": error "));
}

/** Those of these lines that are about files in a folder. */
export function problemsIn(folder: URL, lines: readonly string[]): readonly string[] {
  const steps = new Set(folder.pathname.split("/"));
  return lines.filter((line) => line.split("/").some((step) => step.startsWith("emitted-") && steps.has(step)));
}
