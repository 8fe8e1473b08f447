// What is wrong with the project now, on the screen of dev: until it is right again it stays above the log, with the lines of code that it is about.
import type { Diagnostic } from "@capstan/kube";
import { printDiagnostic } from "../../output/print-outcome.ts";
import { wrapWords } from "../../tree/display-width.ts";
import type { Meaning } from "../../tree/palette.ts";
import type { ProblemSource } from "../dev-view.ts";
import { shownLine, type LineStyle } from "./shown-line.ts";

interface Problem {
  readonly message: string;
  /** The message with its place, the lines of code and the help. */
  readonly lines: readonly string[];
}

/** The problems of now. */
export class ProblemBook {
  readonly #cwd: string;
  readonly #found = new Map<ProblemSource, readonly Problem[]>();
  /** What reconciles threw, by object. */
  readonly #thrown = new Map<string, Problem>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** These are all problems of that source. Returns the message of each that is new. A blocked loop is only a warning, since it may end, but until then nothing else happens. */
  found(source: ProblemSource, diagnostics: readonly Diagnostic[]): readonly string[] {
    const known = new Set(this.#found.get(source)?.map(({ message }) => message));
    const errors = diagnostics.filter(({ severity }) => severity === "error" || source === "loop");
    this.#found.set(
      source,
      errors.map((each) => this.#problemOf(each)),
    );
    return errors.map(({ message }) => message).filter((message) => !known.has(message));
  }

  /** A reconcile of the object failed. */
  thrown(object: string, diagnostic: Diagnostic): void {
    this.#thrown.set(object, this.#problemOf(diagnostic));
  }

  /** A reconcile of the object did not fail. */
  done(object: string): void {
    this.#thrown.delete(object);
  }

  /** Another process has begun: how the one before it ended or was blocked does not matter, and what it throws is to be seen. */
  restarted(): void {
    this.#thrown.clear();
    this.#found.delete("exit");
    this.#found.delete("loop");
  }

  get count(): number {
    return this.#all().length;
  }

  /** Everything, as it is printed without a screen. */
  get printed(): readonly string[] {
    return this.#all().flatMap(({ lines }) => lines);
  }

  /** At most this many lines, the first problems whole. */
  lines(height: number, style: LineStyle): readonly string[] {
    const problems = this.#all();
    const blocks = problems.map(({ lines }) => blockOf(lines, style));
    const all = blocks.flat();
    if (all.length <= height) return all;
    let rows = 0;
    const whole = blocks.filter((block) => (rows += block.length) <= height - 1).length;
    const kept = Math.max(1, whole);
    const left = problems.length - kept;
    const more = left === 0 ? "more with --plain" : `and ${left} more ${left === 1 ? "error" : "errors"}`;
    return [
      ...blocks
        .slice(0, kept)
        .flat()
        .slice(0, height - 1),
      shownLine([[`  … ${more}`, "quiet"]], style),
    ];
  }

  /** The message with its place, the lines of code and the help. */
  linesOf(diagnostic: Diagnostic): readonly string[] {
    let shown = "";
    printDiagnostic(diagnostic, { cwd: this.#cwd, out: (more) => void (shown += more) });
    return shown.trimEnd().split("\n");
  }

  #all(): readonly Problem[] {
    const of = (source: ProblemSource): readonly Problem[] => this.#found.get(source) ?? [];
    return [...of("project"), ...of("exit"), ...of("loop"), ...this.#thrown.values(), ...of("sample"), ...of("types")];
  }

  #problemOf(diagnostic: Diagnostic): Problem {
    return { message: diagnostic.message, lines: this.linesOf(diagnostic) };
  }
}

function blockOf([first = "", ...rest]: readonly string[], style: LineStyle): readonly string[] {
  const head = wrapWords(first, style.columns - 2).map((line, index) =>
    shownLine([[index === 0 ? line : `  ${line}`, "bad"]], style),
  );
  return [...head, ...rest.map((line) => shownLine([[line, meaningOf(line)]], style))];
}

/** The line of code at which a problem is, and the mark below it. */
function meaningOf(line: string): Meaning {
  return line.startsWith(">") || line.trimStart().startsWith("| ") ? "strong" : "plain";
}
