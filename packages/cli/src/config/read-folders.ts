// Where the sources of a project's API are and where generated files go: `generate` of capstan.config.ts, or the defaults. Every
// generation starts here, so a configuration that sets it with literals is read and not run.
import { readStaticField } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { checkNames } from "./check-config.ts";
import { configFileOf, runConfig } from "./config-file.ts";
import { placeProblems } from "./config-positions.ts";
import { isRecord } from "./field-table.ts";
import { readProjectFile, type TrustedProject } from "../project/foreign-project.ts";
import { checkGenerate, generateFolders, type GenerateFolders, type HookDocumentProfile } from "./generate-config.ts";

/** The folders, the files they were read from, and what is wrong with them. */
export interface ReadFolders {
  readonly folders: GenerateFolders;
  /** Whether the configuration accepts floating-point numbers in CRDs. */
  readonly allowFloats: boolean;
  /** The profiles of the document of hooks that are written, too. */
  readonly profiles: readonly HookDocumentProfile[];
  /** The configuration and the modules it imported, absolute; empty for a project without one. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const defaults = { folders: generateFolders(), allowFloats: false, profiles: [] };

/** The folders of a project; with an error among the diagnostics they are the defaults. */
export async function readFolders(place: TrustedProject): Promise<ReadFolders> {
  const file = configFileOf(place);
  if (file === undefined) return { ...defaults, files: [], diagnostics: [] };
  const { value, names = [], files, diagnostics } = await readGenerate(file, place);
  if (diagnostics.length > 0) return { ...defaults, files, diagnostics };
  const checked = checkGenerate(value);
  // A misspelled `generate` would be as good as none.
  const problems = [...checkNames(names), ...("problems" in checked ? checked.problems : [])];
  if ("problems" in checked || problems.length > 0)
    return { ...defaults, files, diagnostics: await placeProblems(problems, file) };
  const { allowFloats = false, openapi: profiles = [] } = checked.generate;
  return { folders: generateFolders(checked.generate), allowFloats, profiles, files, diagnostics: [] };
}

interface ReadGenerate extends Pick<ReadFolders, "files" | "diagnostics"> {
  readonly value?: unknown;
  /** Of every field of the configuration. */
  readonly names?: readonly string[];
}

const where = { field: "generate", identity: { name: "defineConfig", from: "@capstan/cli/config" } };

async function readGenerate(file: string, place: TrustedProject): Promise<ReadGenerate> {
  const found = readStaticField(file, readProjectFile(file, place), where);
  if (found.known) return { ...found, files: [file], diagnostics: [] };
  const { exported, files, diagnostics } = await runConfig(file, place);
  const config = isRecord(exported) ? exported : {};
  return { value: config["generate"], names: Object.keys(config), files, diagnostics };
}
