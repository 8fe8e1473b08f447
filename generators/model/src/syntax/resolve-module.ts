// Module specifier -> file, by TypeScript's own rules (package exports, the conditions and paths of the project).
import { dirname } from "node:path";
import { ts } from "ts-morph";

/** The file that a specifier in a file refers to; results are cached for the life of the resolver. */
export type ModuleResolver = (specifier: string, from: string) => string | undefined;

/** Options of a resolver. */
export interface ModuleResolverOptions {
  /** The absolute path of the project. */
  readonly root: string;
  /** Files that exist in memory, by absolute path. */
  readonly overlay: ReadonlyMap<string, string>;
  /** Called with every file that is read: tsconfig.json and what it extends, package.json of packages. */
  readonly onRead: (file: string) => void;
  /** Called with every file that was found, outside of memory, before it is used. It throws for one that must not be. */
  readonly accept?: AcceptFile;
  /** Called with every problem in tsconfig.json or a file that it extends. */
  readonly onProblem: (problem: TsconfigProblem) => void;
}

/** Gets a file that a module was found as, or that has compiler options, and the folder where it was looked for first. */
export type AcceptFile = (file: string, from: string) => void;

/** What is wrong with tsconfig.json; the position of a syntax error is known. */
export interface TsconfigProblem {
  readonly file: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** A resolver with the project's compiler options, read from the nearest tsconfig.json of `root` when there is one. */
export function createModuleResolver({
  root,
  overlay,
  onRead,
  onProblem,
  accept = () => undefined,
}: ModuleResolverOptions): ModuleResolver {
  const system = {
    ...ts.sys,
    readFile(file: string): string | undefined {
      const text = ts.sys.readFile(file);
      if (text !== undefined) onRead(file);
      return text;
    },
  };
  const options = compilerOptions(root, system, { onProblem, accept });
  const host: ts.ModuleResolutionHost = {
    ...system,
    fileExists: (file) => overlay.has(file) || ts.sys.fileExists(file),
  };
  const cache = ts.createModuleResolutionCache(root, (file) => file, options);
  return (specifier, from) => {
    const mode = ts.ModuleKind.ESNext;
    const { resolvedModule } = ts.resolveModuleName(specifier, from, options, host, cache, undefined, mode);
    const file = resolvedModule?.resolvedFileName;
    if (file !== undefined && !overlay.has(file)) accept(file, dirname(from));
    return file;
  };
}

function compilerOptions(
  root: string,
  files: ts.System,
  { onProblem, accept }: Required<Pick<ModuleResolverOptions, "onProblem" | "accept">>,
): ts.CompilerOptions {
  const base: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
  };
  const read: string[] = [];
  const system: ts.System = {
    ...files,
    readFile(file) {
      read.push(file);
      return files.readFile(file);
    },
  };
  const config = ts.findConfigFile(root, (file) => system.fileExists(file));
  if (config === undefined) return base;
  // TypeScript types what it reads as any.
  const { config: json, error } = ts.readConfigFile(config, (file) => system.readFile(file)) as {
    config?: { include?: unknown; files?: unknown };
    error?: ts.Diagnostic;
  };
  // Only the options are needed: without files, the parser does not search the project's folders.
  const parsed = ts.parseJsonConfigFileContent({ ...json, include: [], files: [] }, system, dirname(config));
  // TypeScript catches what reading a file throws.
  for (const file of read) if (system.fileExists(file)) accept(file, dirname(config));
  const errors = error === undefined ? parsed.errors.filter(isUnread) : [error];
  for (const each of errors) onProblem(configProblem(each, config));
  const { customConditions, paths, baseUrl, pathsBasePath } = parsed.options;
  return {
    ...base,
    ...(customConditions && { customConditions }),
    ...(paths && { paths, pathsBasePath }),
    ...(baseUrl && { baseUrl }),
  };
}

/** File not found, cannot read file, circular `extends`. */
const unread: ReadonlySet<number> = new Set([6053, 5083, 18000]);

/** Whether a file could not be read, or is not JSON (codes below 2000). Options are left to the project's own compiler, which may be newer. */
function isUnread({ code }: ts.Diagnostic): boolean {
  return code < 2000 || unread.has(code);
}

function configProblem({ file, start, messageText }: ts.Diagnostic, config: string): TsconfigProblem {
  const message = ts.flattenDiagnosticMessageText(messageText, " ").replace(/\.$/, "");
  if (file === undefined || start === undefined) return { file: config, message };
  const { line, character } = ts.getLineAndCharacterOfPosition(file, start);
  return { file: file.fileName, message, line: line + 1, column: character + 1 };
}
