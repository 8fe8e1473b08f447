// The file with a project's configuration, and what it exports when it is run in this process.
import { lstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { errorOf, type Diagnostic, isCapstanError } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { putOutputAside } from "../output/foreign-writes.ts";
import { otherThanFile } from "../project/file-kind.ts";
import { rejectForeignProject, type TrustedProject } from "../project/foreign-project.ts";
import { moduleProblem } from "../project/module-problem.ts";
import { configNames } from "../project/project-files.ts";
import { shownValue } from "./field-table.ts";
import { registerTypeScript } from "../project/typescript-hooks.ts";

/**
 * The configuration's file, absolute; undefined when the project has none. Throws when something else has its name, and, each time that it is looked for, when other
 * users may have written what of the project is run: while a command watches, another project can come into the place of this one.
 */
export function configFileOf(place: TrustedProject): string | undefined {
  rejectForeignProject(place);
  const file = configNames
    .map((name) => join(place.root, name))
    .find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  const what = file === undefined ? undefined : otherThanFile(file);
  if (file === undefined || what === undefined) return file;
  throw errorOf(cliDiagnostics, "cli/not-a-file", { values: { file, what } });
}

/** What a configuration exports by default, or why it cannot be loaded. */
export interface RunConfig {
  readonly exported?: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** Every module on disk that was loaded for it, absolute; the configuration is one of them. */
  readonly files: readonly string[];
}

/** Runs the configuration of a project, a module in its folder. A promise as default export is awaited. */
export function runConfig(file: string, place: TrustedProject): Promise<RunConfig> {
  return runModule(file, place, exportOf);
}

/** Runs a module of a project; `read` imports it, by its URL, and returns what the caller wants of it. */
export async function runModule(
  file: string,
  place: TrustedProject,
  read: (url: string) => Promise<unknown>,
): Promise<RunConfig> {
  const files = new Set([file]);
  const hooks = registerTypeScript(place, (loaded) => files.add(loaded));
  try {
    // The time of the last change is part of the URL: Node caches modules by URL, and dev loads a changed configuration again.
    const { mtimeMs } = await stat(file);
    const exported = await withOutputAside(() => read(`${pathToFileURL(file).href}?${mtimeMs}`));
    return { exported, diagnostics: [], files: [...files] };
  } catch (caught) {
    return { diagnostics: [moduleProblem(file, problemOf(caught), place.root)], files: [...files] };
  } finally {
    hooks.release();
  }
}

async function exportOf(url: string): Promise<unknown> {
  const module: { readonly default?: unknown } = await import(url);
  return await module.default;
}

let loading = 0;
let giveBack: () => void = () => undefined;

/**
 * Runs `load` with its output on standard error: standard output is for the command, and may be one document for a machine. Calls may
 * overlap; the last one that ends gives standard output back.
 */
export async function withOutputAside<T>(load: () => Promise<T>): Promise<T> {
  if (loading++ === 0) giveBack = putOutputAside(process);
  try {
    return await load();
  } finally {
    if (--loading === 0) giveBack();
  }
}

/** What the module threw, with its stack where it has one; an error of Capstan's with its help, as Node prints it. */
function problemOf(caught: unknown): string {
  if (isCapstanError(caught)) return inspect(caught);
  if (caught instanceof Error) return caught.stack ?? caught.message;
  return `it threw ${shownValue(caught)}, which is not an Error`;
}
