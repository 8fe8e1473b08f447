// Loads capstan.config.ts (or .js) of a project and has it judged whole. Runs the user's module in this process.
import { diagnose } from "@capstan/kube";
import { checkConfig, type CheckedConfig } from "@capstan/clusterctl-kit";
import { cliDiagnostics } from "../cli-errors.ts";
import { configFileOf, runConfig } from "./config-file.ts";

/** The configuration with the file it came from; `file` is absent when the project has none. */
export interface LoadedConfig extends CheckedConfig {
  readonly file?: string;
}

/** The project's configuration, or why there is none. */
export async function loadConfig(root: string): Promise<LoadedConfig> {
  const file = configFileOf(root);
  if (file === undefined)
    return { diagnostics: [diagnose(cliDiagnostics, "cli/no-config", { values: { folder: root } })] };
  const { exported, diagnostics } = await runConfig(file);
  return diagnostics.length > 0 ? { diagnostics, file } : { ...checkConfig(exported, file), file };
}
