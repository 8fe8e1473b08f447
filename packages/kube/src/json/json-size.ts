// What parsing a JSON text would cost, found before it is parsed: `JSON.parse` holds the event loop for as long as it takes, and nested
// text overflows the stack of whatever walks the result. Nothing is checked but brackets, commas and strings: JSON.parse does the rest.

/** What a JSON text may have. */
export interface JsonLimits {
  /** How many values: objects, lists, strings, numbers. */
  readonly values: number;
  /** How many objects and lists may be open at once. */
  readonly depth: number;
}

/** The limit that a JSON text exceeds. */
export type JsonExcess = keyof JsonLimits;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** `[` and `{`, and their ends, differ in this bit only. */
const braceBit = 0x20;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** How much JSON there is. */
export interface JsonSize {
  /** Not all of them when a limit is exceeded. */
  readonly values: number;
  readonly excess: JsonExcess | undefined;
}

/**
 * The limit that a JSON text in UTF-8 exceeds; undefined when parsing it is safe. See `jsonSize`.
 *
 * @example
 * if (jsonExcess(body, { values: 100_000, depth: 100 }) !== undefined) throw new Error("too much JSON");
 */
export function jsonExcess(text: Uint8Array, limits: JsonLimits): JsonExcess | undefined {
  return jsonSize(text, limits).excess;
}

/**
 * How many values a JSON text in UTF-8 has, and the limit that it exceeds. It reads each byte once and stops at the first excess. An empty
 * list or object counts as two values.
 */
export function jsonSize(text: Uint8Array, limits: JsonLimits): JsonSize {
  // Each comma divides two values, and each list or object can have a first one.
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length && values <= limits.values; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === quote) {
      at = endOfString(text, at + 1);
    } else if (byte === comma) {
      values += 1;
    } else if ((byte & ~braceBit) === openBracket) {
      values += 1;
      depth += 1;
      if (depth > limits.depth) return { values, excess: "depth" };
    } else if ((byte & ~braceBit) === closeBracket) {
      depth -= 1;
    }
  }
  return { values, excess: values > limits.values ? "values" : undefined };
}

/** The index of the quote that ends a string, or of the end of the text. */
function endOfString(text: Uint8Array, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at;
}
