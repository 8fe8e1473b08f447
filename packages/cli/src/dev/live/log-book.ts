// The log on the screen of dev: the newest lines of the project's process and of dev itself, filtered by level and by object. A line is read when it is shown: of thousands, most never are.
import { isAtLeast, logLevels, type LineLevel } from "../../session/words.ts";
import { readLogLine, withoutTime } from "../../session/read-log-line.ts";
import type { Meaning } from "../../tree/palette.ts";
import { timeOfDay } from "../readable-log.ts";
import { shownLine, type LineStyle, type LinePart } from "./shown-line.ts";

/** The objects whose lines are shown: `Kind namespace/name` of each, and what they are called in the title. */
export interface LogScope {
  readonly name: string;
  readonly objects: ReadonlySet<string>;
}

interface ReadLine {
  readonly level: LineLevel;
  readonly lines: readonly (readonly LinePart[])[];
  /** The objects that it names. */
  readonly about: readonly string[];
}

/** What was printed and when; what it means once it was read. */
interface Entry {
  readonly raw: string;
  readonly time: string;
  readonly level: LineLevel;
  /** What it has in common with a line that says the same. */
  readonly sameness?: string;
  /** How many equal lines came one after the other. */
  readonly count: number;
  read?: ReadLine;
}

const most = { entries: 2000, characters: 20_000 };
/** Lines that are narrower show no time. */
const timeFrom = 60;

const nothingAbout: readonly LinePart[] = [["  no lines about this object; f shows all", "quiet"]];

/** The newest lines. */
export class LogBook {
  #entries: Entry[] = [];
  #unfinished = "";
  #least: LineLevel = "info";
  #scope: LogScope | undefined;
  /** How many of the rows of `#frozen` are below the pane, while somebody looks at older lines. */
  #offset = 0;
  #frozen: readonly Entry[] | undefined;

