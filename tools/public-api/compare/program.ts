// The modules of both sides in one run of the compiler, in memory. The compiler is TypeScript 6 (the alias in the catalog):
// TypeScript 7 checks types alike but has no JavaScript API, and what a difference means needs the types themselves (which
// members, which direction), not only the sentence that tsc prints. That sentence is taken from the same run.
import { join } from "node:path";
import ts from "typescript-6";
import { compilerLibraries, typeRoots } from "../compiler-settings.ts";
import type { ApiSide } from "./api-side.ts";
import { moduleText } from "./module-text.ts";
import { isOf, unchangedNames } from "./unchanged.ts";

/** Which side a module stands on. */
export type SideName = "old" | "new";

/** Both sides of a comparison. */
export interface Sides {
  readonly root: string;
  readonly old: ApiSide;
  readonly new: ApiSide;
}

/** Runs the compiler over modules of both sides; asked again, it re-uses what did not change. */
export class CompareCompiler {
  readonly #sides: Sides;
  readonly #texts = new Map<string, string>();
  readonly #parsed = new Map<string, ts.SourceFile>();
  readonly #places = new Map<string, SideName>();
  #program: ts.Program | undefined;

  constructor(sides: Sides) {
    this.#sides = sides;
    const unchanged = unchangedNames(sides.old, sides.new);
    for (const side of ["old", "new"] as const)
      for (const [id, { module }] of sides[side].entries) {
        const file = this.fileOf(side, id);
        const names = side === "new" ? (unchanged.get(id) ?? new Set<string>()) : new Set<string>();
        this.#texts.set(file, moduleText(module, { names, from: `${oldSide}${id}` }));
        this.#places.set(file, side);
      }
  }

  /** The file in memory that stands for an entry; it lies in the package's folder, so that other packages are found from there. */
  fileOf(side: SideName, id: string): string {
    const entry = this.#sides[side].entries.get(id);
    const name = entry === undefined || entry.subpath === "." ? "index" : entry.subpath.slice(2);
    return join(this.#sides.root, entry?.owner.folder ?? "", ".public-api", side, `${name}.mts`).replaceAll("\\", "/");
  }

  /** The files in memory that one of them imports; undefined for any other file. */
  importsOf(file: ts.SourceFile): string[] | undefined {
    const side = this.#places.get(file.fileName);
    if (side === undefined) return undefined;
    const names = file.statements
      .filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      .flatMap(({ moduleSpecifier: name }) => (name !== undefined && ts.isStringLiteral(name) ? [name.text] : []));
    return names.filter((name) => this.#sides[side].entries.has(name)).map((name) => this.fileOf(side, name));
  }

  /** Adds statements at the end of an old module, where its names are known. */
  append(id: string, statements: string): void {
    const file = this.fileOf("old", id);
    this.#texts.set(file, `${this.#texts.get(file) ?? ""}${statements}`);
    this.#parsed.delete(file);
  }

  /** Compiles the entries and what they import. */
  run(ids: readonly string[]): ts.Program {
    const rootNames = ids.flatMap((id) =>
      (["old", "new"] as const)
        .filter((side) => this.#sides[side].entries.has(id))
        .map((side) => this.fileOf(side, id)),
    );
    const oldProgram = this.#program;
    this.#program = ts.createProgram({
      rootNames,
      options,
      host: this.#host(),
      ...(oldProgram === undefined ? {} : { oldProgram }),
    });
    return this.#program;
  }

  #host(): ts.CompilerHost {
    const host = ts.createCompilerHost(options);
    return {
      ...host,
      fileExists: (file) => this.#texts.has(file) || host.fileExists(file),
      readFile: (file) => this.#texts.get(file) ?? host.readFile(file),
      getSourceFile: (file, how) => {
        const known = this.#parsed.get(file);
        if (known !== undefined) return known;
        const text = this.#texts.get(file);
        const parsed = text === undefined ? host.getSourceFile(file, how) : ts.createSourceFile(file, text, how, true);
        if (parsed !== undefined) this.#parsed.set(file, parsed);
        return parsed;
      },
      resolveModuleNameLiterals: (...[literals, from, , settings]) =>
        literals.map((literal) => ({ resolvedModule: this.#resolve(literal.text, from, settings) })),
    };
  }

  /** Our own packages are those of the importing side, by their reports; without one they stay unknown. */
  #resolve(name: string, from: string, settings: ts.CompilerOptions): ts.ResolvedModuleFull | undefined {
    const [, named, id = name] = /^(?:(old|new) side of )?(.*)$/.exec(name) ?? [];
    const side = (named as SideName | undefined) ?? this.#places.get(from) ?? "new";
    if (this.#places.has(from)) {
      const own = {
        resolvedFileName: this.fileOf(side, id),
        extension: ts.Extension.Mts,
        isExternalLibraryImport: false,
      };
      if (this.#sides[side].entries.has(id)) return own;
      if (this.#isWorkspacePackage(id)) return undefined;
    }
    return ts.resolveModuleName(name, from, settings, ts.sys, undefined, undefined, ts.ModuleKind.ESNext)
      .resolvedModule;
  }

  #isWorkspacePackage(name: string): boolean {
    return [...this.#sides.old.packages, ...this.#sides.new.packages].some((owner) => isOf(owner.name, name));
  }
}

/** Stands before the name of a module to mean one side's. */
export const newSide = "new side of ";
const oldSide = "old side of ";

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  lib: compilerLibraries.map((name) => `lib.${name}.d.ts`),
  types: ["node"],
  typeRoots,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};
