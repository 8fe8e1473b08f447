// From a project's sources to its generated files: finds, reads, emits, then writes or compares. With any error, nothing is written.
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { generateFolders, type GenerateFolders } from "../config/generate-config.ts";
import { deepEqual, diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { createCrdCache } from "@capstan/generator-crd";
import { createModelReader, type ModelReader } from "@capstan/generator-model";
import {
  lineDiff,
  ownedFiles,
  ownedFilesPath,
  replaceFiles,
  writeFiles,
  type GeneratedFile,
  type WriteFilesOptions,
  type WriteFilesResult,
} from "@capstan/generator-model/files";
import { cliDiagnostics } from "../cli-errors.ts";
import type { Progress } from "../output/progress.ts";
import { hasKit, readManifest } from "../project/find-project.ts";
import { outputsFor } from "../project/foreign-output.ts";
import { projectPlace, rejectForeignSource, type TrustedProject } from "../project/foreign-project.ts";
import { checkDefinitions } from "@capstan/generator-hooks";
import { emitAll } from "./emit-all.ts";
import { findSources, isSourceName } from "./find-sources.ts";
import { readFolders, type ReadFolders } from "../config/read-folders.ts";
import { type CheckedHooks, hookLockFile, releasedHooks, releaseMark } from "./released-hooks.ts";

/** What to generate and how. */
export interface GenerateOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Writes nothing and says what would change. */
  readonly check?: boolean;
  /** Checks the hooks of the project as a release of this version, and records it in `hooks.lock`. */
  readonly release?: string | undefined;
  /** Generates only when one of these files, relative to the project, has a part in it: is read for it, or made by it. */
  readonly files?: readonly string[];
}

/** A file that was, or with `check` would be, created, updated or removed. */
export interface GeneratedChange {
  readonly path: string;
  readonly change: "created" | "updated" | "removed";
  /** The lines that differ. */
  readonly diff: string;
}

/** What was generated; with an error among the diagnostics, nothing. */
export interface GenerateResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly GeneratedChange[];
  /** How many generated files were already right. */
  readonly unchanged: number;
  /** How many source files were read. */
  readonly sources: number;
  /** Whether there is anything that an API could be made of; false for a package that has nothing to do with one. */
  readonly hasApi: boolean;
  /** Whether the project runs in `capstan dev`. */
  readonly hasKit: boolean;
  /** Where sources were looked for and files go: what the configuration says, or the defaults. */
  readonly folders: GenerateFolders;
  /**
   * Every file that was read, sorted, relative to the project and with `/`: sources, what they import, package.json, tsconfig.json and
   * what it extends, the configuration. Installed packages (below a node_modules) are not listed: the manifest and its lockfile say which.
   */
  readonly inputs: readonly string[];
  /** Every file that generation owns, in the same form. */
  readonly outputs: readonly string[];
  /** Those of `files` that have no part in the generation. */
  readonly unrelated: readonly string[];
  /** Whether it was done; false when none of `files` has a part in it, and nothing was written or compared. */
  readonly done: boolean;
}

/**
 * Generates the CRDs, conversions, hook documents and catalogs of a project: what `capstan generate` does, for build tools.
 *
 * Only files that differ are written, each at once as a whole. With `check`, nothing is written, and the changes that would be made are
 * returned. Mistakes in the sources do not throw: they are `diagnostics`, and with an error among them nothing is written. Rejects with
 * a `CapstanError` when the project cannot be read (`cli/...`) or a file cannot be written (`generate/write`).
 *
 * @example
 * const { diagnostics, changes } = await generateProject({ root: process.cwd(), check: true });
 * if (changes.length > 0 || diagnostics.length > 0) process.exitCode = 1;
 */
export async function generateProject(options: GenerateOptions): Promise<GenerateResult> {
  return new ProjectGenerator(projectPlace(options.root, process.cwd())).generate(options);
}

/** One generation of a `ProjectGenerator`. */
export interface GenerateRun extends Omit<GenerateOptions, "root"> {
  /** The files that changed since the last run, absolute. */
  readonly changed?: readonly string[];
  /** Says what is read, and which kind is next. */
  readonly progress?: Progress;
}

/** Generates again and again, parsing only what changed. */
export class ProjectGenerator {
  readonly root: string;
  readonly #place: TrustedProject;
  readonly #crdCache = createCrdCache();
  #files: readonly string[] = [];
  #reader: ModelReader | undefined;

  constructor(place: TrustedProject) {
    this.root = place.root;
    this.#place = place;
  }

