// JSON with whole numbers that JavaScript cannot hold: beyond 2^53 a number loses its last digits. Here they are strings with a mark that no
// text from outside has, so that code that passes values on keeps every digit; or they are bigints, for code that compares values and writes none.
import { hasManyDigits } from "./many-digits.ts";

/** As JSON writes it: without zeros before it. */
const wholeNumber = /^-?[1-9]\d*$/;

/** What marked strings begin with, and how JSON.stringify writes one. */
interface Mark {
  readonly text: string;
  readonly written: RegExp;
}

let mark: Mark | undefined;

/** Nobody outside of this process knows it. */
function newMark(): Mark {
  const text = `\u0000${crypto.getRandomValues(new Uint32Array(4)).join("-")}:`;
  const written = JSON.stringify(text).slice(1, -1).replaceAll("\\", "\\\\");
  // Linear: it begins with a fixed string.
  return { text, written: new RegExp(`"${written}(-?\\d+)"`, "g") };
}

/**
 * Takes numbers that were parsed until now for the strings that they are. Call it before each document of someone else: should a message have
 * shown a marked string, its mark means nothing in the next document.
 */
export function forgetExactNumbers(): void {
  mark = undefined;
}

/** With more such numbers, the marks would take more memory than the text. */
const mostMarks = 10_000;

/**
 * Parses JSON. A whole number beyond 2^53 becomes an opaque string, which `stringifyExactJson` writes as the same number again.
 *
 * @throws SyntaxError for what is not JSON, for more than 10,000 such numbers, and for one that is too large for a floating-point number: the API server
 * can read no document that has it.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(hasManyDigits(text) ? withMarks(text, (mark ??= newMark())) : text);
}

/**
 * Parses JSON. A whole number beyond 2^53 becomes a bigint: it is equal to the same number only, and no string of the text is equal to it.
 *
 * @throws SyntaxError where `parseExactJson` does.
 */
export function parseBigJson(text: string): unknown {
  if (!hasManyDigits(text)) return JSON.parse(text);
  const own = newMark();
  const root: Record<string, unknown> = { value: JSON.parse(withMarks(text, own)) };
  const open: Fields[] = [root];
  const bigOf = (value: unknown): bigint | undefined => {
    if (isFields(value)) open.push(value);
    return isMarked(value, own) ? BigInt(value.slice(own.text.length)) : undefined;
  };
  for (let fields = open.pop(); fields !== undefined; fields = open.pop()) setEach(fields, bigOf);
  return root["value"];
}

/** An object or a list. */
type Fields = Record<string, unknown> | unknown[];

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** Sets what a function returns in place of values. Without lists of names and values it takes a tenth of the time. */
function setEach(fields: Fields, of: (value: unknown) => unknown): void {
  if (Array.isArray(fields)) {
    for (let index = 0; index < fields.length; index += 1) fields[index] = of(fields[index]) ?? fields[index];
    return;
  }
  for (const name in fields) {
    const other = of(fields[name]);
    if (other !== undefined) fields[name] = other;
  }
}

function isMarked(value: unknown, { text }: Mark): value is string {
  return typeof value === "string" && value.startsWith(text);
}

/** The text with marked strings for whole numbers beyond 2^53. A reviver, which is called for each value, would take several times as long. */
function withMarks(text: string, { text: before }: Mark): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    if (!isNumberCode(code)) continue;
    const end = endOfNumber(text, at);
    const number = text.slice(at, end);
    if (isLong(number) && !isName(text, end)) {
      if (!Number.isFinite(Number(number))) throw new SyntaxError(`a number of ${number.length} characters`);
      parts.push(text.slice(from, at), JSON.stringify(before + number));
      from = end;
      if (parts.length > 2 * mostMarks) throw new SyntaxError(`more than ${mostMarks} whole numbers beyond 2^53`);
    }
    at = end - 1;
  }
  return parts.join("") + text.slice(from);
}

const quote = 0x22;
const backslash = 0x5c;

function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

/** For each code of ASCII, 1 for `+`, `-`, `.`, the digits, `E` and `e`: a Set would take most of the time. */
const numberCodes = new Uint8Array(128);
for (const character of "+-.0123456789Ee") numberCodes[character.charCodeAt(0)] = 1;

function isNumberCode(code: number): boolean {
  return numberCodes[code] === 1;
}

function endOfNumber(text: string, from: number): number {
  let at = from;
  while (at < text.length && isNumberCode(text.charCodeAt(at))) at += 1;
  return at;
}

/** Whether it is a whole number as JSON writes it, and beyond 2^53. Everything else is for JSON.parse, also what is not JSON. */
function isLong(number: string): boolean {
  return number.length >= 16 && wholeNumber.test(number) && !Number.isSafeInteger(Number(number));
}

/** Whether a colon follows: a number cannot be a name, but the marked string could. */
function isName(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return text[at] === ":";
}

/** Whether a value is a whole number, also one beyond 2^53 of `parseExactJson`. */
export function isWholeNumber(value: unknown): boolean {
  return Number.isInteger(value) || (mark !== undefined && isMarked(value, mark));
}

/** The API server reads whole numbers beyond 64 bits as floating-point numbers, too. */
const beyond64Bits = 2 ** 63;

/** Whether a number that was read by JSON.parse may be another one than was written: a whole number beyond 2^53. */
export function isLostNumber(value: unknown): boolean {
  return (
    typeof value === "number" &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    Math.abs(value) <= beyond64Bits
  );
}

/** Whether there is such a number in a JSON value. */
export function hasLostNumber(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isLostNumber(value);
  return Object.values(value).some(hasLostNumber);
}

/** Writes JSON, with the numbers of `parseExactJson` digit by digit. */
export function stringifyExactJson(value: unknown): string {
  const text = JSON.stringify(value);
  return mark === undefined ? text : text.replaceAll(mark.written, "$1");
}

/** Writes JSON, with the bigints of `parseBigJson` as numbers; "null" for undefined. */
export function stringifyBigJson(value: unknown): string {
  let own: Mark | undefined;
  const text =
    JSON.stringify(value, (_, nested: unknown) =>
      typeof nested === "bigint" ? `${(own ??= newMark()).text}${nested}` : nested,
    ) ?? "null";
  return own === undefined ? text : text.replaceAll(own.written, "$1");
}
