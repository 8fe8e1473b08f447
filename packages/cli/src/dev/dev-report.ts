// What a run of dev prints and shows: its own lines, and what is wrong, of which each program of the project has its part.
import type { Diagnostic } from "@capstan/kube";
import type { VerbOutcome } from "../outcome.ts";
import { notLoaded } from "../session/problems.ts";
import { printOutcome, type Format, type Terminal } from "../output/print-outcome.ts";
import type { DevView, ProblemSource } from "./dev-view.ts";
import type { Surroundings } from "./surroundings.ts";

/** Where it is printed and shown. */
export interface DevReportOptions {
  readonly terminal: Terminal;
  readonly format: Format;
  /** Whether the problems become the outcome of the run, and are not printed before. */
  readonly once: boolean;
  readonly view?: Pick<DevView, "problems"> | undefined;
}

/** Whose problems these are. */
export interface ProblemPart {
  /** Default: `project`. */
  readonly source?: ProblemSource;
  /** The number of the program; what concerns the whole project counts as that of the first. */
  readonly part?: number;
}

/** What is right again only when new processes start. */
const held: readonly ProblemSource[] = ["generate", "project"];

/** Prints and shows. */
export class DevReport {
  /** What is around the project, once it is there. */
  around: Surroundings | undefined;
  readonly #options: DevReportOptions;
  readonly #shown = new Map<ProblemSource, Map<number, readonly Diagnostic[]>>();
  #problems: readonly Diagnostic[] = [];
  /** The sources and programs that are right again, while that is not shown yet. */
  #held: Map<ProblemSource, Set<number>> | undefined;

  constructor(options: DevReportOptions) {
    this.#options = options;
  }

  /** What the last step has found: the outcome of a run that is not repeated. */
  get problems(): readonly Diagnostic[] {
    return this.#problems;
  }

  /** Prints a line, which is in the log of the console, too. */
  say(line: string, level: "info" | "error" = "info"): void {
    this.#options.terminal.out(`${line}\n`);
    this.around?.tell(line, level);
  }

  /** Keeps what a step found, and prints it unless it becomes the outcome of the run. */
  report({ title, diagnostics }: Pick<VerbOutcome, "title" | "diagnostics">, of: ProblemPart = {}): void {
    const { terminal, format, once } = this.#options;
    this.found(diagnostics, of);
    if (once || diagnostics.length === 0) return;
    printOutcome({ title, diagnostics, next: "save a change to try again" }, format, terminal);
  }

  /** Keeps and shows what a step found. */
  found(diagnostics: readonly Diagnostic[], { source = "project", part = 0 }: ProblemPart = {}): void {
    this.shows(source, diagnostics, part);
    this.#problems = this.#all(source);
  }

  /** Files were saved: what is right again is shown when the processes start, or nothing starts. In between, the project would be ready though it does not run the new code yet. */
  saved(): void {
    this.#held ??= new Map();
  }

  /** Shows what is right again. */
  release(): void {
    const rights = this.#held;
    this.#held = undefined;
    for (const [source, parts] of rights ?? []) for (const part of parts) this.shows(source, [], part);
  }

  /** Shows it on the screen and on the page of the console, beside what is wrong with other programs. */
  shows(source: ProblemSource, diagnostics: readonly Diagnostic[], part: number = 0): void {
    if (this.#holds(source, diagnostics, part)) return;
    const parts = this.#shown.get(source) ?? new Map<number, readonly Diagnostic[]>();
    this.#shown.set(source, parts.set(part, diagnostics));
    const all = this.#all(source);
    this.#options.view?.problems(source, all);
    this.around?.problems(source, all);
  }

  /** Those of the errors of types that do not follow from a file that cannot be loaded. */
  ownProblems(types: readonly Diagnostic[]): readonly Diagnostic[] {
    const files = notLoaded([...this.#all("project"), ...this.#all("exit")]);
    return types.filter(({ position }) => position === undefined || !files.has(position.file));
  }

  /** New processes of these programs begin: how the ones before them ended, or were blocked, does not matter. Screen and console know the last of that, too. */
  restarted(parts: readonly number[]): void {
    this.release();
    this.#shown.delete("exit");
    this.#shown.delete("loop");
    for (const part of parts) this.#drop("project", part);
  }

  /** Something is known about the newest code of the program: what was found about the code before does not matter, although nothing of the new one runs. */
  replaced(part: number): void {
    for (const source of ["project", "exit"] as const) this.#drop(source, part);
  }

  #drop(source: ProblemSource, part: number): void {
    const had = this.#shown.get(source)?.get(part) ?? [];
    const rights = this.#held;
    this.#held = undefined;
    if (had.length > 0) this.shows(source, [], part);
    this.#held = rights;
  }

  #holds(source: ProblemSource, diagnostics: readonly Diagnostic[], part: number): boolean {
    if (this.#held === undefined || !held.includes(source)) return false;
    const parts = this.#held.get(source) ?? new Set();
    this.#held.set(source, parts);
    if (diagnostics.length > 0) parts.delete(part);
    else parts.add(part);
    return diagnostics.length === 0;
  }

  #all(source: ProblemSource): readonly Diagnostic[] {
    const parts = [...(this.#shown.get(source) ?? [])].toSorted(([a], [b]) => a - b);
    return parts.flatMap(([, diagnostics]) => diagnostics);
  }
}
