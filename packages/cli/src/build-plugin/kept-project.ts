// A project whose generated files a build keeps up to date, or checks. It loads the compiler, so the plugin loads it when a build starts.
import { setTimeout as delay } from "node:timers/promises";
import { outcomeOf } from "../generate/generations.ts";
import { LiveProject } from "../generate/live-project.ts";
import type { VerbOutcome } from "../outcome.ts";
import { findProject } from "../project/find-project.ts";
import { problemOf, type BuildProblem } from "./build-problem.ts";
import type { HostLogger } from "./hosts.ts";

/** How long changes are gathered: tools save several files at once. */
const gatherMs = 10;

/** How it is kept. */
export interface KeepOptions {
  readonly check: boolean;
  readonly logger: HostLogger;
}

/** The project; generations never overlap. */
export class KeptProject {
  readonly #live: LiveProject;
  readonly #cwd: string = process.cwd();
  #changed = new Set<string>();
  #last: Promise<BuildProblem | undefined> = Promise.resolve(undefined);

  private constructor(live: LiveProject) {
    this.#live = live;
  }

  /** The project around a folder. */
  static async open(folder: string): Promise<KeptProject> {
    return new KeptProject(await LiveProject.open(await findProject(folder, process.cwd())));
  }

  /** The folders to watch, absolute; known once it was generated. */
  get folders(): readonly string[] {
    return [...this.#live.sourceFolders, ...this.#live.inputFolders, this.outFolder];
  }

  /** The folder of the generated documents, absolute. */
  get outFolder(): string {
    return this.#live.outFolder;
  }

  /** Every file that was read, absolute. */
  get inputs(): readonly string[] {
    return this.#live.inputs;
  }

  /** Whether a file is read by the generation or made by it. */
  concerns(file: string): boolean {
    return this.#live.reads(file) || this.#live.owns(file);
  }

  /** Generates after whatever is under way; says in one line what was stale, and gives back what is wrong. */
  refresh(options: KeepOptions): Promise<BuildProblem | undefined> {
    this.#last = this.#last.then(() => this.#generate(options));
    return this.#last;
  }

  /** Generates soon after a change, and says what is wrong at once: it may be long until somebody asks. */
  changed(file: string, options: KeepOptions): void {
    this.#changed.add(file);
    if (this.#changed.size > 1) return;
    this.#last = this.#last.then(async () => {
      await delay(gatherMs);
      const problem = await this.#generate(options);
      if (problem !== undefined) options.logger.error(problem.message);
      return problem;
    });
  }

  /** What is wrong with a file, when everything that is under way is done. */
  async problemWith(file: string): Promise<BuildProblem | undefined> {
    const problem = await this.#last;
    return problem !== undefined && this.#live.reads(file) ? problem : undefined;
  }

  async #generate({ check, logger }: KeepOptions): Promise<BuildProblem | undefined> {
    const changed = [...this.#changed];
    this.#changed = new Set();
    const generation = await this.#live.generate({ check, changed });
    const outcome = outcomeOf([generation], { cwd: this.#cwd, check, named: true });
    const problem = problemOf(outcome, this.#cwd);
    if (problem === undefined && (outcome.changes ?? []).length > 0) logger.warn(staleLine(outcome));
    return problem;
  }
}

/** One line, however much was stale. */
function staleLine({ changes = [] }: VerbOutcome): string {
  const paths = changes.map(({ path }) => path);
  const more = paths.length > 3 ? ` and ${paths.length - 2} more` : "";
  return `generated again: ${(more === "" ? paths : paths.slice(0, 2)).join(", ")}${more}`;
}
