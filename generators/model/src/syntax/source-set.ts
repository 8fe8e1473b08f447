// The files of a model: parsed once, and found by name through imports and re-exports, across packages. A file is loaded when a name
// refers to it.
import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { errorFrom, isJsonObject } from "@capstan/kube";
import { parseSource, type SourceIdentity } from "./parse-source.ts";
import { createModuleResolver, type AcceptFile, type TsconfigProblem, type ModuleResolver } from "./resolve-module.ts";
import type { ExportSyntax, ImportSyntax, SourceSyntax } from "./syntax.ts";

/** A name's declaring file and the name it has there; `*` is the whole module. */
export interface Place {
  readonly source: SourceSyntax;
  readonly name: string;
}

/** Why a name is not found. */
export interface NotFound {
  readonly missing: "import" | "export" | "name" | "default";
  /** The specifier or name that failed. */
  readonly what: string;
}

/** Options of a source set. */
export interface SourceSetOptions {
  /** The absolute path of the project. */
  readonly root: string;
  /** Files in memory, by absolute path; they replace those on disk. */
  readonly overlay?: ReadonlyMap<string, string>;
  /** Throws for a file that must not be read. */
  readonly accept?: AcceptFile | undefined;
}

/** Parsed files, and where their names are declared. */
export class SourceSet {
  /** What is wrong with the project's tsconfig.json: without its options, modules are not found. */
  readonly configProblems: readonly TsconfigProblem[];
  readonly #root: string;
  readonly #overlay: ReadonlyMap<string, string>;
  readonly #resolve: ModuleResolver;
  readonly #sources = new Map<string, SourceSyntax | undefined>();
  readonly #packages = new Map<string, PackageFolder | undefined>();
  readonly #read = new Set<string>();
  /** The files of modules, by specifier and the file with it, in this reading. */
  readonly #modules = new Map<string, string | undefined>();
  readonly #unreadable = new Map<string, string>();

  constructor({ root, overlay = new Map<string, string>(), accept }: SourceSetOptions) {
    this.#root = root;
    this.#overlay = overlay;
    const problems: TsconfigProblem[] = [];
    const onRead = (file: string): void => void this.#read.add(file);
    const onProblem = (found: TsconfigProblem): void => void problems.push(found);
    this.#resolve = createModuleResolver({ root, overlay, onRead, onProblem, ...(accept && { accept }) });
    this.configProblems = problems;
  }

  /** Begins a reading: each module is looked for, and its file accepted, again. */
  begin(): void {
    this.#modules.clear();
  }

  /** Every file that was read from the disk so far, absolute: sources, package.json and tsconfig.json among them. */
  get filesRead(): readonly string[] {
    return [...this.#read];
  }

  /** The sources that exist and cannot be read, absolute, each with the reason of the system. */
  get unreadable(): ReadonlyMap<string, string> {
    return this.#unreadable;
  }

  /** The parsed file, or undefined when there is none, or when it cannot be read. */
  load(file: string): SourceSyntax | undefined {
    if (!this.#sources.has(file)) {
      const text = this.#overlay.get(file) ?? this.#readText(file, (reason) => this.#unreadable.set(file, reason));
      this.#sources.set(file, text === undefined ? undefined : parseSource(this.#identify(file), text));
    }
    return this.#sources.get(file);
  }

  /** Every file read so far that belongs to the project itself. */
  get projectFiles(): readonly SourceSyntax[] {
    return [...this.#sources.values()]
      .filter((source) => source !== undefined)
      .filter((source) => source.package === undefined);
  }

  /** Forgets what was read of a file, so that the next `load` reads it again. */
  forget(file: string): void {
    this.#sources.delete(file);
    this.#read.delete(file);
    this.#unreadable.delete(file);
  }

  /** Where a dotted name in `source` is declared. */
  locate(source: SourceSyntax, name: readonly string[]): Place | NotFound {
    const [first = "", ...rest] = name;
    let place = this.#inFile(source, first);
    for (const member of rest) {
      if (!("source" in place)) return place;
      if (place.name !== "*") return { missing: "name", what: name.join(".") };
      place = this.#exported(place.source, member);
    }
    return place;
  }

  #inFile(source: SourceSyntax, name: string, seen?: Set<string>): Place | NotFound {
    if (source.types.has(name) || source.constants.has(name)) return { source, name };
    const found = source.imports.get(name);
    return found === undefined ? { missing: "name", what: name } : this.#imported(source, found, seen);
  }

  #imported(source: SourceSyntax, { imported, from }: ImportSyntax, seen?: Set<string>): Place | NotFound {
    const target = this.#module(source, from);
    if (target === undefined) return { missing: "import", what: from };
    if (imported === "*") return { source: target, name: "*" };
    return imported === "default" ? { missing: "default", what: from } : this.#exported(target, imported, seen);
  }

