// Loads the whole configuration of a project and checks it. Runs the user's module in this process.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { diagnose, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { checkConfig } from "./check-config.ts";
import { configFileOf, runConfig } from "./config-file.ts";
import { placeProblems } from "./config-positions.ts";
import type { CapstanConfig } from "./config.ts";
import type { ConfigProblem } from "./field-table.ts";
import type { TrustedProject } from "../project/foreign-project.ts";

/** The configuration, or why there is none. */
export interface LoadedConfig {
  /** Present when there is no error. */
  readonly config?: CapstanConfig;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent when the project has no configuration file. */
  readonly file?: string;
}

/** The project's configuration. */
export async function loadConfig(place: TrustedProject): Promise<LoadedConfig> {
  const { root } = place;
  const file = configFileOf(place);
  if (file === undefined)
    return { diagnostics: [diagnose(cliDiagnostics, "cli/no-config", { values: { folder: root } })] };
  const { exported, diagnostics } = await runConfig(file, place);
  if (diagnostics.length > 0) return { diagnostics, file };
  const checked = checkConfig(exported);
  const problems = "problems" in checked ? checked.problems : missingTemplates(root, checked.config);
  if (problems.length > 0) return { diagnostics: await placeProblems(problems, file), file };
  return { ...checked, diagnostics: [], file };
}

/** Only the default folder may be absent. */
function missingTemplates(root: string, config: CapstanConfig): ConfigProblem[] {
  return [config, ...(config.also ?? [])].flatMap(({ templates: folder }, index): ConfigProblem[] => {
    if (folder === undefined || isFolder(join(root, folder))) return [];
    const field = index === 0 ? "templates" : `also[${index - 1}].templates`;
    return [{ code: "config/no-templates", values: { folder }, field }];
  });
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
