// What is wrong with the project now, on the screen of dev: until it is right again it stays above the log, with the lines of code that it is about.
import { basename } from "node:path";
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
  /** What is the same for all objects that have it. */
  readonly sameness: string;
  /** The objects that have it, as `Kind namespace/name`. */
  readonly objects: readonly string[];
}

/** How problems are shown. */
export interface ProblemStyle extends LineStyle {
  /** Whether there is room for all lines of code and not only for the one that is wrong. */
  readonly isWhole: boolean;
}

/** The problems of now. */
export class ProblemBook {
  readonly #cwd: string;
  readonly #found = new Map<ProblemSource, readonly Problem[]>();
  /** What reconciles threw, by object. */
  readonly #thrown = new Map<string, Problem>();
  #block: string | undefined;
  /** Whether files were saved after types were checked. */
  #areTypesOld = false;
  /** The one that is shown first, if a person chose it. */
  #chosen: string | undefined;

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
    if (source === "loop") this.#block = blockWords(errors);
    if (source === "types") this.#areTypesOld = false;
    return errors.map(({ message }) => message).filter((message) => !known.has(message));
  }

  /** A reconcile of the object failed. */
  thrown(object: string, diagnostic: Diagnostic): void {
    this.#thrown.set(object, this.#problemOf(diagnostic, object));
  }

  /** A reconcile of the object did not fail. */
  done(object: string): void {
    this.#thrown.delete(object);
  }

  /** Files were saved: what was wrong with types may be right now. */
  changed(): void {
    this.#areTypesOld = this.#of("types").length > 0;
  }

  /** Another process has begun: how the one before it ended or was blocked does not matter, and what it throws is to be seen. */
  restarted(): void {
    this.#thrown.clear();
    this.found("exit", []);
    this.found("loop", []);
  }

  /** How many errors there are, those that are the same for several objects once. */
  get count(): number {
    return this.#all().length - this.#of("loop").length;
  }

  /** Where the event loop is blocked, in words; undefined while it is not. */
  get blocked(): string | undefined {
    return this.#block;
  }

  /** Whether errors of types are known that may be right by now. */
  get areTypesOld(): boolean {
    return this.#areTypesOld;
  }

  /** Shows the next problem first, after the last one the first again; returns an object that has it. */
  next(): string | undefined {
    const problems = this.#all();
    const at = (this.#at(problems) + 1) % Math.max(1, problems.length);
    const next = problems[at];
    // One that is first by itself is first as long as no cause of it is found.
    this.#chosen = at === 0 ? undefined : next?.sameness;
    return next?.objects[0];
  }

  /** Everything, as it is printed without a screen. */
  get printed(): readonly string[] {
    return this.#all().flatMap(({ lines }) => lines);
  }

  /** At most this many lines, the first problems whole. */
  lines(height: number, style: ProblemStyle): readonly string[] {
    const old = this.#areTypesOld ? [shownLine([[`  ${oldTypes(this.#of("types").length)}`, "quiet"]], style)] : [];
    const problems = this.#all();
    const at = this.#at(problems);
    const blocks = problems.slice(at).map(({ lines }) => blockOf(style.isWhole ? lines : shortened(lines), style));
    const all = [...blocks.flat(), ...old];
    if (at === 0 && all.length <= height) return all;
    let rows = 0;
    const whole = blocks.filter((block) => (rows += block.length) <= height - 1).length;
    const kept = Math.max(1, whole);
    const more = moreWords({ at, kept, count: problems.length });
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

  #of(source: ProblemSource): readonly Problem[] {
    return this.#found.get(source) ?? [];
  }

  /** Causes before their consequences: with a wrong type, what is thrown often follows from it. */
  #all(): readonly Problem[] {
    const types = this.#areTypesOld ? [] : this.#of("types");
    const thrown = [...Map.groupBy(this.#thrown.values(), ({ sameness }) => sameness).values()].map(asOne);
    return [
      ...this.#of("project"),
      ...this.#of("loop"),
      ...this.#of("exit"),
      ...types,
      ...thrown,
      ...this.#of("sample"),
    ];
  }

  #at(problems: readonly Problem[]): number {
    return Math.max(
      0,
      problems.findIndex(({ sameness }) => sameness === this.#chosen),
    );
  }

  #problemOf(diagnostic: Diagnostic, object?: string): Problem {
    const { code, message, position } = diagnostic;
    const [, time = ""] = object === undefined ? [] : (/^(\d\d:\d\d:\d\d )/.exec(message) ?? []);
    const sameness = JSON.stringify([code, withoutObject(message.slice(time.length), object), position]);
    const objects = object === undefined ? [] : [object];
    return { message, lines: this.linesOf(diagnostic), sameness, objects };
  }
}

/** A message of which the name of the object is no part. */
function withoutObject(message: string, object: string | undefined): string {
  if (object === undefined) return message;
  const name = object.slice(object.lastIndexOf("/") + 1);
  return message.replaceAll(object, "").replaceAll(`"${name}"`, "").replaceAll(`/${name}`, "");
}

/** Equal problems of several objects as one. */
function asOne(problems: readonly Problem[]): Problem {
  const [first] = problems;
  const objects = problems.flatMap((problem) => problem.objects);
  const [object] = objects;
  if (first === undefined || object === undefined || objects.length === 1) return first ?? nothing;
  const [head = "", ...rest] = first.lines;
  return { ...first, objects, lines: [head.replace(object, `${objects.length} objects`), ...rest] };
}

const nothing: Problem = { message: "", lines: [], sameness: "", objects: [] };

function blockWords([first]: readonly Diagnostic[]): string | undefined {
  const { position } = first ?? {};
  if (first === undefined) return undefined;
  if (position === undefined) return "blocked";
  const line = position.line === undefined ? "" : `:${position.line}`;
  return `blocked at ${basename(position.file)}${line}`;
}

function oldTypes(count: number): string {
  const errors = count === 1 ? "1 error" : `${count} errors`;
  return `types: ${errors} before the last change; they are checked again once the project runs`;
}

function moreWords({
  at,
  kept,
  count,
}: {
  readonly at: number;
  readonly kept: number;
  readonly count: number;
}): string {
  const left = count - kept;
  if (left === 0) return "more with --plain";
  if (at > 0) return `error ${at + 1} of ${count}: e shows the next`;
  return `and ${left} more ${left === 1 ? "error" : "errors"}: e shows the next`;
}

/** The heading, the line of code that is wrong, and the help. */
function shortened([first = "", ...rest]: readonly string[]): readonly string[] {
  return [first, ...rest.filter((line) => line.startsWith("> ") || line.startsWith("  help: "))];
}

/** With few rows, a heading has no more lines: its beginning, and its end, where the API server names the field. */
const mostOfHead = 4;

function blockOf([first = "", ...rest]: readonly string[], style: ProblemStyle): readonly string[] {
  const wrapped = wrapWords(first, style.columns - 2);
  const cut =
    style.isWhole || wrapped.length <= mostOfHead
      ? wrapped
      : [...wrapped.slice(0, mostOfHead - 2), "…", wrapped.at(-1) ?? ""];
  const head = cut.map((line, index) => shownLine([[index === 0 ? line : `  ${line}`, "bad"]], style));
  return [...head, ...rest.map((line) => shownLine([[line, meaningOf(line)]], style))];
}

/** The line of code at which a problem is, and the mark below it. */
function meaningOf(line: string): Meaning {
  return line.startsWith(">") || line.trimStart().startsWith("| ") ? "strong" : "plain";
}
