// What the language server is compared with: TypeScript 6's language service, which is JavaScript and shares no code with TypeScript 7's,
// over every TypeScript file in git (no tsconfig.editor.json, no .vscode). It knows each place that means a symbol, and
// whether the repository still compiles after a rename.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "@capstan/repo";
import ts from "typescript-6";
import type { Edit } from "./language-server.ts";
import { positionAt, type Place } from "./place.ts";

/** What the reference service answers. */
export interface ReferenceService {
  /** The files in git that it read. */
  readonly files: readonly string[];
  readonly references: (place: Place) => readonly Place[];
  /** Type errors that a rename of `name` by these edits brings to the files that say `name`; none when the edits are complete. */
  readonly errorsAfter: (name: string, edits: readonly Edit[]) => readonly string[];
}

/** Reads the whole repository once. */
export function createReferenceService(): ReferenceService {
  const files = trackedSources();
  const overlays = new Map<string, Overlay>();
  const service = ts.createLanguageService(hostOf(files, overlays));
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  return {
    files,
    references: ({ file, line, character }) => {
      const offset = offsetAt(read(file), { line, character });
      const found = service.getReferencesAtPosition(join(root, file), offset) ?? [];
      return found.map(({ fileName, textSpan }) => {
        const name = relative(root, fileName);
        return { file: name, ...positionAt(read(name), textSpan.start) };
      });
    },
    errorsAfter: (name, edits) => {
      const concerned = files.filter((file) => read(file).includes(name));
      const before = errorsOf(service, concerned);
      const version = `renamed ${name}`;
      for (const [file, own] of Map.groupBy(edits, (edit) => edit.file)) {
        overlays.set(join(root, file), { version, text: applyEdits(read(file), own) });
      }
      const after = errorsOf(service, concerned);
      overlays.clear();
      return after.filter((error) => !before.includes(error));
    },
  };
}

/** A file as it is after a rename. */
interface Overlay {
  readonly version: string;
  readonly text: string;
}

/** Every TypeScript file that git knows or would take, but for the templates that have no packages beside them. */
function trackedSources(): readonly string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*.ts"];
  return execFileSync("git", args, { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && !file.startsWith("packages/create-capstan/project/"));
}

function hostOf(files: readonly string[], overlays: ReadonlyMap<string, Overlay>): ts.LanguageServiceHost {
  const base = ts.readConfigFile(join(root, "tsconfig.base.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, root);
  const names = files.map((file) => join(root, file));
  return {
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => names,
    getScriptVersion: (file) => overlays.get(file)?.version ?? "as it is",
    getScriptSnapshot: (file) => {
      const text = overlays.get(file)?.text ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
  };
}

/** `file: message` of each type error; without positions, which a rename moves. */
function errorsOf(service: ts.LanguageService, files: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    service
      .getSemanticDiagnostics(join(root, file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  );
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const starts = edits.map((edit) => ({ start: offsetAt(text, edit), text: edit.text }));
  return starts
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, text: inserted }) => {
      const [old = ""] = /^\w+/.exec(edited.slice(start)) ?? [];
      return edited.slice(0, start) + inserted + edited.slice(start + old.length);
    }, text);
}

function offsetAt(text: string, { line, character }: Omit<Place, "file">): number {
  const lines = text.split("\n").slice(0, line);
  return lines.reduce((sum, one) => sum + one.length + 1, 0) + character;
}
