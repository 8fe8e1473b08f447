// Loads capstan.config.ts (or .js) of a project and has it judged. Runs the user's module in this process.
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { diagnose, errorFrom } from "@capstan/kube";
import { checkConfig, type CheckedConfig } from "@capstan/clusterctl-kit";
import { cliDiagnostics } from "../cli-errors.ts";
import { moduleProblem } from "./module-problem.ts";
import { registerTypeScript } from "./typescript-hooks.ts";

const names = ["capstan.config.ts", "capstan.config.mts", "capstan.config.js", "capstan.config.mjs"];

/** The configuration with the file it came from; `file` is absent when the project has none. */
export interface LoadedConfig extends CheckedConfig {
  readonly file?: string;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The project's configuration, or why there is none. */
export async function loadConfig(root: string): Promise<LoadedConfig> {
  const file = names.map((name) => join(root, name)).find(isFile);
  if (file === undefined)
    return { diagnostics: [diagnose(cliDiagnostics, "cli/no-config", { values: { folder: root } })] };
  const hooks = registerTypeScript();
  try {
    // The time of its last change in the address: Node keeps modules by address, and dev loads a changed configuration again.
    const { mtimeMs } = await stat(file);
    const module = (await import(`${pathToFileURL(file).href}?${mtimeMs}`)) as { readonly default?: unknown };
    return { ...checkConfig(module.default, file), file };
  } catch (caught) {
    const error = errorFrom(caught);
    return { diagnostics: [moduleProblem(file, error.stack ?? error.message)], file };
  } finally {
    hooks.deregister();
  }
}
