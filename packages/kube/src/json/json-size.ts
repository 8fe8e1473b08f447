// What parsing a JSON text would cost, found before it is parsed: `JSON.parse` holds the event loop for as long as it takes, nested text overflows
// the stack of whatever walks the result, and objects with fields in ever other orders cost the engine a thousand bytes and several microseconds for
// each field. Nothing is checked but brackets, commas, colons and strings: JSON.parse does the rest, and stops where the text is no JSON.
import { ShapeCounter } from "./shape-counter.ts";

/** What a JSON text may have. */
export interface JsonLimits {
  /** How many values: objects, lists, strings, numbers. Names that are numbers count more than once, since the engine keeps places for those before them. */
  readonly values: number;
  /** How many objects and lists may be open at once. */
  readonly depth: number;
  /** How many different beginnings the field names of its objects may have, in their order: `{"a":1,"b":1}` has two, `a` and `a, b`. */
  readonly shapes: number;
}

/** The limit that a JSON text exceeds. */
export type JsonExcess = keyof JsonLimits;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
/** `[` and `{`, and their ends, differ in this bit only. */
const braceBit = 0x20;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const digits = { from: 0x30, to: 0x39 } as const;

/** What an object with a name that is a number costs more, in values, and each such name. */
const numericObject = 5;

/** How much JSON there is. */
export interface JsonSize {
  /** Not all of them when a limit is exceeded. */
  readonly values: number;
  /** The same; 0 when shapes have no limit. */
  readonly shapes: number;
  readonly excess: JsonExcess | undefined;
}

/**
 * The limit that a JSON text in UTF-8 exceeds; undefined when parsing it is safe. See `jsonSize`.
 *
 * @example
 * if (jsonExcess(body, { values: 100_000, depth: 100, shapes: 10_000 }) !== undefined) throw new Error("too much JSON");
 */
export function jsonExcess(text: Uint8Array, limits: JsonLimits): JsonExcess | undefined {
  return jsonSize(text, limits).excess;
}

/**
 * How many values a JSON text in UTF-8 has, and the limit that it exceeds. It reads each byte once and stops at the first excess. An empty
 * list or object counts as two values.
 */
export function jsonSize(text: Uint8Array, limits: JsonLimits): JsonSize {
  const meter = new JsonMeter(text, limits);
  meter.read(text.length);
  return meter.size;
}

/** For each byte, 1 if it is counted: most are not, and one look tells. */
const countedBytes = new Uint8Array(256);
for (const byte of [comma, colon, openBracket, openBrace]) countedBytes[byte] = 1;

/**
 * The most of everything that a JSON text can have: as if all its brackets, commas and colons were outside of strings, no object ended, no two
 * began alike, and all names were numbers. It takes a third of the time of the exact size.
 */
export function jsonBound(text: Uint8Array): Record<keyof JsonLimits, number> {
  let [lists, objects, commas, colons] = [0, 0, 0, 0];
  // By index: the iterator of the bytes takes up to three times as long.
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (countedBytes[byte] === 0) continue;
    if (byte === comma) commas += 1;
    else if (byte === colon) colons += 1;
    else if (byte === openBracket) lists += 1;
    else objects += 1;
  }
  const numeric = colons + (numericObject - 1) * Math.min(objects, colons);
  return { values: 1 + commas + lists + objects + numeric, depth: lists + objects, shapes: colons };
}

/** Finds the size of a JSON text piece by piece, so that a large one does not hold the event loop. */
export class JsonMeter {
  readonly #text: Uint8Array;
  /** The same bytes, four at a time. */
  readonly #words: DataView;
  readonly #limits: JsonLimits;
  /** Nothing when shapes have no limit. */
  readonly #shapes: ShapeCounter | undefined;
  /** For each open list or object, whether it is an object, and whether it has a name that is a number. */
  readonly #isObject: boolean[] = [];
  readonly #isNumeric: boolean[] = [];
  #at = 0;
  /** Each comma divides two values, and each list or object can have a first one. */
  #values = 1;
  #excess: JsonExcess | undefined;

  constructor(text: Uint8Array, limits: JsonLimits) {
    this.#text = text;
    this.#words = new DataView(text.buffer, text.byteOffset, text.byteLength);
    this.#limits = limits;
    if (limits.shapes < Number.POSITIVE_INFINITY) this.#shapes = new ShapeCounter(limits.shapes);
    this.#count(0);
  }