  /** Files can export each other's names in more ways than could be followed: each name is looked for once in each file. */
  #exported(source: SourceSyntax, name: string, seen = new Set<string>()): Place | NotFound {
    const missing: NotFound = { missing: "export", what: name };
    const key = `${name} ${source.file}`;
    if (seen.has(key)) return missing;
    seen.add(key);
    const named = source.exports.get(name);
    if (named !== undefined) return this.#throughExport(source, named, seen);
    if (source.types.has(name) || source.constants.has(name)) return { source, name };
    for (const from of source.exportedModules) {
      const target = this.#module(source, from);
      const place = target === undefined ? missing : this.#exported(target, name, seen);
      if ("source" in place) return place;
    }
    return missing;
  }

  #throughExport(source: SourceSyntax, { imported, from }: ExportSyntax, seen: Set<string>): Place | NotFound {
    return from === undefined ? this.#inFile(source, imported, seen) : this.#imported(source, { imported, from }, seen);
  }

  #module(source: SourceSyntax, specifier: string): SourceSyntax | undefined {
    const key = `${specifier} ${source.file}`;
    if (!this.#modules.has(key)) this.#modules.set(key, this.#resolve(specifier, source.file));
    const file = this.#modules.get(key);
    return file === undefined ? undefined : this.load(file);
  }

  #identify(file: string): SourceIdentity {
    const own = this.#packageOf(dirname(this.#overlay.has(file) ? `${this.#root}/x` : file));
    const root = this.#packageOf(this.#root);
    const isProject = own === undefined || own.folder === root?.folder;
    const from = isProject ? this.#root : own.folder;
    const path = relative(from, file).split(sep).join("/");
    return isProject ? { file, name: path } : { file, name: `${own.name}/${path}`, package: own.name };
  }

  #packageOf(folder: string): PackageFolder | undefined {
    if (!this.#packages.has(folder)) {
      const parent = dirname(folder);
      const above = (): PackageFolder | undefined => (parent === folder ? undefined : this.#packageOf(parent));
      this.#packages.set(folder, this.#readPackage(folder) ?? above());
    }
    return this.#packages.get(folder);
  }

  /** The package whose package.json is in the folder; one without a name (`{"type": "module"}`) does not count. */
  #readPackage(folder: string): PackageFolder | undefined {
    const text = this.#readText(`${folder}/package.json`);
    const name = text === undefined ? undefined : nameIn(text);
    return name === undefined ? undefined : { folder, name };
  }

  #readText(file: string, onUnreadable: (reason: string) => void = () => undefined): string | undefined {
    try {
      requireReadable(file);
      const text = readFileSync(file, "utf8");
      this.#read.add(file);
      return text;
    } catch (caught) {
      const reason = unreadableReason(file, caught);
      if (reason !== undefined) onUnreadable(reason);
      return undefined;
    }
  }
}

/** Throws for a folder, and for a pipe, a socket or a device: reading it could wait for ever. */
function requireReadable(file: string): void {
  const stats = statSync(file);
  if (stats.isDirectory()) throw new Error(isFolder);
  if (!stats.isFile()) throw new Error("it is not a regular file");
}

/** Why a folder with the name of a source was not read. */
export const isFolder = "it is a folder";

/** Why a file that exists was not read, such as `EACCES: permission denied`; undefined for a file that does not exist. A link to nothing exists. */
function unreadableReason(file: string, caught: unknown): string | undefined {
  const { message } = errorFrom(caught);
  const exists = !message.startsWith("ENOENT:") || lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  return exists ? message.split(", ")[0] : undefined;
}

interface PackageFolder {
  readonly folder: string;
  readonly name: string;
}

/** The name in a package.json; undefined for a broken file, which the package manager reports better. */
function nameIn(text: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    const name = isJsonObject(manifest) ? manifest["name"] : undefined;
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}
