// The file with a project's configuration, and what it exports when it is run in this process. Judging that is load-config.ts for the
// whole and generate/read-folders.ts for the part that `generate` follows.
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { errorFrom, type Diagnostic } from "@capstan/kube";
import { moduleProblem } from "./module-problem.ts";
import { registerTypeScript } from "./typescript-hooks.ts";

/** The names a configuration may have, the first that is there counts. */
export const configNames: readonly string[] = [
  "capstan.config.ts",
  "capstan.config.mts",
  "capstan.config.js",
  "capstan.config.mjs",
];

/** The configuration's file, absolute; undefined when the project has none. */
export function configFileOf(root: string): string | undefined {
  return configNames
    .map((name) => join(root, name))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** What a configuration exports by default, or why it cannot be loaded. */
export interface RunConfig {
  readonly exported?: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** Every module of the disk that was loaded for it, absolute, itself among them. */
  readonly files: readonly string[];
}

/** Runs a configuration's module. */
export async function runConfig(file: string): Promise<RunConfig> {
  const files = new Set([file]);
  const hooks = registerTypeScript((loaded) => files.add(loaded));
  try {
    // The time of its last change in the address: Node keeps modules by address, and dev loads a changed configuration again.
    const { mtimeMs } = await stat(file);
    const module = (await import(`${pathToFileURL(file).href}?${mtimeMs}`)) as { readonly default?: unknown };
    return { exported: module.default, diagnostics: [], files: [...files] };
  } catch (caught) {
    const error = errorFrom(caught);
    return { diagnostics: [moduleProblem(file, error.stack ?? error.message)], files: [...files] };
  } finally {
    hooks.deregister();
  }
}