  /** What was found so far. */
  get size(): JsonSize {
    return { values: this.#values, shapes: this.#shapes?.count ?? 0, excess: this.#excess };
  }

  /** Reads about this many bytes more. Returns whether there is nothing left to read: the text has ended, or a limit is exceeded. */
  read(bytes: number): boolean {
    const text = this.#text;
    const end = Math.min(text.length, this.#at + bytes);
    let at = this.#at;
    for (; at < end && this.#excess === undefined; at += 1) {
      const byte = text[at] ?? 0;
      if (byte === quote) at = this.#readString(at + 1);
      else if (byte === comma) this.#count(1);
      else if ((byte & ~braceBit) === openBracket) this.#open(byte === openBrace);
      else if ((byte & ~braceBit) === closeBracket) this.#close();
    }
    this.#at = at;
    return at >= text.length || this.#excess !== undefined;
  }

  #count(values: number): void {
    this.#values += values;
    if (this.#values > this.#limits.values) this.#excess = "values";
  }

  #open(isObject: boolean): void {
    this.#count(1);
    this.#isObject.push(isObject);
    this.#isNumeric.push(false);
    if (this.#isObject.length > this.#limits.depth) this.#excess = "depth";
    if (isObject) this.#shapes?.open();
  }

  #close(): void {
    this.#isNumeric.pop();
    if (this.#isObject.pop() === true && this.#shapes?.close() === true) this.#excess = "shapes";
  }

  /** Returns where the string ends. One in an object that a colon follows is a name. */
  #readString(from: number): number {
    const end = endOfString(this.#text, this.#words, from);
    if (this.#isObject.at(-1) !== true || !isFollowedByColon(this.#text, end + 1)) return end;
    const kind = kindOf(this.#text, from, end);
    if (kind !== "name") this.#addNumber();
    if (kind !== "number") this.#shapes?.add(this.#words, from, end);
    return end;
  }

  #addNumber(): void {
    const last = this.#isNumeric.length - 1;
    this.#count(this.#isNumeric[last] === true ? 1 : numericObject);
    this.#isNumeric[last] = true;
  }
}

const wordBytes = 4;

/** The index of the quote that ends a string, or of the end of the text. Most bytes of a body are in strings: four are looked at together. */
function endOfString(text: Uint8Array, words: DataView, from: number): number {
  let at = from;
  while (at < text.length) {
    if (at + wordBytes <= text.length) {
      const word = words.getInt32(at, true);
      const marks = zerosIn(word ^ fourQuotes) | zerosIn(word ^ fourBackslashes);
      at += marks === 0 ? wordBytes : firstByte(marks);
      if (marks === 0) continue;
    }
    const byte = text[at];
    if (byte === quote) return at;
    at += byte === backslash ? 2 : 1;
  }
  return text.length;
}

const fourQuotes = quote * 0x01010101;
const fourBackslashes = backslash * 0x01010101;

/** A word whose lowest bit that is set is the highest of the first byte that is zero; zero when none is. */
function zerosIn(word: number): number {
  return (word - 0x01010101) & ~word & 0x80808080;
}

/** The index of the byte with the lowest bit that is set. */
function firstByte(marks: number): number {
  return (31 - Math.clz32(marks & -marks)) >> 3;
}

function isFollowedByColon(text: Uint8Array, from: number): boolean {
  let at = from;
  // Blanks of JSON are no greater than a space.
  while (at < text.length && (text[at] ?? 0) <= 0x20) at += 1;
  return text[at] === colon;
}

/** A number of ten digits, each of them as an escape. */
const longestNumber = 60;
/** A number of ten digits. */
const mostDigits = 10;
/** The highest number that the engine takes for one: it has places for those of an object, and records of the beginnings of all other names. */
const highestNumber = 2 ** 32 - 2;

type NameKind = "number" | "name" | "either";

/** What a name is for the engine. One with escapes may be a number, since they can be digits, and counts as both. */
function kindOf(text: Uint8Array, from: number, end: number): NameKind {
  if (end === from || end - from > longestNumber) return "name";
  let value = 0;
  for (let at = from; at < end; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === backslash) return "either";
    if (byte < digits.from || byte > digits.to) return "name";
    value = value * 10 + byte - digits.from;
  }
  const isWritten = end - from === 1 || (text[from] !== digits.from && end - from <= mostDigits);
  return isWritten && value <= highestNumber ? "number" : "name";
}
