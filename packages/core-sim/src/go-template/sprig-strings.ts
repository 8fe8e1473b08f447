// Functions of sprig for strings.
import { checkBound } from "./bounds.ts";
import { type GoFunction, ofAny, ofStrings } from "./functions.ts";
import { FunctionFailure, goQuoted } from "./go-errors.ts";
import { isInRange } from "./version-ranges.ts";
import { formatValue, GoInteger, type GoValue, isList } from "./values.ts";

type Given = GoValue | undefined;

/** A value as a string. */
export function stringOf(value: Given): string {
  return typeof value === "string" ? value : formatValue(value ?? null);
}

/** A list of strings, without what is nil. */
function stringsOf(value: Given): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!isList(value)) return [stringOf(value)];
  return value.filter((each) => each !== null).map(stringOf);
}

function numberOf(value: Given): number {
  return value instanceof GoInteger ? Number(value.value) : 0;
}

function ofIntegers(count: number, call: (numbers: readonly number[], text: string) => GoValue): GoFunction {
  return {
    parameters: [...Array.from({ length: count }, () => "int" as const), "string"],
    call: (values) => call(values.slice(0, count).map(numberOf), stringOf(values[count])),
  };
}

/** Cuts bytes: a cut within a character leaves no character. */
function bytesBetween(text: string, from: number, to?: number): string {
  return Buffer.from(text).subarray(from, to).toString("utf8");
}

function truncated(count: number, text: string): string {
  const length = Buffer.byteLength(text);
  if (count < 0) return length + count > 0 ? bytesBetween(text, length + count) : text;
  return length > count ? bytesBetween(text, 0, count) : text;
}

function substring(start: number, end: number, text: string): string {
  const length = Buffer.byteLength(text);
  const outside = (bounds: string): FunctionFailure =>
    new FunctionFailure(`runtime error: slice bounds out of range ${bounds}`);
  if (start < 0) {
    if (end < 0) throw outside(`[:${end}]`);
    if (end > length) throw outside(`[:${end}] with length ${length}`);
    return bytesBetween(text, 0, end);
  }
  const last = end < 0 || end > length ? length : end;
  if (start > last) throw outside(`[${start}:${last}]`);
  return bytesBetween(text, start, last);
}

function repeated(count: number, text: string): string {
  if (count < 0) throw new FunctionFailure("strings: negative Repeat count");
  checkBound(count * text.length, "characters");
  return text.repeat(count);
}

function indented(spaces: number, text: string): string {
  const pad = repeated(spaces, " ");
  checkBound(spaces * text.split("\n").length, "characters");
  return pad + text.replaceAll("\n", `\n${pad}`);
}

function trimmed(characters: string, text: string): string {
  const set = new Set(characters);
  const all = Array.from(text);
  const first = all.findIndex((each) => !set.has(each));
  return first === -1 ? "" : all.slice(first, all.findLastIndex((each) => !set.has(each)) + 1).join("");
}

/** Go changes characters one by one, into one each. */
function eachCharacter(text: string, change: (character: string) => string): string {
  return Array.from(text, (character) => {
    const changed = change(character);
    return Array.from(changed).length === 1 ? changed : character;
  }).join("");
}

const spaces =
  "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";

function quoted(values: readonly Given[], quote: (value: GoValue) => string): string {
  return values.flatMap((value) => (value === undefined || value === null ? [] : [quote(value)])).join(" ");
}

/** By their names. */
export const stringFunctions: Readonly<Record<string, GoFunction>> = {
  trim: ofStrings(1, (text = "") => trimmed(spaces, text)),
  upper: ofStrings(1, (text = "") => eachCharacter(text, (one) => one.toUpperCase())),
  lower: ofStrings(1, (text = "") => eachCharacter(text, (one) => one.toLowerCase())),
  nospace: ofStrings(1, (text = "") =>
    Array.from(text)
      .filter((each) => !spaces.includes(each))
      .join(""),
  ),
  trimAll: ofStrings(2, (characters = "", text = "") => trimmed(characters, text)),
  trimall: ofStrings(2, (characters = "", text = "") => trimmed(characters, text)),
  trimPrefix: ofStrings(2, (start = "", text = "") => (text.startsWith(start) ? text.slice(start.length) : text)),
  trimSuffix: ofStrings(2, (end = "", text = "") =>
    text.endsWith(end) ? text.slice(0, text.length - end.length) : text,
  ),
  contains: ofStrings(2, (part = "", text = "") => text.includes(part)),
  hasPrefix: ofStrings(2, (start = "", text = "") => text.startsWith(start)),
  hasSuffix: ofStrings(2, (end = "", text = "") => text.endsWith(end)),
  replace: ofStrings(3, (old = "", now = "", text = "") => text.replaceAll(old, () => now)),
  splitList: ofStrings(2, (separator = "", text = "") => (separator === "" ? Array.from(text) : text.split(separator))),
  semverCompare: ofStrings(2, (range = "", version = "") => isInRange(range, version)),
  b64enc: ofStrings(1, (text = "") => Buffer.from(text).toString("base64")),
  fail: ofStrings(1, (message = "") => {
    throw new FunctionFailure(message);
  }),
  trunc: ofIntegers(1, ([count = 0], text) => truncated(count, text)),
  substr: ofIntegers(2, ([start = 0, end = 0], text) => substring(start, end, text)),
  repeat: ofIntegers(1, ([count = 0], text) => repeated(count, text)),
  indent: ofIntegers(1, ([spaces = 0], text) => indented(spaces, text)),
  nindent: ofIntegers(1, ([spaces = 0], text) => `\n${indented(spaces, text)}`),
  quote: ofAny(0, (values) => quoted(values, (value) => goQuoted(stringOf(value))), "rest"),
  squote: ofAny(0, (values) => quoted(values, (value) => `'${formatValue(value)}'`), "rest"),
  cat: ofAny(0, (values) => quoted(values, formatValue), "rest"),
  toString: ofAny(1, ([value]) => stringOf(value)),
  join: {
    parameters: ["string", "any"],
    call: ([separator, list]) => stringsOf(list).join(stringOf(separator)),
  },
};
