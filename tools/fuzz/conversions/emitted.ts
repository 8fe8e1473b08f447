// Runs the generators on sources of this tool, and writes what they make to a folder of its own, which git ignores.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { emitCrds } from "@capstan/generator-crd";
import { emitConversions } from "@capstan/generator-conversion";
import { emitOpenApi } from "@capstan/generator-hooks";
import { readModel, type TypeModel } from "@capstan/generator-model";
import type { GeneratedFile } from "@capstan/generator-model/files";
import { hasErrors, type Diagnostic } from "@capstan/kube";

/** The folder of this tool, from which sources find the packages. */
export const toolFolder: string = join(import.meta.dirname, "..");

/** The diagnostics of all generators, as `capstan generate` prints them; with an error of the conversions there are no files. */
export interface Emitted {
  readonly diagnostics: readonly Diagnostic[];
  /** Where the files are. */
  readonly folder: URL;
  readonly files: readonly string[];
}

/** Emits conversions, their tests and the CRDs of definitions in these files. */
export function emit(files: readonly string[]): Emitted {
  return emitInto(newFolder(), files);
}

/** Writes definitions to a file `types.ts`, and emits its conversions, their tests and CRDs beside it. */
export function emitSource(source: string): Emitted {
  const scratch = newFolder();
  const file = join(scratch, "types.ts");
  writeFileSync(file, source);
  return emitInto(scratch, [file]);
}

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed when the process ends. It is inside of the tool, from where sources find the packages. */
export function newFolder(): string {
  const results = join(toolFolder, ".results");
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, "emitted-"));
  folders.push(folder);
  return folder;
}

function emitInto(scratch: string, sources: readonly string[]): Emitted {
  const folder = relative(toolFolder, scratch);
  const { model, diagnostics: found } = readModel({ root: toolFolder, files: sources });
  const options = {
    folder,
    crds: folder,
    document: `${folder}/hooks.json`,
    isReleased: true,
    codegen: "@capstan/contract/codegen/v1",
    check: "@capstan/schema/conversions",
  };
  const emitted = hasErrors(found) ? { crds: [], diagnostics: [], files: [] } : emitCrds(model, { folder });
  const { files, diagnostics } = hasErrors(found)
    ? { files: [], diagnostics: [] }
    : emitConversions(model, { ...options, definitions: emitted.crds });
  const schemas = [...emitted.files, ...hookDocument(model, folder)].filter(({ path }) => path.endsWith(".json"));
  for (const { path, content } of files.length === 0 ? [] : [...files, ...schemas]) {
    const file = join(toolFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return {
    diagnostics: [...found, ...emitted.diagnostics, ...diagnostics],
    folder: pathToFileURL(`${scratch}/`),
    files: files.map(({ path }) => relative(folder, path)),
  };
}

/** The document of the hooks among the definitions. */
function hookDocument(model: TypeModel, folder: string): readonly GeneratedFile[] {
  if (model.hooks.length === 0) return [];
  const info = { title: "Hooks", description: "Hooks.", version: "v1" };
  const components = { prefixes: { "": "hooks" } };
  return emitOpenApi(model, { info, components, constraints: true, path: `${folder}/hooks` }).files;
}
