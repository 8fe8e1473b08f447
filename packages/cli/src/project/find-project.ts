// Which project a command works on: the nearest folder with a package.json, from the current one upwards.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorFrom, errorOf } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";

/** A project on disk. */
export interface Project {
  readonly root: string;
  readonly manifest: Manifest;
}

/** The part of package.json that commands read. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The project around `folder`; throws when there is none. */
export async function findProject(folder: string): Promise<Project> {
  const root = nearestManifest(folder);
  if (root === undefined) throw errorOf(cliDiagnostics, "cli/no-project", { values: { folder } });
  return { root, manifest: await readManifest(join(root, "package.json")) };
}

/** The nearest folder with a package.json, from `folder` upwards. */
export function nearestManifest(folder: string): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, "package.json"))) return root;
    if (root === dirname(root)) return undefined;
  }
}

/** A package.json; throws with the file's name. */
export async function readManifest(file: string): Promise<Manifest> {
  const value = await readJson(file);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw errorOf(cliDiagnostics, "cli/manifest", { values: { file } });
}

/** A JSON file as a value; throws with the file's name. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw errorOf(cliDiagnostics, "cli/json", { values: { file, problem: errorFrom(cause).message }, cause });
  }
}

/** A file as text; throws with the file's name. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EISDIR")
      throw errorOf(cliDiagnostics, "cli/folder", { values: { file }, cause });
    throw errorOf(cliDiagnostics, "cli/no-file", {
      values: { file, problem: errorFrom(cause).message.split(":")[0] ?? "" },
      cause,
    });
  }
}
