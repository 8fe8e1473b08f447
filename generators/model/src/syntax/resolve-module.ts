// Module specifier -> file, by TypeScript's own rules (package exports, the project's conditions and paths). The other half
// of what the compiler is used for.
import { dirname } from "node:path";
import { ts } from "ts-morph";

/** The file that a specifier leads to from a file; results are cached for the life of the resolver. */
export type ModuleResolver = (specifier: string, from: string) => string | undefined;

/** What a resolver works on. */
export interface ModuleResolverOptions {
  /** The absolute path of the project. */
  readonly root: string;
  /** Files that exist in memory, by absolute path. */
  readonly overlay: ReadonlyMap<string, string>;
  /** Told of every file that is read: tsconfig.json and what it extends, package.json of packages. */
  readonly onRead: (file: string) => void;
}

/** A resolver with the project's compiler options, read from the nearest tsconfig.json of `root` when there is one. */
export function createModuleResolver({ root, overlay, onRead }: ModuleResolverOptions): ModuleResolver {
  const system = {
    ...ts.sys,
    readFile(file: string): string | undefined {
      const text = ts.sys.readFile(file);
      if (text !== undefined) onRead(file);
      return text;
    },
  };
  const options = compilerOptions(root, system);
  const host: ts.ModuleResolutionHost = {
    ...system,
    fileExists: (file) => overlay.has(file) || ts.sys.fileExists(file),
  };
  const cache = ts.createModuleResolutionCache(root, (file) => file, options);
  return (specifier, from) => {
    const mode = ts.ModuleKind.ESNext;
    const { resolvedModule } = ts.resolveModuleName(specifier, from, options, host, cache, undefined, mode);
    return resolvedModule?.resolvedFileName;
  };
}

function compilerOptions(root: string, system: ts.System): ts.CompilerOptions {
  const base: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
  };
  const config = ts.findConfigFile(root, (file) => system.fileExists(file));
  if (config === undefined) return base;
  const { config: json } = ts.readConfigFile(config, (file) => system.readFile(file)) as {
    config?: { include?: unknown; files?: unknown };
  };
  // Only the options are wanted: naming no files spares a walk over the project's folders.
  const parsed = ts.parseJsonConfigFileContent({ ...json, include: [], files: [] }, system, dirname(config));
  const { customConditions, paths, baseUrl, pathsBasePath } = parsed.options;
  return {
    ...base,
    ...(customConditions && { customConditions }),
    ...(paths && { paths, pathsBasePath }),
    ...(baseUrl && { baseUrl }),
  };
}
