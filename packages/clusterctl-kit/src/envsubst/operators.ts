// What each operator of an expansion does to a value: one table. Lengths and offsets count bytes of UTF-8, as clusterctl counts them;
// cutting a character in two gives U+FFFD here where clusterctl keeps the incomplete bytes.
import { prefixLength } from "./glob.ts";

/** From the value of a variable and the arguments of its expansion to the result. */
export type Operation = (value: string, args: readonly string[]) => string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const withDefault: Operation = (value, args) => (value === "" ? args.join("") : value);

/** The most characters of a result. */
export const longestResult: number = 2 ** 24;

/** A result would be longer than `longestResult`. */
export class TooLong extends Error {}

/** Every operator except the defaults, which all do the same (`operationOf`). */
const operations: Readonly<Record<string, Operation>> = {
  "": (value) => value,
  length: (value) => String(encoder.encode(value).length),
  "^": (value) => mapFirst(value, upper),
  "^^": (value) => Array.from(value).map(upper).join(""),
  ",": (value) => mapFirst(value, lower),
  ",,": (value) => Array.from(value).map(lower).join(""),
  ":": substring,
  "#": (value, [glob = ""]) => trimPrefix(value, glob, "shortest"),
  "##": (value, [glob = ""]) => trimPrefix(value, glob, "longest"),
  // The original trims a suffix by reversing value and glob; a class or an escape in the glob is then broken, and nothing is trimmed.
  "%": (value, [glob = ""]) => reverse(trimPrefix(reverse(value), reverse(glob), "shortest")),
  "%%": (value, [glob = ""]) => reverse(trimPrefix(reverse(value), reverse(glob), "longest")),
  "/": (value, [old = "", by = ""]) => value.replace(old, () => by),
  "//": (value, [old = "", by = ""]) => {
    const pieces = old === "" ? ["", ...Array.from(value), ""] : value.split(old);
    if (value.length + (pieces.length - 1) * by.length > longestResult) throw new TooLong();
    return pieces.join(by);
  },
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

function trimPrefix(value: string, glob: string, which: "shortest" | "longest"): string {
  const characters = Array.from(value);
  const length = prefixLength(glob, characters, which);
  return length === undefined ? value : characters.slice(length).join("");
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join("");
}

function mapFirst(value: string, map: (character: string) => string): string {
  const [first, ...rest] = Array.from(value);
  return first === undefined ? "" : map(first) + rest.join("");
}

/** Go maps one character to one: "ß" has no upper case there. */
const upper = (character: string): string => oneOf(character.toUpperCase(), character);
const lower = (character: string): string => oneOf(character.toLowerCase(), character);

function oneOf(mapped: string, original: string): string {
  return Array.from(mapped).length === 1 ? mapped : original;
}
