// `capstan import`: turns CRDs and hook documents into annotated TypeScript. It writes all files or none, and overwrites nothing.
import { readFile } from "node:fs/promises";
import { join, normalize, relative, resolve } from "node:path";
import { isBelow, type GeneratedFile } from "@capstan/generator-model/files";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { readFolders, type ReadFolders } from "../config/read-folders.ts";
import { sourceFolder } from "../generate/find-sources.ts";
import { importFile, type ImportedFile, type ImportPlace } from "../import/import-file.ts";
import type { VerbOutcome } from "../outcome.ts";
import { otherThanFile } from "../project/file-kind.ts";
import { findProject } from "../project/find-project.ts";
import { throughLinks, writeBelow } from "../project/files.ts";
import type { Format, Terminal } from "../output/print-outcome.ts";
import { whichOf, withProgress } from "../output/progress.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** Imports the files that are named. */
export async function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  const { cwd } = terminal;
  const files = given.strings("files");
  const out = given.string("out");
  if (files.includes("")) throw usageError("a file is an empty string: name the files to import");
  if (out === "") throw usageError("--out is an empty string: name a folder");
  const project = await findProject(cwd);
  const { root } = project;
  const title = `importing ${files.join(", ")}`;
  const configured = out === undefined ? await readFolders(project) : undefined;
  if (configured !== undefined && hasErrors(configured.diagnostics))
    return { title, diagnostics: configured.diagnostics };
  const folder = configured === undefined ? normalize(out ?? ".") : relative(cwd, join(root, apiFolder(configured)));
  const imported = await importAll(files, { ...project, cwd, folder }, { terminal, format: given.format });
  // A folder outside the project is one that --out or the configuration names.
  const place = { cwd, top: out === undefined && isBelow(root, resolve(cwd, folder)) ? root : resolve(cwd, folder) };
  const created = imported.flatMap((each) => each.files);
  const own = imported.flatMap((each) => each.diagnostics);
  const diagnostics = [
    ...own,
    ...createdTwice(imported),
    ...throughLinks(created, place),
    ...(await existing(cwd, created)),
  ];
  if (hasErrors(diagnostics)) return { title, diagnostics };
  const written = writeBelow(created, { cwd, folder: resolve(cwd, folder), trusted: project.trusted });
  return { title, diagnostics, ...written, next: "capstan generate" };
}

/** Imports one file after the other, and says which definition of which file is next. */
function importAll(
  files: readonly string[],
  place: Omit<ImportPlace, "progress">,
  { terminal, format }: { readonly terminal: Terminal; readonly format: Format },
): Promise<readonly ImportedFile[]> {
  return withProgress(terminal, format, async (progress) => {
    const imported: ImportedFile[] = [];
    for (const [at, file] of files.entries()) {
      const step = `importing ${file}${whichOf(at + 1, files.length, "files")}`;
      progress(step);
      imported.push(await importFile(file, { ...place, progress: (definition) => progress(`${step}: ${definition}`) }));
    }
    return imported;
  });
}

/** The first folder that generate reads, so that it finds what was imported. */
function apiFolder({ folders }: ReadFolders): string {
  const [first = ""] = folders.sources;
  return sourceFolder(first);
}

/** Files that two documents would become, with different content. */
function createdTwice(imported: readonly ImportedFile[]): Diagnostic[] {
  const seen = new Map<string, { readonly file: string; readonly content: string }>();
  return imported.flatMap(({ file, files }) =>
    files.flatMap(({ path, content }) => {
      const before = seen.get(path);
      if (before === undefined) seen.set(path, { file, content });
      if (before === undefined || before.content === content) return [];
      const values = { path, first: before.file, second: file };
      return [diagnose(cliDiagnostics, "cli/import-duplicate-path", { values })];
    }),
  );
}

/** A pipe or a device could be read without an end. A folder is the error of a write. */
function isOtherThanFile(path: string): boolean {
  const what = otherThanFile(path);
  return what !== undefined && what !== "a folder";
}

/** Files that exist with other content, and what is in their place. */
async function existing(cwd: string, files: readonly GeneratedFile[]): Promise<Diagnostic[]> {
  const found = await Promise.all(
    files.map(async ({ path, content }) => {
      const before = isOtherThanFile(resolve(cwd, path))
        ? ""
        : await readFile(resolve(cwd, path), "utf8").catch(() => undefined);
      return before === undefined || before === content
        ? []
        : [diagnose(cliDiagnostics, "cli/exists", { values: { path } })];
    }),
  );
  return found.flat();
}
