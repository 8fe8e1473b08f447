// What is wrong with the project now, on the screen of dev: until it is right again it stays above the log, with the lines of code that it is about.
import { oneLine } from "@capstan/kube";
import { basename } from "node:path";
import type { Problem, Problems } from "../../session/problems.ts";
import { longRunLines } from "../../session/words.ts";
import { cutMiddle, displayWidth, wrapAll, wrapWords } from "../../tree/display-width.ts";
import { stateMarks, type Meaning } from "../../tree/palette.ts";
import { errorInOneLine, errorLines } from "../../tree/short-words.ts";
import { headingLines } from "./problem-heading.ts";
import { shownLine, type LineStyle } from "./shown-line.ts";

/** How problems are shown. */
export interface ProblemStyle extends LineStyle {
  /** Whether there is room for all lines of code and not only for the one that is wrong. */
  readonly isWhole: boolean;
  /** So many further rows are free for the first problem. */
  readonly spare: number;
  readonly now: Date;
}

/** The problems as lines, of which one is first. */
export class ProblemPane {
  readonly #problems: Problems;
  /** The one that is shown first, if a person chose it. */
  #chosen: string | undefined;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Shows the next problem first, after the last one the first again; returns an object that has it. */
  next(): string | undefined {
    const { all } = this.#problems;
    const at = (this.#at(all) + 1) % Math.max(1, all.length);
    const next = all[at];
    // One that is first by itself is first as long as no cause of it is found.
    this.#chosen = at === 0 ? undefined : next?.sameness;
    return next?.objects[0];
  }

  /** What the title of the problems names. */
  get title(): string {
    const { all, areTypesOld } = this.#problems;
    return areTypesOld || all.some(({ isWarning }) => !isWarning) ? "errors" : "warnings";
  }

  /** All lines of the first problem, none of them cut; none without a problem. */
  whole(style: LineStyle): readonly string[] {
    const { all } = this.#problems;
    const first = all[this.#at(all)];
    if (first === undefined) return [];
    const meaning = first.isWarning ? "waiting" : "bad";
    const [head = "", ...rest] = linesOf(first);
    const shown = (line: string, of: Meaning): readonly string[] =>
      wrapAll(oneLine(line), style.columns - 2).map((part, row) =>
        shownLine([[row === 0 ? part : `  ${part}`, of]], style),
      );
    const heads = headsOf(oneLine(head), first.error ?? "");
    return [...heads.flatMap((line) => shown(line, meaning)), ...rest.flatMap((line) => shown(line, meaningOf(line)))];
  }

  /** Everything, as it is printed without a screen. */
  get printed(): readonly string[] {
    return this.#problems.all.flatMap(linesOf);
  }

  /** At most this many lines: the reconciles that run for long in the first ones, then the first problems whole. */
  lines(height: number, style: ProblemStyle): readonly string[] {
    const isAlone = this.#problems.all.length === 0 && !this.#problems.areTypesOld;
    const most = isAlone ? Math.max(2, Math.floor(height / 2)) : Math.max(1, Math.floor(height / 3));
    const running = this.#runningLines(most, style);
    return [...running, ...this.#problemLines(height - running.length, style)];
  }

  #runningLines(most: number, style: ProblemStyle): readonly string[] {
    const { sign, meaning } = stateMarks.busy;
    return longRunLines(this.#problems.running, style.now.getTime(), most).map(({ before, object, after }) => {
      const left = style.columns - displayWidth(`${sign} ${before}${after}`);
      return shownLine([[`${sign} ${before}${cutMiddle(object, left)}${after}`, meaning]], style);
    });
  }

  #problemLines(least: number, style: ProblemStyle): readonly string[] {
    const { all, areTypesOld } = this.#problems;
    const old = areTypesOld ? [shownLine([[`  ${oldTypes(this.#problems.of("types").length)}`, "quiet"]], style)] : [];
    const at = this.#at(all);
    const [first, ...others] = all.slice(at);
    const moreRows = at > 0 || others.length + old.length > 0 ? 1 : 0;
    const wanted = first === undefined ? 0 : blockOf(first, style, Infinity).length + moreRows;
    const height = Math.max(least, Math.min(least + style.spare, wanted));
    const blocks = [
      ...(first === undefined ? [] : [blockOf(first, style, height - moreRows)]),
      ...others.map((problem) => blockOf(problem, style, style.isWhole ? Infinity : 0)),
    ];
    const rows = [...blocks.flat(), ...old];
    if (at === 0 && rows.length <= height) return rows;
    let used = 0;
    const whole = blocks.filter((block) => (used += block.length) <= height - 1).length;
    const kept = Math.max(1, whole);
    const noun = all.some(({ isWarning }) => isWarning) ? "problem" : "error";
    const more = moreWords({ at, kept, count: all.length, noun });
    const shown = blocks.slice(0, kept).flat();
    return [...shown.slice(0, height - 1), shownLine([[`  … ${more}`, "quiet"]], style)];
  }

