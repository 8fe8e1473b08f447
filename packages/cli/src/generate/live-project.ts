// A project that is generated again on changes: which files affect it, and the result of its last generation.
import { dirname, join, relative, sep } from "node:path";
import { isBelow } from "@capstan/generator-model/files";
import { generateFolders, type GenerateFolders } from "../config/generate-config.ts";
import { isSourceName, sourceFolder } from "./find-sources.ts";
import { generationOf, type Generation } from "./generations.ts";
import { ProjectGenerator, type GenerateRun } from "./generate-project.ts";
import { readFolders } from "../config/read-folders.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import { configNames } from "../project/project-files.ts";

/** Files whose appearance can change what is generated, wherever nothing was read before. */
const rootFiles: readonly string[] = [...configNames, "package.json", "tsconfig.json"];

/** A project under watch. */
export class LiveProject {
  readonly root: string;
  readonly #generator: ProjectGenerator;
  #folders: GenerateFolders = generateFolders();
  #inputs: ReadonlySet<string> = new Set();
  #outputs: ReadonlySet<string> = new Set();

  private constructor(place: TrustedProject) {
    this.root = place.root;
    this.#generator = new ProjectGenerator(place);
  }

  /** Knows where the sources lie before the first generation, so that a change during it can be seen. */
  static async open(place: TrustedProject): Promise<LiveProject> {
    const project = new LiveProject(place);
    project.#folders = (await readFolders(place)).folders;
    return project;
  }

  /** The folders, files and globs of the sources, relative to the project. */
  get sourcePaths(): readonly string[] {
    return this.#folders.sources;
  }

  /** The folders below which sources can appear, absolute. */
  get sourceFolders(): readonly string[] {
    return this.sourcePaths.map((path) => join(this.root, sourceFolder(path)));
  }

  /** Every file that was read, absolute. */
  get inputs(): readonly string[] {
    return [...this.#inputs].map((path) => join(this.root, path));
  }

  /** The folders of these files, and the project's own, absolute. */
  get inputFolders(): readonly string[] {
    return [...new Set([this.root, ...this.inputs.map((file) => dirname(file))])];
  }

  /** The folder of the generated documents, absolute. */
  get outFolder(): string {
    return join(this.root, this.#folders.out);
  }

  /** Whether a file (absolute) is read, or would be if it were there. */
  reads(file: string): boolean {
    const path = this.#pathOf(file);
    if (this.#outputs.has(path)) return false;
    if (this.#inputs.has(path) || rootFiles.includes(path)) return true;
    return isSourceName(path) && this.sourceFolders.some((folder) => isBelow(folder, file));
  }

  /** Whether a file (absolute) is one that generation owns. */
  owns(file: string): boolean {
    return this.#outputs.has(this.#pathOf(file));
  }

  /** Generates, and remembers what was read and made. */
  async generate(run: GenerateRun = {}): Promise<Generation> {
    const generation = await generationOf(this.#generator, run);
    if ("result" in generation) {
      const { folders, inputs, outputs } = generation.result;
      this.#folders = folders;
      this.#inputs = new Set(inputs);
      this.#outputs = new Set(outputs);
    }
    return generation;
  }

  #pathOf(file: string): string {
    return relative(this.root, file).split(sep).join("/");
  }
}
