// Strings in columns of a terminal: wide characters and emoji take two, combining marks none.
import stringWidth from "string-width";

const characters = new Intl.Segmenter();

/** Each character of such a string takes one column: most names and words are, and a screen measures thousands. */
const oneColumnEach = /^[ -~]*$/;

/** How many columns a string takes. */
export function displayWidth(value: string): number {
  return oneColumnEach.test(value) ? value.length : stringWidth(value);
}

/** The string, or its beginning and `…` when it takes more columns than there are. */
export function cutEnd(value: string, columns: number): string {
  if (displayWidth(value) <= columns) return value;
  return columns < 1 ? "" : `${headOf(value, columns - 1).trimEnd()}…`;
}

/** The string, or its beginning, `…` and its end: names of objects often differ only at their end. */
export function cutMiddle(value: string, columns: number): string {
  if (displayWidth(value) <= columns) return value;
  const tail = Math.floor((columns - 1) / 3);
  if (tail < 2) return cutEnd(value, columns);
  const reversed = [...characters.segment(value)].map(({ segment }) => segment).reverse();
  const end = taken(reversed, tail).reverse().join("");
  return `${headOf(value, columns - 1 - displayWidth(end))}…${end}`;
}

/** The string with blanks up to this many columns. */
export function padColumns(value: string, columns: number): string {
  return value + " ".repeat(Math.max(0, columns - displayWidth(value)));
}

/** The words in lines of this many columns; a word that is longer than a line is cut. */
export function wrapWords(value: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of value.split(" ")) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && displayWidth(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(cutMiddle(word, columns));
  }
  return lines;
}

/** The same, but a word that is longer than a line goes on in the next one. */
export function wrapAll(value: string, columns: number): readonly string[] {
  const pieces = value.split(" ").flatMap((word) => piecesOf(word, columns));
  return wrapWords(pieces.join(" "), columns);
}

function piecesOf(word: string, columns: number): readonly string[] {
  if (displayWidth(word) <= columns) return [word];
  const segments = [...characters.segment(word)].map(({ segment }) => segment);
  const pieces: string[] = [];
  for (let at = 0; at < segments.length;) {
    const piece = taken(segments.slice(at, at + columns), columns);
    pieces.push(piece.join(""));
    at += Math.max(1, piece.length);
  }
  return pieces;
}

function headOf(value: string, columns: number): string {
  // A message can be long, and only its first columns count: each has some characters at most.
  const start = value.slice(0, Math.max(0, columns) * 16);
  if (oneColumnEach.test(start)) return start.slice(0, Math.max(0, columns));
  return taken(
    [...characters.segment(start)].map(({ segment }) => segment),
    columns,
  ).join("");
}

function taken(segments: readonly string[], columns: number): string[] {
  const fitting: string[] = [];
  let width = 0;
  for (const segment of segments) {
    width += displayWidth(segment);
    if (width > columns) break;
    fitting.push(segment);
  }
  return fitting;
}
