// From a project's sources to its generated files: finds, reads, emits, writes or compares. Called by the verbs generate, dev and
// doctor, and by users' programs. An error anywhere means that nothing is written.
import { join } from "node:path";
import { diagnose, hasErrors, type Diagnostic } from "@capstan/kube";
import { createModelReader, writeFiles, type ModelReader } from "@capstan/generator-model";
import { cliDiagnostics } from "../cli-errors.ts";
import { readManifest } from "../project/find-project.ts";
import { emitAll } from "./emit-all.ts";
import { findSources, sourceFolder } from "./find-sources.ts";

/** What to generate and how. */
export interface GenerateOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Writes nothing and says what would change. */
  readonly check?: boolean;
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
}

/** Generates everything a project's sources say. */
export async function generateProject(options: GenerateOptions): Promise<GenerateResult> {
  return new ProjectGenerator(options.root).generate(options);
}

/** Generates again and again, parsing only what changed. */
export class ProjectGenerator {
  readonly #root: string;
  #files: readonly string[] = [];
  #reader: ModelReader | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** Reads what changed since the last call (everything the first time) and writes or compares. */
  async generate({
    check = false,
    changed = [],
  }: { readonly check?: boolean; readonly changed?: readonly string[] } = {}): Promise<GenerateResult> {
    const files = await findSources(this.#root);
    if (files.length === 0)
      return nothing([diagnose(cliDiagnostics, "cli/no-sources", { values: { folder: sourceFolder } })], 0);
    const reader = this.#readerOf(files);
    const { model, diagnostics } = reader.refresh(changed);
    if (hasErrors(diagnostics)) return nothing(diagnostics, files.length);
    const { name = "project" } = await readManifest(join(this.#root, "package.json"));
    const emitted = emitAll(model, name);
    const all = [...diagnostics, ...emitted.diagnostics];
    if (hasErrors(all)) return nothing(all, files.length);
    const { changes, unchanged } = writeFiles(emitted.files, { root: this.#root, check });
    return { diagnostics: all, changes, unchanged, sources: files.length };
  }

  #readerOf(files: readonly string[]): ModelReader {
    const same = files.length === this.#files.length && files.every((file, i) => file === this.#files[i]);
    if (this.#reader === undefined || !same) this.#reader = createModelReader({ root: this.#root, files });
    this.#files = files;
    return this.#reader;
  }
}

function nothing(diagnostics: readonly Diagnostic[], sources: number): GenerateResult {
  return { diagnostics, changes: [], unchanged: 0, sources };
}
