// What stands below an object in a tree: a condition or another note in one line, which is cut, or in all lines that it takes.
import { oneLine } from "@capstan/kube";
import { cutEnd, displayWidth, wrapAll } from "./display-width.ts";
import { type Mark, type Meaning, painted } from "./palette.ts";

/** A note, and how old it is. */
export interface Note {
  readonly indent: string;
  readonly mark: Mark;
  readonly title: string;
  readonly rest: string;
  readonly since: string;
}

/** How notes are shown. */
export interface NoteStyle {
  readonly width: number;
  readonly colors: boolean;
  /** The column of ages. */
  readonly sinceColumn: number;
  /** Whether the words go on in the next lines where they are too long for one. */
  readonly isWhole: boolean;
}

const between = "  ";

/** In fewer columns, messages take all of them. */
export const agesFrom = 60;

/** With fewer columns for its words, a note is cut all the same. */
const leastColumns = 8;

/** The lines of a note, made when they are shown. */
export function noteLines(note: Note, style: NoteStyle): readonly (() => string)[] {
  const columns = style.isWhole ? widthOf(note, style) : 0;
  if (columns < leastColumns) return [() => noteLine(note, style)];
  const [title, rest] = [oneLine(note.title), oneLine(note.rest)];
  const whole = rest === "" ? title : `${title}${between}${rest}`;
  const [first = "", ...more] = wrapAll(whole, columns);
  if (more.length === 0) return [() => noteLine(note, style)];
  const begin = first.startsWith(title)
    ? { title, rest: first.slice(title.length).trim() }
    : { title: first, rest: "" };
  return [
    () => noteLine({ ...note, ...begin }, style),
    ...more.map((line) => () => `${painted(`${note.indent}${between}`, "quiet", style.colors)}${line.trimStart()}`),
  ];
}

function sinceOf({ since }: Note, { width }: NoteStyle): string {
  return width < agesFrom ? "" : since;
}

/** How many columns the words have. */
function widthOf(note: Note, style: NoteStyle): number {
  const since = sinceOf(note, style);
  const tail = since === "" ? 0 : since.length + between.length;
  return style.width - displayWidth(`${note.indent}${note.mark.sign} `) - tail - 1;
}

/** The age of a condition is in the column of ages, or after the end of a longer line. */
function noteLine(note: Note, style: NoteStyle): string {
  const { indent, mark, title, rest } = note;
  const since = sinceOf(note, style);
  const width = widthOf(note, style);
  const name = cutEnd(oneLine(title), width);
  const shown = cutEnd(oneLine(rest), width - displayWidth(name) - between.length);
  const head = `${indent}${mark.sign} `;
  const used = [head, name, shown === "" ? "" : between, shown].reduce((sum, part) => sum + displayWidth(part), 0);
  const parts: readonly (readonly [string, Meaning])[] = [
    [indent, "quiet"],
    [mark.sign, mark.meaning],
    [` ${name}`, mark.meaning],
    [shown === "" ? "" : between, "plain"],
    [shown, "plain"],
    [since === "" ? "" : " ".repeat(Math.max(between.length, style.sinceColumn - used)), "plain"],
    [since, "quiet"],
  ];
  return parts
    .map(([value, meaning]) => painted(value, meaning, style.colors))
    .join("")
    .trimEnd();
}
