// Runs the generators on sources of this tool, and writes what they make to a folder of its own, which git ignores.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { emitCrds } from "@capstan/generator-crd";
import { emitConversions } from "@capstan/generator-conversion";
import { readModel, type ReadModelOptions } from "@capstan/generator-model";
import { hasErrors, type Diagnostic } from "@capstan/kube";

/** The folder of this tool, from which sources find the packages. */
export const toolFolder: string = join(import.meta.dirname, "..");

/** The diagnostics of the generators; with an error there are no files. */
export interface Emitted {
  readonly diagnostics: readonly Diagnostic[];
  /** Where the files are. */
  readonly folder: URL;
  readonly files: readonly string[];
}

/** Emits conversions, their tests and the CRDs of definitions. The folder is removed when the process ends. */
export function emit(sources: Omit<ReadModelOptions, "root">): Emitted {
  const results = join(toolFolder, ".results");
  mkdirSync(results, { recursive: true });
  const scratch = mkdtempSync(join(results, "emitted-"));
  process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
  const folder = relative(toolFolder, scratch);
  const { model, diagnostics: found } = readModel({ root: toolFolder, ...sources });
  const options = {
    folder,
    crds: folder,
    codegen: "@capstan/contract/codegen/v1",
    check: "@capstan/schema/conversions",
  };
  const { files, diagnostics } = hasErrors(found) ? { files: [], diagnostics: [] } : emitConversions(model, options);
  const crds = files.length === 0 ? [] : emitCrds(model, { folder }).files.filter(({ path }) => path.endsWith(".json"));
  for (const { path, content } of [...files, ...crds]) {
    const file = join(toolFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return {
    diagnostics: [...found, ...diagnostics],
    folder: pathToFileURL(`${scratch}/`),
    files: files.map(({ path }) => relative(folder, path)),
  };
}
