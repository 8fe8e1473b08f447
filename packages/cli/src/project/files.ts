// Reads files with an error that names them, and writes the files of `import` and `bundle`.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { inTheWay, leadsOutside, replaceFiles, type GeneratedFile } from "@capstan/generator-model/files";
import { diagnose, errorFrom, errorOf, isCapstanError, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import { otherThanFile } from "./file-kind.ts";
import type { Users } from "./foreign-files.ts";
import { outputsFor } from "./foreign-output.ts";
import { decodeUtf8 } from "./utf8.ts";

/** A JSON file as a value; throws with the file's name, and with what to do when it is not JSON. */
export async function readJson(
  file: string,
  help: string = "fix the file; if it is generated, run capstan generate",
): Promise<unknown> {
  const text = await readContent(file);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw errorOf(cliDiagnostics, "cli/json", { values: { file, problem: errorFrom(cause).message, help }, cause });
  }
}

/** The content of a text file; throws with the file's name. */
export async function readContent(file: string): Promise<string> {
  const decoded = decodeUtf8(await readBytes(file));
  if ("text" in decoded) return decoded.text;
  throw errorOf(cliDiagnostics, "cli/not-text", { values: { file, problem: decoded.problem } });
}

async function readBytes(file: string): Promise<Buffer> {
  const what = otherThanFile(file);
  // The system rejects a folder, with an error of its own below. Reading a pipe or a device could wait for ever, unless the caller's shell
  // has opened it: /dev/stdin, or /dev/fd/63 for <(command).
  const opened = what === "a named pipe" && file.startsWith("/dev/");
  if (what !== undefined && what !== "a folder" && !opened)
    throw errorOf(cliDiagnostics, "cli/not-a-file", { values: { file, what } });
  try {
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EISDIR")
      throw errorOf(cliDiagnostics, "cli/folder", { values: { file }, cause });
    throw errorOf(cliDiagnostics, "cli/no-file", { values: { file, problem: readProblem(errorFrom(cause)) }, cause });
  }
}

function readProblem({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file";
  return message.split(":")[0] ?? "";
}

/** The files, with paths relative to `cwd` or absolute, that a link would lead out of the folder `top` that they belong to. */
export function throughLinks(
  files: readonly GeneratedFile[],
  { cwd, top }: { readonly cwd: string; readonly top: string },
): Diagnostic[] {
  return files
    .filter(({ path }) => leadsOutside(top, resolve(cwd, path)))
    .map(({ path }) => diagnose(cliDiagnostics, "cli/outside", { values: { path } }));
}

/** Where files are written. */
export interface WritePlace {
  /** What their paths are relative to. */
  readonly cwd: string;
  /** The folder that an error names; `cwd` unless given. */
  readonly folder?: string;
  /** The users in whose folders files are written. */
  readonly trusted: Users | undefined;
}

/**
 * Writes the files, whose paths are relative to `cwd` or absolute: all or none. Files that are already up to date are not touched. Throws when one would be in a folder
 * of a user who is not trusted.
 */
export function writeBelow(
  files: readonly GeneratedFile[],
  { cwd, folder = cwd, trusted }: WritePlace,
): ReturnType<typeof replaceFiles> {
  try {
    return replaceFiles(cwd, files, { accept: outputsFor(trusted) });
  } catch (cause) {
    if (isCapstanError(cause)) throw cause;
    const found = inTheWay(errorFrom(cause));
    if (found !== undefined) throw errorOf(cliDiagnostics, "cli/in-the-way", { values: { problem: found }, cause });
    throw errorOf(cliDiagnostics, "cli/write", { values: { folder, problem: errorFrom(cause).message }, cause });
  }
}