  #at(problems: readonly Problem[]): number {
    return Math.max(
      0,
      problems.findIndex(({ sameness }) => sameness === this.#chosen),
    );
  }
}

/** What is before a help. */
const helpStart = "  help: ";

/** What is before the names of further objects. */
const sameOf = "  the same of ";
const mostNamed = 20;
/** Characters of an error. */
const mostError = 20_000;

/** Of several objects their number, and the names of those that the message does not name. */
function linesOf({ lines, objects }: Problem): readonly string[] {
  const [object = "", ...others] = objects;
  const [head = "", ...rest] = lines;
  if (others.length === 0) return lines;
  const left = others.length - mostNamed;
  const names = `${others.slice(0, mostNamed).join(", ")}${left > 0 ? `, and ${left} more` : ""}`;
  return [head.replace(object, `${objects.length} objects`), sameOf + names, ...rest];
}

/** A heading with the lines of the error that it ends with in one, as lines; a frame is drawn often, and has no room for very many. */
function headsOf(head: string, error: string): readonly string[] {
  const words = oneLine(errorInOneLine(error));
  const [first = "", ...more] = errorLines(error.slice(0, mostError));
  if (more.length === 0 || !head.endsWith(words)) return [head];
  return [
    head.slice(0, head.length - words.length) + first.trim(),
    ...more.map((line) => `  ${line.replaceAll("\t", "  ")}`),
  ];
}

/** Where the event loop is blocked; undefined while it is not. */
export function blockWords([first]: readonly Problem[]): string | undefined {
  if (first === undefined) return undefined;
  const { position } = first;
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
  noun,
}: {
  readonly at: number;
  readonly kept: number;
  readonly count: number;
  readonly noun: string;
}): string {
  const left = count - kept;
  if (left === 0) return "E shows all of it";
  if (at > 0) return `${noun} ${at + 1} of ${count}: e shows the next`;
  return `and ${left} more ${noun}${left === 1 ? "" : "s"}: e shows the next`;
}

/** The heading, the other objects, the line of code that is wrong, and the help. */
function shortened([first = "", ...rest]: readonly string[]): readonly string[] {
  return [first, ...rest.filter((line) => [sameOf, "> ", helpStart].some((start) => line.startsWith(start)))];
}

/** A problem as lines, of which the heading is cut where there are more than `most`; the help has further rows where these are left. */
function blockOf(problem: Problem, style: ProblemStyle, most: number): readonly string[] {
  const lines = linesOf(problem);
  const [first = "", ...rest] = style.isWhole ? lines : shortened(lines);
  const meaning = problem.isWarning ? "waiting" : "bad";
  const rows = headingLines(oneLine(first), { columns: style.columns - 2, rows: most - rest.length });
  const head = rows.map((line, index) => shownLine([[index === 0 ? line : `  ${line}`, meaning]], style));
  const left = Math.max(0, most - rows.length - rest.length);
  const below = rest.flatMap((line) => (line.startsWith(helpStart) ? helpRows(line, style, 1 + left) : [line]));
  return [...head, ...below.map((line) => shownLine([[line, meaningOf(line)]], style))];
}

/** A help in at most so many rows, of which the last is cut with the frame. */
function helpRows(line: string, { columns }: LineStyle, most: number): readonly string[] {
  const rows = wrapWords(line.trimStart(), columns - 2);
  const shown = rows.length <= most ? rows : [...rows.slice(0, most - 1), rows.slice(most - 1).join(" ")];
  return shown.map((row) => `  ${row}`);
}

/** The line of code at which a problem is, and the mark below it. */
function meaningOf(line: string): Meaning {
  return line.startsWith(">") || line.trimStart().startsWith("| ") ? "strong" : "plain";
}