  /** Adds output of a process, in pieces of any size. */
  add(output: string, time: Date): void {
    const lines = (this.#unfinished + output).split("\n");
    this.#unfinished = lines.pop() ?? "";
    if (this.#unfinished.length > most.characters) lines.push(this.#takeUnfinished());
    for (const line of lines) if (line !== "") this.#push(line, time, "info");
  }

  /** Adds a line of dev itself. */
  note(line: string, time: Date, level: LineLevel = "info"): void {
    this.#push(line, time, level);
  }

  /** What the title of the log names. */
  get title(): string {
    const level = this.#least === "debug" ? ", all levels" : `, ${this.#least} and above`;
    const place = this.#frozen === undefined ? "" : ", older lines (End: the newest)";
    return `log${this.#scope === undefined ? "" : ` of ${this.#scope.name}`}${level}${place}`;
  }

  get scope(): LogScope | undefined {
    return this.#scope;
  }

  /** The next level becomes the least one that is shown. */
  nextLevel(): void {
    this.#least = logLevels[logLevels.indexOf(this.#least) + 1] ?? logLevels[0];
    this.scroll(-Infinity);
  }

  /** Only lines that name one of these objects; all without them. */
  filter(scope: LogScope | undefined): void {
    this.#scope = scope;
    this.scroll(-Infinity);
  }

  /** Shows lines that are older by this many rows, or newer ones for a negative number. */
  scroll(rows: number): void {
    this.#offset = Math.max(0, this.#offset + rows);
    if (this.#offset === 0) this.#frozen = undefined;
    else this.#frozen ??= [...this.#entries];
  }

  /** The last rows that the filter lets through, so many that they fill the pane where there are as many. */
  lines(height: number, style: LineStyle): readonly string[] {
    const entries = this.#frozen ?? this.#withUnfinished();
    const wanted = height + this.#offset;
    const rows: (readonly LinePart[])[] = [];
    for (let at = entries.length - 1; at >= 0 && rows.length < wanted; at -= 1) {
      const entry = entries[at];
      if (entry !== undefined && this.#shows(entry)) rows.push(...partsOf(entry, style).toReversed());
    }
    if (rows.length === 0 && this.#scope !== undefined && height > 0) return [shownLine(nothingAbout, style)];
    // Nobody scrolls beyond the oldest line.
    if (this.#frozen !== undefined) this.#offset = Math.max(0, Math.min(this.#offset, rows.length - height));
    return rows
      .slice(this.#offset, this.#offset + height)
      .toReversed()
      .map((row) => shownLine(row, style));
  }

  /** How many rows there are of it, at most this many. */
  rowCount(height: number): number {
    let rows = 0;
    const entries = this.#withUnfinished();
    for (let at = entries.length - 1; at >= 0 && rows < height; at -= 1) {
      const entry = entries[at];
      if (entry !== undefined && this.#shows(entry)) rows += readLine(entry).lines.length;
    }
    return Math.min(rows, height);
  }

  #push(line: string, time: Date, level: LineLevel): void {
    const raw = line.slice(0, most.characters);
    const sameness = `${level} ${withoutTime(raw)}`;
    const last = this.#entries.at(-1);
    const isSame = last?.sameness === sameness;
    const entry = { raw, time: time.toISOString().slice(11, 19), level, sameness };
    if (isSame) this.#entries.pop();
    this.#entries.push({ ...entry, count: isSame ? last.count + 1 : 1 });
    if (this.#entries.length > 2 * most.entries) this.#entries = this.#entries.slice(-most.entries);
  }

  /** Output without an end, such as a question, is shown as it is. */
  #withUnfinished(): readonly Entry[] {
    if (this.#unfinished === "" || this.#unfinished.startsWith("{")) return this.#entries;
    return [...this.#entries, { raw: this.#unfinished, time: "", level: "info", count: 1 }];
  }

  #takeUnfinished(): string {
    const line = this.#unfinished;
    this.#unfinished = "";
    return line;
  }

  #shows(entry: Entry): boolean {
    const { level, about } = readLine(entry);
    return (
      isAtLeast(level, this.#least) &&
      (this.#scope === undefined || about.some((name) => this.#scope?.objects.has(name)))
    );
  }
}

function readLine(entry: Entry): ReadLine {
  entry.read ??= newReadLine(entry);
  return entry.read;
}

function newReadLine({ raw, time, level, count }: Entry): ReadLine {
  const read = readLogLine(raw);
  if (read === undefined) return { level, lines: [headOf({ time, level, count }, raw, [])], about: namedIn(raw) };
  const { entry, message, objects, fields, stack } = read;
  const head = headOf({ time: timeOfDay(entry), level: read.level, count }, message, fields);
  const below = stack.map((line): LinePart[] => [[`    ${line.trim()}`, "quiet"]]);
  return { level: read.level, lines: [head, ...below], about: [...objects, ...namedIn(entry.msg)] };
}

/** Where objects are named in words: `Machine default/a: Running`. */
function namedIn(line: string): readonly string[] {
  const words = line.split(" ").map((word) => (word.endsWith(":") || word.endsWith(",") ? word.slice(0, -1) : word));
  return words.flatMap((word, index) => (word.includes("/") ? [`${words[index - 1] ?? ""} ${word}`] : []));
}

const meanings: Readonly<Record<LineLevel, Meaning>> = {
  debug: "quiet",
  info: "plain",
  warn: "unknown",
  error: "bad",
};

function headOf(
  { time, level, count }: Pick<Entry, "time" | "level" | "count">,
  message: string,
  fields: readonly (readonly [string, string])[],
): readonly LinePart[] {
  const pairs = fields.flatMap(([field, value]): LinePart[] => [
    [`  ${field}=`, "quiet"],
    [value, "plain"],
  ]);
  return [
    [`${time} `, "quiet"],
    [level.padEnd(6), meanings[level]],
    [count === 1 ? "" : `(${count}x) `, "quiet"],
    [message, meanings[level]],
    ...pairs,
  ];
}

/** Of a narrow pane, the time takes too much. */
function partsOf(entry: Entry, { columns }: LineStyle): readonly (readonly LinePart[])[] {
  const [first = [], ...more] = readLine(entry).lines;
  return [columns < timeFrom ? first.slice(1) : first, ...more];
}
