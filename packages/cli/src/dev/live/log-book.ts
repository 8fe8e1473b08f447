// The log on the screen of dev: the newest lines of the project's process and of dev itself, filtered by level and by object. A line is read when it is shown: of thousands, most never are.
import { formatKey } from "@capstan/kube";
import type { Meaning } from "../../tree/palette.ts";
import { isRecord } from "../../config/field-table.ts";
import { logEntry, shownField, timeOfDay, withoutKits, type ProcessLogEntry } from "../readable-log.ts";
import { shownLine, type LineStyle, type LinePart } from "./shown-line.ts";

/** The levels of lines, the least important first. */
export const logLevels = ["debug", "info", "warn", "error"] as const;

/** One of them. */
export type LineLevel = (typeof logLevels)[number];

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
  #level = 1;
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
    const level = logLevels[this.#level] === "debug" ? ", all levels" : `, ${logLevels[this.#level]} and above`;
    const place = this.#frozen === undefined ? "" : ", older lines (End: the newest)";
    return `log${this.#scope === undefined ? "" : ` of ${this.#scope.name}`}${level}${place}`;
  }

  get scope(): LogScope | undefined {
    return this.#scope;
  }

  /** The next level becomes the least one that is shown. */
  nextLevel(): void {
    this.#level = (this.#level + 1) % logLevels.length;
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

  #push(raw: string, time: Date, level: LineLevel): void {
    this.#entries.push({ raw: raw.slice(0, most.characters), time: time.toISOString().slice(11, 19), level });
    if (this.#entries.length > 2 * most.entries) this.#entries = this.#entries.slice(-most.entries);
  }

  /** Output without an end, such as a question, is shown as it is. */
  #withUnfinished(): readonly Entry[] {
    if (this.#unfinished === "" || this.#unfinished.startsWith("{")) return this.#entries;
    return [...this.#entries, { raw: this.#unfinished, time: "", level: "info" }];
  }

  #takeUnfinished(): string {
    const line = this.#unfinished;
    this.#unfinished = "";
    return line;
  }

  #shows(entry: Entry): boolean {
    const { level, about } = readLine(entry);
    const isShown = logLevels.indexOf(level) >= this.#level;
    return isShown && (this.#scope === undefined || about.some((name) => this.#scope?.objects.has(name)));
  }
}

function readLine(entry: Entry): ReadLine {
  entry.read ??= newReadLine(entry);
  return entry.read;
}

function newReadLine({ raw, time, level }: Entry): ReadLine {
  const entry = logEntry(raw);
  if (entry !== undefined) return readEntry(entry);
  return { level, lines: [headOf({ time, level }, raw, [])], about: namedIn(raw) };
}

/** Where objects are named in words: `Machine default/a: Running`. */
function namedIn(line: string): readonly string[] {
  const words = line.split(" ").map((word) => (word.endsWith(":") || word.endsWith(",") ? word.slice(0, -1) : word));
  return words.flatMap((word, index) => (word.includes("/") ? [`${words[index - 1] ?? ""} ${word}`] : []));
}

/** What every line of a controller has beside its object. */
const usual: readonly string[] = ["level", "ts", "msg", "stack", "controller", "controllerGroup", "controllerKind"];

/** The message of a reconcile that failed: an error, whatever level a project gives its log. */
const failedRun = "Reconciler error";

function readEntry(entry: ProcessLogEntry): ReadLine {
  const level = entry.msg === failedRun ? "error" : (logLevels.find((each) => each === entry.level) ?? "info");
  const named: string[] = [];
  const shown: (readonly [string, string])[] = [];
  for (const [field, value] of Object.entries(entry)) {
    if (usual.includes(field) || field === "reconcileID") continue;
    const name = objectName(value);
    if (name !== undefined) named.push(`${field} ${name}`);
    // The names beside the object are those of the object.
    else if (!["namespace", "name"].includes(field) || entry["controllerKind"] === undefined)
      shown.push([field, shownField(value)]);
  }
  const message = [entry.msg, ...named].join("  ");
  // The cause says most, and lines are cut at their end.
  const fields = [...shown.filter(([field]) => field === "error"), ...shown.filter(([field]) => field !== "error")];
  const { stack } = entry;
  const more = typeof stack === "string" ? withoutKits(stack.split("\n")) : [];
  const time = timeOfDay(entry);
  return {
    level,
    lines: [
      headOf({ time, level }, message, fields),
      ...more.map((line): LinePart[] => [[`    ${line.trim()}`, "quiet"]]),
    ],
    about: [...named, ...namedIn(entry.msg)],
  };
}

/** `namespace/name` of a field that is the key of an object. */
function objectName(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { namespace = "", name } = value;
  return typeof name === "string" && typeof namespace === "string" ? formatKey({ namespace, name }) : undefined;
}

const meanings: Readonly<Record<LineLevel, Meaning>> = {
  debug: "quiet",
  info: "plain",
  warn: "unknown",
  error: "bad",
};

function headOf(
  { time, level }: Pick<Entry, "time" | "level">,
  message: string,
  fields: readonly (readonly [string, string])[],
): readonly LinePart[] {
  const pairs = fields.flatMap(([field, value]): LinePart[] => [
    [`  ${field}=`, "quiet"],
    [value, "plain"],
  ]);
  return [[`${time} `, "quiet"], [level.padEnd(6), meanings[level]], [message, meanings[level]], ...pairs];
}

/** Of a narrow pane, the time takes too much. */
function partsOf(entry: Entry, { columns }: LineStyle): readonly (readonly LinePart[])[] {
  const [first = [], ...more] = readLine(entry).lines;
  return [columns < timeFrom ? first.slice(1) : first, ...more];
}
