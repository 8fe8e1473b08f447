// `capstan import`: CRDs and hook documents to annotated TypeScript. All files or none, and never over a file that says
// something else. Loaded by program.ts; what a file becomes is import/import-file.ts.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { sourceFolder } from "../generate/find-sources.ts";
import { readFolders } from "../generate/read-folders.ts";
import { importFile, type ImportedFile } from "../import/import-file.ts";
import type { Outcome } from "../outcome.ts";
import type { Values } from "../program.ts";
import { findProject } from "../project/find-project.ts";
import { writeFiles, type FileToWrite } from "../project/write-files.ts";
import type { Terminal } from "../terminal.ts";

/** Imports the files that are named. */
export async function run(values: Values, terminal: Terminal): Promise<Outcome> {
  const files = values["files"] as readonly string[];
  const { root } = await findProject(terminal.cwd);
  const folder = typeof values["out"] === "string" ? values["out"] : await apiFolder(root);
  const imported = await Promise.all(files.map((file) => importFile(file, { cwd: terminal.cwd, root, folder })));
  const lookedAt = `looked at ${files.join(", ")}`;
  const made = imported.flatMap((each) => each.files);
  const own = imported.flatMap((each) => each.diagnostics);
  const diagnostics = [...own, ...madeTwice(imported), ...(await inTheWay(root, made))];
  if (hasErrors(diagnostics)) return { lookedAt, diagnostics, next: "capstan explain <code>" };
  return { lookedAt, diagnostics, ...(await writeFiles(root, made)), next: "capstan generate" };
}

/** The first folder that generate reads, so that it finds what was imported. */
async function apiFolder(root: string): Promise<string> {
  const [first = ""] = (await readFolders(root)).folders.sources;
  return sourceFolder(first);
}

/** Files that two documents would become, with different content. */
function madeTwice(imported: readonly ImportedFile[]): Diagnostic[] {
  const seen = new Map<string, { readonly file: string; readonly content: string }>();
  return imported.flatMap(({ file, files }) =>
    files.flatMap(({ path, content }) => {
      const before = seen.get(path);
      if (before === undefined) seen.set(path, { file, content });
      if (before === undefined || before.content === content) return [];
      const values = { path, first: before.file, second: file };
      return [diagnose(cliDiagnostics, "cli/import-twice", { values })];
    }),
  );
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
