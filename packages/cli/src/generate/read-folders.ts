// Where a project's API lies and where what is made of it goes: `generate` of capstan.config.ts, or the defaults. Every generation begins
// here, so a configuration that says it literally is read and not run.
import { readFile } from "node:fs/promises";
import { checkGenerateConfig, generateFolders } from "@capstan/clusterctl-kit/generate-config";
import type { GenerateConfig, GenerateFolders } from "@capstan/clusterctl-kit/generate-config";
import { readStaticField } from "@capstan/generator-model";
import { hasErrors, type Diagnostic } from "@capstan/kube";
import { configFileOf, runConfig } from "../project/config-file.ts";

/** The folders, the files that say so, and what is wrong with them. */
export interface ReadFolders {
  readonly folders: GenerateFolders;
  /** The configuration and the modules it imported, absolute; empty for a project without one. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The folders of a project; with an error among the diagnostics they are the defaults. */
export async function readFolders(root: string): Promise<ReadFolders> {
  const file = configFileOf(root);
  if (file === undefined) return { folders: generateFolders(), files: [], diagnostics: [] };
  const { value, files, diagnostics: unread } = await readGenerate(file);
  const diagnostics = [...unread, ...checkGenerateConfig(value, file)];
  return { folders: generateFolders(hasErrors(diagnostics) ? {} : (value as GenerateConfig)), files, diagnostics };
}

interface ReadGenerate extends Pick<ReadFolders, "files" | "diagnostics"> {
  readonly value?: unknown;
}

const where = { field: "generate", identity: { name: "defineConfig", from: "@capstan/clusterctl-kit" } };

async function readGenerate(file: string): Promise<ReadGenerate> {
  const found = readStaticField(file, await readFile(file, "utf8"), where);
  if (found.known) return { ...found, files: [file], diagnostics: [] };
  const { exported, files, diagnostics } = await runConfig(file);
  const value = (exported as { readonly generate?: unknown } | null | undefined)?.generate;
  return { value, files, diagnostics };
}
