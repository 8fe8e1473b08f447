// What each operator of an expansion does to a value: one table. Lengths and offsets count bytes of UTF-8, as clusterctl counts them;
// cutting a character in two gives U+FFFD here where clusterctl keeps the incomplete bytes.
import type { Budget } from "./budget.ts";
import { prefixLength } from "./glob.ts";
import { placesOf } from "./places.ts";

/** From the value of a variable and the arguments of its expansion to the result. */
export type Operation = (value: string, args: readonly string[], budget: Budget) => string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const withDefault: Operation = (value, args) => (value === "" ? args.join("") : value);

/** Every operator except the defaults, which all do the same (`operationOf`). */
const operations: Readonly<Record<string, Operation>> = {
  "": (value) => value,
  length: (value) => String(encoder.encode(value).length),
  "^": (value, _, budget) => mapFirst(budget.split(value), upper),
  "^^": (value, _, budget) => budget.split(value).map(upper).join(""),
  ",": (value, _, budget) => mapFirst(budget.split(value), lower),
  ",,": (value, _, budget) => budget.split(value).map(lower).join(""),
  ":": substring,
  "#": (value, [glob = ""], budget) => trimPrefix(value, glob, { which: "shortest", budget }),
  "##": (value, [glob = ""], budget) => trimPrefix(value, glob, { which: "longest", budget }),
  // The original trims a suffix by reversing value and glob; a class or an escape in the glob is then broken, and nothing is trimmed.
  "%": (value, [glob = ""], budget) => trimSuffix(value, glob, { which: "shortest", budget }),
  "%%": (value, [glob = ""], budget) => trimSuffix(value, glob, { which: "longest", budget }),
  "/": replaceFirst,
  "//": replaceAll,
  "/#": (value, [old = "", by]) => (by !== undefined && value.startsWith(old) ? by + value.slice(old.length) : value),
  "/%": (value, [old = "", by]) =>
    by !== undefined && value.endsWith(old) ? value.slice(0, value.length - old.length) + by : value,
};

/** The operation of an operator; an operator that clusterctl does not know behaves as a default. */
export function operationOf(operator: string): Operation {
  return Object.hasOwn(operations, operator) ? (operations[operator] ?? withDefault) : withDefault;
}

/** Whether clusterctl would crash: it slices with the negative length. */
export function hasNegativeLength(value: string, [from, length]: readonly string[]): boolean {
  const at = integer(from);
  const count = integer(length);
  if (at === undefined || count === undefined || count >= 0) return false;
  const size = encoder.encode(value).length;
  return startOf(at, size) + count < size;
}

function substring(value: string, [from, length]: readonly string[]): string {
  const at = integer(from);
  if (at === undefined) return value;
  const bytes = encoder.encode(value);
  const start = startOf(at, bytes.length);
  const count = length === undefined ? bytes.length : integer(length);
  return count === undefined ? value : decoder.decode(bytes.subarray(start, start + Math.max(count, 0)));
}

/** A negative offset counts from the end. */
function startOf(at: number, size: number): number {
  return at < 0 ? Math.max(size + at, 0) : at;
}

function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}

/** Which of the fitting parts is removed, and the budget of the substitution. */
interface Trim {
  readonly which: "shortest" | "longest";
  readonly budget: Budget;
}

function trimPrefix(value: string, glob: string, { which, budget }: Trim): string {
  const characters = budget.split(value);
  const length = prefixLength({ glob, characters, budget }, which);
  return length === undefined ? value : characters.slice(length).join("");
}

function trimSuffix(value: string, glob: string, trim: Trim): string {
  const reverse = (text: string): string => trim.budget.split(text).toReversed().join("");
  return reverse(trimPrefix(reverse(value), reverse(glob), trim));
}

function replaceFirst(value: string, [old = "", by = ""]: readonly string[]): string {
  const place = placesOf(old, value, 0).next();
  return place.done === true ? value : value.slice(0, place.value) + by + value.slice(place.value + old.length);
}

/** The result is counted before it is made. */
function replaceAll(value: string, [old = "", by = ""]: readonly string[], budget: Budget): string {
  const pieces = old === "" ? ["", ...budget.split(value), ""] : piecesBetween(value, old);
  budget.charge((pieces.length - 1) * by.length);
  return pieces.join(by);
}

/** What stands between the places of a word that do not overlap. */
function piecesBetween(value: string, word: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const place of placesOf(word, value, 0)) {
    if (place < end) continue;
    pieces.push(value.slice(end, place));
    end = place + word.length;
  }
  return [...pieces, value.slice(end)];
}

function mapFirst([first, ...rest]: readonly string[], map: (character: string) => string): string {
  return first === undefined ? "" : map(first) + rest.join("");
}

/** Go maps one character to one: "ß" has no upper case there. */
const upper = (character: string): string => oneOf(character.toUpperCase(), character);
const lower = (character: string): string => oneOf(character.toLowerCase(), character);

function oneOf(mapped: string, original: string): string {
  return Array.from(mapped).length === 1 ? mapped : original;
}
