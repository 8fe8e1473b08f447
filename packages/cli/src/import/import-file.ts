// One file of an import: CRDs, or the OpenAPI document of hooks, recognized by its content.
// What only hooks need is loaded only for hooks.
import { resolve } from "node:path";
import { diagnose, type Diagnostic } from "@capstan/kube";
import { importCrd, type NextDocument } from "@capstan/generator-crd";
import { cliDiagnostics } from "../cli-errors.ts";
import { type Progress, whichOf } from "../output/progress.ts";
import { readContent } from "../project/files.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import type { GeneratedFile } from "@capstan/generator-model/files";

/** Where an import takes place. */
export interface ImportPlace extends TrustedProject {
  /** The folder that names of files are relative to. */
  readonly cwd: string;
  /** The folder of the TypeScript files, relative to the project. */
  readonly folder: string;
  /** Says which definition is next. */
  readonly progress: Progress;
}

/** What one file became. */
export interface ImportedFile {
  readonly file: string;
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Imports one file, and reports an error for a file without documents. */
export async function importFile(file: string, place: ImportPlace): Promise<ImportedFile> {
  const text = await readContent(resolve(place.cwd, file));
  const ofHooks = mayBeOpenApi(text) ? await importHookDocument(text, file, place) : undefined;
  const imported =
    ofHooks ?? importCrd(text, { file, folder: place.folder, onDocument: (next) => place.progress(stepOf(next)) });
  if (imported.files.length > 0 || imported.diagnostics.length > 0) return { file, ...imported };
  return { file, files: [], diagnostics: [diagnose(cliDiagnostics, "cli/nothing-to-import", { values: { file } })] };
}

function stepOf({ kind = "a document", number, count }: NextDocument): string {
  return kind + whichOf(number, count, "CRDs");
}

/** Whether a file may be an OpenAPI document: a quick test without false negatives. */
function mayBeOpenApi(text: string): boolean {
  // Only within a line: a run of empty lines would be read again from each of them.
  return /(?:^|[{,])[^\S\n\r\u2028\u2029]*["']?(?:openapi|swagger)["']?\s*:/m.test(text);
}

async function importHookDocument(
  text: string,
  file: string,
  { root, trusted, folder }: ImportPlace,
): Promise<Omit<ImportedFile, "file"> | undefined> {
  const [{ importHooks }, { hooksOpenApi }, { typesWriter }] = await Promise.all([
    import("@capstan/generator-hooks"),
    import("@capstan/api/openapi"),
    import("./openapi-typescript.ts"),
  ]);
  return importHooks(text, {
    file,
    folder,
    writeTypes: typesWriter({ root, trusted }),
    core: hooksOpenApi().components.schemas,
  });
}
