// Writes a string as YAML: quoting, escaping and folding at column 80, as libyaml's port in Go does.
import { isPrintable, scalarStyle } from "./scalar-style.ts";

/** The place of the scalar in its document. */
export interface ScalarPlace {
  /** The column of its first character, from 0. */
  readonly column: number;
  /** The indentation of its further lines. */
  readonly indent: number;
  /** Whether it is a mapping key, which is never folded. */
  readonly key: boolean;
}

type Quote = "" | "'" | '"';

const bestWidth = 80;
const escapes: Readonly<Record<string, string>> = {
  "\0": "0",
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\x1b": "e",
  '"': '"',
  "\\": "\\",
  "\x85": "N",
  "\u2028": "L",
  "\u2029": "P",
};

/** A string in YAML. It ends with a line feed only if it is a literal block whose value does. */
export function writeScalar(value: string, place: ScalarPlace): string {
  const wellFormed = value.toWellFormed();
  switch (scalarStyle(wellFormed, place.key)) {
    case "plain":
      return fold(wellFormed, place, "");
    case "single":
      return fold(wellFormed, place, "'");
    case "double":
      return fold(wellFormed, place, '"');
    case "literal":
      return literal(wellFormed, place.indent);
  }
}

/** Breaks the line at the first single space after the best width. */
function fold(value: string, place: ScalarPlace, quote: Quote): string {
  if (quote === "" && (place.key || place.column + value.length <= bestWidth)) return value;
  const characters = Array.from(value);
  let out: string = quote;
  let column = place.column + quote.length;
  for (const [i, character] of characters.entries()) {
    if (!place.key && column > bestWidth && mayBreakAt(characters, i, quote)) {
      const more = characters[i + 1] === " " ? "\\" : "";
      out += `\n${" ".repeat(place.indent)}${more}`;
      column = place.indent + more.length;
    } else {
      const written = encode(character, quote);
      out += written;
      column += written.length;
    }
  }
  return `${out}${quote}`;
}

/** Only double quotes may break before a second space, which they escape. */
function mayBreakAt(characters: readonly string[], i: number, quote: Quote): boolean {
  if (characters[i] !== " " || characters[i - 1] === " ") return false;
  if (quote === "") return characters[i + 1] !== " ";
  return i > 0 && i < characters.length - 1 && (quote === '"' || characters[i + 1] !== " ");
}

function encode(character: string, quote: Quote): string {
  if (quote === "'") return character === "'" ? "''" : character;
  if (quote === "") return character;
  const short = escapes[character];
  if (short !== undefined) return `\\${short}`;
  return isPrintable(character) ? character : numericEscape(character.codePointAt(0) ?? 0);
}

function numericEscape(codePoint: number): string {
  const [letter, width] = codePoint <= 0xff ? ["x", 2] : codePoint <= 0xffff ? ["u", 4] : ["U", 8];
  return `\\${letter}${codePoint.toString(16).toUpperCase().padStart(width, "0")}`;
}

function literal(value: string, indent: number): string {
  const startsBlank = /^[ \n]/.test(value) ? "2" : "";
  const chomp = value === "\n" || value.endsWith("\n\n") ? "+" : value.endsWith("\n") ? "" : "-";
  return `|${startsBlank}${chomp}\n${value.replaceAll(/^(?=[^\n])/gm, " ".repeat(indent))}`;
}
