// The Runtime Extension of a project, as a value in this process: the module that exports it is run, and nothing is served.
import { existsSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import type { Extension } from "@capstan/extension-kit";
import { isBelow } from "@capstan/generator-model/files";
import { diagnose, type Diagnostic, isJsonObject } from "@capstan/kube";
import type { CapstanConfig } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { runModule } from "../config/config-file.ts";
import { extensionMembers, runMembers } from "../config/members.ts";
import { otherThanFile } from "../project/file-kind.ts";
import { rejectForeignEntry, type TrustedProject } from "../project/foreign-project.ts";
import { usageError } from "../verb.ts";
import { extensionDiagnostics, type ExtensionCode } from "./extension-diagnostics.ts";

/** An extension, and its file relative to the project. */
export interface LoadedExtension {
  readonly extension: Extension;
  readonly file: string;
}

/** Why there is none. */
export interface NotLoaded {
  readonly diagnostics: readonly Diagnostic[];
}

/** Where an extension is looked for. */
export interface ExtensionPlace {
  readonly project: TrustedProject;
  readonly cwd: string;
  /** The file that the command line names; undefined for the default. */
  readonly named: string | undefined;
}

/** Loads the extension that a file exports: `extension.ts` beside the entry of the project, unless another one is named. */
export async function loadExtension(place: ExtensionPlace): Promise<LoadedExtension | NotLoaded> {
  const { project, cwd, named } = place;
  const { config } = await loadConfig(project);
  const file = named === undefined ? defaultFile(config) : relative(project.root, resolve(cwd, named));
  const path = join(project.root, file);
  if (!isBelow(project.root, path)) throw usageError(`--extension names ${named}, which is not in ${project.root}`);
  if (!existsSync(path) || otherThanFile(path) !== undefined)
    return { diagnostics: [problem("extension/no-module", { file })] };
  if (runMembers(config).some(({ entry }) => resolve(project.root, entry) === path))
    return { diagnostics: [problem("extension/entry", { file })] };
  rejectForeignEntry(project, file);
  const { exported, diagnostics } = await runModule(path, project, (url) => import(url));
  if (diagnostics.length > 0) return { diagnostics };
  const found = extensionsOf(exported);
  const extension = found.find(({ name }) => name === "extension") ?? found[0];
  if (extension === undefined) return { diagnostics: [problem("extension/no-export", { file })] };
  if (found.length > 1 && extension.name !== "extension") {
    const names = found.map(({ name }) => name).join(", ");
    return { diagnostics: [problem("extension/several-exports", { file, names })] };
  }
  return { extension: extension.value, file };
}

/** Beside the entry of the first program that is an extension; projects without a configuration have the usual one. */
function defaultFile(config: CapstanConfig | undefined): string {
  const [{ entry } = { entry: "src/main.ts" }] = extensionMembers(config);
  return posix.join(dirname(entry), "extension.ts");
}

function problem(code: ExtensionCode, values: Readonly<Record<string, string>>): Diagnostic {
  return diagnose(extensionDiagnostics, code, { values });
}

interface Exported {
  readonly name: string;
  readonly value: Extension;
}

function extensionsOf(module: unknown): readonly Exported[] {
  if (typeof module !== "object" || module === null) return [];
  return Object.entries(module).flatMap(([name, value]) => (isExtension(value) ? [{ name, value }] : []));
}

/** By its form: the project may have another copy of the kit. */
function isExtension(value: unknown): value is Extension {
  return (
    isJsonObject(value) &&
    Array.isArray(value["handlers"]) &&
    isJsonObject(value["oldest"]) &&
    isJsonObject(value["settings"]) &&
    value["handlers"].every((handler: unknown) => isJsonObject(handler) && typeof handler["handle"] === "function")
  );
}
