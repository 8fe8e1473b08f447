// Module specifier -> file, by TypeScript's own rules (package exports, the project's conditions and paths). The other half
// of what the compiler is used for.
import { dirname } from "node:path";
import { ts } from "ts-morph";

/** The file that a specifier leads to from a file; results are cached for the life of the resolver. */
export type ModuleResolver = (specifier: string, from: string) => string | undefined;

/** A resolver with the project's compiler options, read from the nearest tsconfig.json of `root` when there is one. */
export function createModuleResolver(root: string, overlay: ReadonlyMap<string, string>): ModuleResolver {
  const options = compilerOptions(root);
  const host: ts.ModuleResolutionHost = {
    ...ts.sys,
    fileExists: (file) => overlay.has(file) || ts.sys.fileExists(file),
  };
  const cache = ts.createModuleResolutionCache(root, (file) => file, options);
  return (specifier, from) => {
    const mode = ts.ModuleKind.ESNext;
    const { resolvedModule } = ts.resolveModuleName(specifier, from, options, host, cache, undefined, mode);
    return resolvedModule?.resolvedFileName;
  };
}

function compilerOptions(root: string): ts.CompilerOptions {
  const base: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
  };
  const config = ts.findConfigFile(root, (file) => ts.sys.fileExists(file));
  if (config === undefined) return base;
  const { config: json } = ts.readConfigFile(config, (file) => ts.sys.readFile(file)) as {
    config?: { include?: unknown; files?: unknown };
  };
  // Only the options are wanted: naming no files spares a walk over the project's folders.
  const parsed = ts.parseJsonConfigFileContent({ ...json, include: [], files: [] }, ts.sys, dirname(config));
  const { customConditions, paths, baseUrl, pathsBasePath } = parsed.options;
  return {
    ...base,
    ...(customConditions && { customConditions }),
    ...(paths && { paths, pathsBasePath }),
    ...(baseUrl && { baseUrl }),
  };
}
