// Loads the whole configuration of a project and checks it. Runs the user's module in this process.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { checkConfig } from "./check-config.ts";
import { configFileOf, runConfig } from "./config-file.ts";
import { placeProblems } from "./config-positions.ts";
import type { CapstanConfig } from "./config.ts";

/** The configuration, or why there is none. */
export interface LoadedConfig {
  /** Present when there is no error. */
  readonly config?: CapstanConfig;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent when the project has no configuration file. */
  readonly file?: string;
}

/** The project's configuration. */
export async function loadConfig(root: string): Promise<LoadedConfig> {
  const file = configFileOf(root);
  if (file === undefined)
    return { diagnostics: [diagnose(cliDiagnostics, "cli/no-config", { values: { folder: root } })] };
  const { exported, diagnostics } = await runConfig(file);
  if (diagnostics.length > 0) return { diagnostics, file };
  const checked = checkConfig(exported);
  return "problems" in checked
    ? { diagnostics: await placeProblems(checked.problems, file), file }
    : { config: checked.config, diagnostics: [], file };
}