  /** Reads what changed since the last call (everything the first time) and writes or compares. */
  async generate(run: GenerateRun = {}): Promise<GenerateResult> {
    const { check = false, files } = run;
    const made = await this.#make(run);
    const { folders, hasApi, hasKit, inputs, owned, emitted, sources, diagnostics } = made;
    const outputs = emitted === undefined ? owned : outputsOf(emitted, folders);
    const unrelated = (files ?? []).filter((file) => !this.#hasPart(file, made, [...outputs, ...owned]));
    const done = files === undefined || unrelated.length < files.length;
    const result = { sources, hasApi, hasKit, folders, inputs, outputs, unrelated, done };
    if (!done) return { ...result, diagnostics: [], changes: [], unchanged: 0 };
    if (emitted === undefined) return { ...result, diagnostics, changes: [], unchanged: 0 };
    const { changes, unchanged } = this.#write(emitted, { check, folder: folders.out });
    const locked = made.released?.content === undefined ? [] : [this.#record(made.released)];
    return { ...result, diagnostics, changes: [...changes, ...locked], unchanged };
  }

  #record({ before = "", content = "" }: CheckedHooks): GeneratedChange {
    replaceFiles(this.root, [{ path: hookLockFile, content }], { accept: outputsFor(this.#place.trusted) });
    return { path: hookLockFile, change: before === "" ? "created" : "updated", diff: lineDiff(before, content) };
  }

  #write(files: readonly GeneratedFile[], how: Pick<WriteFilesOptions, "check" | "folder">): WriteFilesResult {
    return writeFiles(files, { ...how, root: this.root, accept: outputsFor(this.#place.trusted) });
  }

  async #make({ changed = [], release, progress = () => undefined }: GenerateRun): Promise<Made> {
    const { folders, files: configs, diagnostics: misplaced, ...wanted } = await readFolders(this.#place);
    const start = {
      folders,
      sources: 0,
      inputs: inProject(this.root, configs),
      owned: [],
      hasApi: true,
      hasKit: false,
    };
    if (hasErrors(misplaced)) return { ...start, diagnostics: misplaced };
    const owned = ownedFiles({ root: this.root, folder: folders.out });
    const { files, empty } = await findSources(this.root, folders.sources, owned);
    if (empty.length > 0) {
      const hasApi = files.length > 0 || owned.length > 0 || !deepEqual(folders.sources, generateFolders().sources);
      return {
        ...start,
        owned,
        hasApi,
        diagnostics: empty.map((folder) => noSources(folder, files.length === 0 ? owned : [], folders)),
      };
    }
    return this.#read(files, changed, { ...start, owned, configs, wanted, release, progress });
  }

  async #read(files: readonly string[], changed: readonly string[], start: Start): Promise<Made> {
    const { folders, configs, wanted, release, progress } = start;
    progress(`reading the types of ${files.length} ${files.length === 1 ? "file" : "files"}`);
    const reader = this.#readerOf(files, changed);
    const { model, diagnostics } = reader.refresh(changed);
    const manifest = join(this.root, "package.json");
    const lock = [join(this.root, hookLockFile)].filter((file) => existsSync(file));
    const inputs = inProject(this.root, [...reader.filesRead, ...configs, manifest, ...lock]);
    const read = { ...start, sources: files.length, inputs };
    if (hasErrors(diagnostics)) {
      // A module that was not found may be there the next time, and where it was looked for is not known.
      this.#reader = undefined;
      return { ...read, diagnostics };
    }
    // What emitters make of a hook follows from its options.
    const hooks = checkDefinitions(model);
    if (hooks.length > 0) return { ...read, diagnostics: [...diagnostics, ...hooks] };
    const project = await readManifest(manifest);
    const { name: projectName = "project" } = project;
    const emitted = emitAll(model, {
      projectName,
      root: this.root,
      folders,
      isReleased: lock.length > 0 || release !== undefined,
      ...wanted,
      crdCache: this.#crdCache,
      progress,
    });
    const released = releasedHooks(model, { root: this.root, projectName, folders, release });
    const all = [...diagnostics, ...emitted.diagnostics, ...released.diagnostics];
    return {
      ...read,
      hasKit: hasKit(project),
      diagnostics: all,
      released,
      ...(hasErrors(all) ? {} : { emitted: [...emitted.files, ...releaseMark(released, folders)] }),
    };
  }

  /** How modules are found depends on more than sources: when anything else changed, everything is read again. */
  #readerOf(files: readonly string[], changed: readonly string[]): ModelReader {
    const same = files.length === this.#files.length && files.every((file, i) => file === this.#files[i]);
    if (this.#reader === undefined || !same || !changed.every(isSourceName))
      this.#reader = createModelReader({
        root: this.root,
        files,
        accept: (file, from) => rejectForeignSource(this.#place, file, from),
      });
    this.#files = files;
    return this.#reader;
  }

  /** Whether generation reads or writes a file. For a deleted file, and for any file of a broken API, only the name decides. */
  #hasPart(file: string, { hasApi, inputs, diagnostics }: Made, outputs: readonly string[]): boolean {
    if (!hasApi) return false;
    if (inputs.includes(file) || outputs.includes(file)) return true;
    return isSourceName(file) && (hasErrors(diagnostics) || !existsSync(join(this.root, file)));
  }
}

interface Made {
  readonly folders: GenerateFolders;
  readonly hasApi: boolean;
  readonly hasKit: boolean;
  readonly sources: number;
  readonly inputs: readonly string[];
  /** What was generated before. */
  readonly owned: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absent when something is wrong. */
  readonly emitted?: readonly GeneratedFile[];
  /** Absent when the sources could not be read. */
  readonly released?: CheckedHooks;
}

interface Start extends Omit<Made, "diagnostics" | "emitted" | "released"> {
  readonly release: string | undefined;
  readonly progress: Progress;
  /** What the configuration says about the output. */
  readonly wanted: Pick<ReadFolders, "allowFloats" | "profiles">;
  readonly configs: readonly string[];
}

function outputsOf(emitted: readonly GeneratedFile[], { out }: GenerateFolders): string[] {
  return [...emitted.map(({ path }) => path), ownedFilesPath(out)].toSorted();
}

/** There is no source. If files were generated earlier, the diagnostic lists them: they are to be deleted, or the sources restored. */
function noSources(folder: string, owned: readonly string[], { out }: GenerateFolders): Diagnostic {
  if (owned.length === 0) return diagnose(cliDiagnostics, "cli/no-sources", { values: { folder } });
  const list = ownedFilesPath(out);
  const count = owned.filter((path) => path !== list).length;
  return diagnose(cliDiagnostics, "cli/sources-missing", { values: { folder, list, count } });
}

/** The files relative to `root`, with `/`, sorted, without those of installed packages. */
function inProject(root: string, files: readonly string[]): string[] {
  const paths = files
    .map((file) => relative(root, file).split(sep).join("/"))
    .filter((path) => !path.split("/").includes("node_modules"));
  return [...new Set(paths)].toSorted();
}
