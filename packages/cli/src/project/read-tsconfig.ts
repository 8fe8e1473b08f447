// The compiler options of a project's tsconfig.json with everything it extends. Loads the compiler that is part of ts-morph.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ts as typescript } from "ts-morph";
import type { Position } from "@capstan/kube";

type Compiler = typeof typescript;

/** The options by name, with `module` as it is written, in small letters; or the first mistake in the file. */
export type Tsconfig =
  | { readonly options: Readonly<Record<string, unknown>>; readonly module: string | undefined }
  | { readonly problem: string; readonly position: Position };

/** The project's options; undefined when there is no tsconfig.json. */
export async function readTsconfig(root: string): Promise<Tsconfig | undefined> {
  const file = join(root, "tsconfig.json");
  if (!existsSync(file)) return undefined;
  const { ts } = await import("ts-morph");
  const read: { config?: unknown; error?: typescript.Diagnostic } = ts.readConfigFile(file, (path) =>
    ts.sys.readFile(path),
  );
  if (read.error !== undefined) return brokenAt(file, read.error, ts);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  return { options, module: options.module === undefined ? undefined : ts.ModuleKind[options.module].toLowerCase() };
}

function brokenAt(file: string, { messageText, file: source, start }: typescript.Diagnostic, ts: Compiler): Tsconfig {
  const problem = ts.flattenDiagnosticMessageText(messageText, " ").replace(/\.$/, "");
  if (source === undefined || start === undefined) return { problem, position: { file } };
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  return { problem, position: { file, line: line + 1, column: character + 1 } };
}
