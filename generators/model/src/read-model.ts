// Annotated TypeScript -> TypeModel, the input of every generator. Parses files only: no type checker, and no code of the project is run.
import { relative, resolve, sep } from "node:path";
import { sortDiagnostics, type Diagnostic } from "@capstan/kube";
import { checkTags } from "./tags/check-tags.ts";
import { modelProblem } from "./diagnostics.ts";
import { readDefinitions, type Definitions } from "./reading/read-definitions.ts";
import { deepest, typeReader } from "./reading/read-type.ts";
import { report, type ModelReading } from "./reading/reading.ts";
import type { AcceptFile, TsconfigProblem } from "./syntax/resolve-module.ts";
import { isFolder, SourceSet } from "./syntax/source-set.ts";
import type { SourceSyntax } from "./syntax/syntax.ts";
import type { DeclaredKind, NamedType, TypeModel } from "./type-model.ts";

/** What to read. */
export interface ReadModelOptions {
  /** The project's folder: paths in the model are relative to it, and its tsconfig.json sets how modules are found. */
  readonly root: string;
  /** The files with definitions, relative to `root` or absolute; files that they import are found automatically. */
  readonly files: readonly string[];
  /** Files in memory, by path; they replace those on disk. */
  readonly sources?: Readonly<Record<string, string>>;
  /**
   * Called with each file that the definitions import, or that has the compiler options, before it is used, and with the folder where it was looked for first. What it
   * throws, reading throws: it decides whose files count.
   */
  readonly accept?: AcceptFile;
}

/** A model and the mistakes in its sources. When one of them is an error, nothing must be emitted. */
export interface ReadModelResult {
  readonly model: TypeModel;
  readonly diagnostics: readonly Diagnostic[];
}

/** A reader that parses each file once. */
export interface ModelReader {
  read(): ReadModelResult;
  /** Reads again after these files changed, parsing only them. */
  refresh(changedFiles: readonly string[]): ReadModelResult;
  /** Every file that was read so far, absolute: sources, what they import, package.json and tsconfig.json among them. */
  readonly filesRead: readonly string[];
}

/** Reads the definitions of files and every type they reach. */
export function readModel(options: ReadModelOptions): ReadModelResult {
  return createModelReader(options).read();
}

/** A reader for `--watch`: `refresh` costs what changed. */
export function createModelReader({ root: folder, files, sources = {}, accept }: ReadModelOptions): ModelReader {
  const root = resolve(folder);
  const overlay = new Map(Object.entries(sources).map(([file, text]) => [resolve(root, file), text]));
  const set = new SourceSet({ root, overlay, accept });
  // The order of files must not change the output.
  const paths = [...new Set(files.map((file) => resolve(root, file)))].toSorted();
  const read = (): ReadModelResult => readFiles(set, paths, root);
  return {
    read,
    refresh(changedFiles) {
      for (const file of changedFiles) set.forget(resolve(root, file));
      return read();
    },
    get filesRead() {
      return set.filesRead;
    },
  };
}

const noModel: TypeModel = { kinds: [], templates: [], hooks: [], conversions: [], types: {} };

function readFiles(sources: SourceSet, files: readonly string[], root: string): ReadModelResult {
  sources.begin();
  const misread = sources.configProblems.map((found) => configProblem(found, root));
  if (misread.length > 0) return { model: noModel, diagnostics: misread };
  const diagnostics: Diagnostic[] = [];
  const types = new Map<string, NamedType>();
  const reading: ModelReading = {
    sources,
    diagnostics,
    types,
    ids: new Map(),
    names: new Map(),
    ends: new Map(),
    generics: { count: 0 },
    readType: typeReader(() => reading),
  };
  const definitions: Definitions = { kinds: [], templates: [], hooks: [], conversions: [] };
  for (const file of files) {
    const source = sources.load(file);
    if (source === undefined) diagnostics.push(modelProblem("model/no-file", { values: { file: pathIn(root, file) } }));
    else if (source.errors.length === 0) readDefinitions(reading, source, definitions);
  }
  // Whatever else is wrong may follow from these.
  const unreadable = [...sources.unreadable].map(([file, problem]) => {
    const help = problem === isFolder ? helps.folder : helps.file;
    return modelProblem("model/unreadable-file", { values: { file: pathIn(root, file), problem, help } });
  });
  if (unreadable.length > 0) return { model: noModel, diagnostics: sortDiagnostics(unreadable) };
  for (const source of sources.projectFiles) reportSyntax(reading, source);
  reportDuplicates(definitions.kinds, diagnostics);
  const model: TypeModel = { ...definitions, types: Object.fromEntries(types) };
  // A model with errors may have references to types that were not read.
  if (diagnostics.length === 0) diagnostics.push(...checkTags(model));
  return { model, diagnostics: sortDiagnostics(diagnostics) };
}

function configProblem({ file, message, ...place }: TsconfigProblem, root: string): Diagnostic {
  const position = { file: pathIn(root, file), ...place };
  return modelProblem("model/tsconfig", { values: { problem: message.replaceAll(`${root}/`, "") }, position });
}

/** What to do about a source that cannot be read. */
const helps = {
  folder: "rename it: only files of sources have names that end in .ts; or move it elsewhere",
  file: "check the owner and the permissions of the file; if it is a link, check where it leads",
};

function pathIn(root: string, file: string): string {
  return relative(root, file).split(sep).join("/");
}

function reportSyntax(reading: ModelReading, source: SourceSyntax): void {
  for (const { message, start, end, tooDeep } of source.errors) {
    const at = { source, range: { start, end } };
    if (tooDeep === true) report(reading, "model/too-deep", { ...at, values: { limit: deepest } });
    else report(reading, "model/syntax", { ...at, values: { problem: message } });
  }
}

function reportDuplicates(kinds: readonly DeclaredKind[], diagnostics: Diagnostic[]): void {
  const seen = new Map<string, DeclaredKind>();
  for (const definition of kinds) {
    const { apiVersion, kind, position } = definition;
    const first = seen.get(`${apiVersion} ${kind}`);
    seen.set(`${apiVersion} ${kind}`, first ?? definition);
    if (first === undefined) continue;
    const values = { kind, apiVersion, first: `${first.position.file}:${first.position.line ?? 1}` };
    diagnostics.push(modelProblem("model/duplicate-definition", { values, position }));
  }
}
