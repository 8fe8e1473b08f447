// Which project a command works on: the nearest folder with a package.json, from the current one upwards.
import { join } from "node:path";
import { errorOf } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { isRecord, isStringRecord, shownValue, type ConfigField } from "../config/field-table.ts";
import { readJson } from "./files.ts";
import { projectPlace, rejectForeignProject, type TrustedProject } from "./foreign-project.ts";
import { nearestManifest } from "./project-files.ts";

/** A project on disk. */
export interface Project extends TrustedProject {
  readonly manifest: Manifest;
}

/** The part of package.json that commands read. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * The project around `folder`; throws when there is none, and when other users may have written what it runs. `cwd` is where the command
 * runs: in that folder, unless it is given.
 */
export async function findProject(folder: string, cwd: string = folder): Promise<Project> {
  const root = nearestManifest(folder);
  if (root === undefined) throw errorOf(cliDiagnostics, "cli/no-project", { values: { folder } });
  const place = projectPlace(root, cwd);
  rejectForeignProject(place);
  return { ...place, manifest: await readManifest(join(root, "package.json")) };
}

const kits = ["@capstan/controller-kit", "@capstan/extension-kit"];

/** Whether the project says what it is with `--describe`, as the entries of both kits do; dev and bundle need that. */
export function hasKit({ dependencies, devDependencies }: Manifest): boolean {
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return kits.some((kit) => names.includes(kit));
}

const text: ConfigField = { expected: "a string", accepts: (value) => typeof value === "string" };
const versions: ConfigField = { expected: "an object of strings", accepts: isStringRecord };

const manifestFields: Readonly<Record<keyof Manifest, ConfigField>> = {
  name: text,
  version: text,
  dependencies: versions,
  devDependencies: versions,
};

/** A package.json; throws with the file's name. */
export async function readManifest(file: string): Promise<Manifest> {
  const value = await readJson(file, "fix the file");
  if (!isRecord(value)) throw errorOf(cliDiagnostics, "cli/manifest", { values: { file } });
  for (const [field, { expected, accepts }] of Object.entries(manifestFields)) {
    if (value[field] === undefined || accepts(value[field])) continue;
    const values = { file, field, expected, found: shownValue(value[field]) };
    throw errorOf(cliDiagnostics, "cli/manifest-field", { values });
  }
  return value;
}
