// `capstan import`: CRDs to annotated TypeScript. All files or none, and never over a file that says something else.
// Loaded by program.ts; the TypeScript is written by @capstan/generator-crd.
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { importCrd } from "@capstan/generator-crd";
import { cliDiagnostics } from "../cli-errors.ts";
import { sourceFolder } from "../generate/find-sources.ts";
import { readFolders } from "../generate/read-folders.ts";
import type { Outcome } from "../outcome.ts";
import type { Values } from "../program.ts";
import { findProject, readText } from "../project/find-project.ts";
import { writeFiles, type FileToWrite } from "../project/write-files.ts";
import type { Terminal } from "../terminal.ts";

/** Imports the files that are named. */
export async function run(values: Values, terminal: Terminal): Promise<Outcome> {
  const files = values["files"] as readonly string[];
  const { root } = await findProject(terminal.cwd);
  const folder = typeof values["out"] === "string" ? values["out"] : await apiFolder(root);
  const imported = await Promise.all(
    files.map(async (file) =>
      orNothing(file, importCrd(await readText(resolve(terminal.cwd, file)), { file, folder })),
    ),
  );
  const lookedAt = `looked at ${files.join(", ")}`;
  const made = imported.flatMap((each) => each.files);
  const diagnostics = [...imported.flatMap((each) => each.diagnostics), ...(await inTheWay(root, made))];
  if (hasErrors(diagnostics)) return { lookedAt, diagnostics, next: "capstan explain <code>" };
  return { lookedAt, diagnostics, ...(await writeFiles(root, made)), next: "capstan generate" };
}

/** The first folder that generate reads, so that it finds what was imported. */
async function apiFolder(root: string): Promise<string> {
  const [first = ""] = (await readFolders(root)).folders.sources;
  return sourceFolder(first);
}

/** A file without any document would otherwise succeed in silence. */
function orNothing(file: string, imported: ReturnType<typeof importCrd>): ReturnType<typeof importCrd> {
  if (imported.files.length > 0 || imported.diagnostics.length > 0) return imported;
  return { files: [], diagnostics: [diagnose(cliDiagnostics, "cli/nothing-to-import", { values: { file } })] };
}

/** Files that exist with other content: an import never overwrites what someone wrote. */
async function inTheWay(root: string, files: readonly FileToWrite[]): Promise<Diagnostic[]> {
  const found = await Promise.all(
    files.map(async ({ path, content }) => {
      const before = await readFile(join(root, path), "utf8").catch(() => undefined);
      return before === undefined || before === content
        ? []
        : [diagnose(cliDiagnostics, "cli/exists", { values: { path } })];
    }),
  );
  return found.flat();
}
