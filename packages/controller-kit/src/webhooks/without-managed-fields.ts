// An object of a review without `metadata.managedFields`, taken out of its JSON before that is parsed. Clients decide how much there is and how deep it is nested, and the
// API server keeps what it has, whatever a conversion answers: an object must not fail the lists of all others by it.

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
/** Blanks of JSON are no greater. */
const space = 0x20;
/** `[` and `{`, and their ends, differ in this bit only. */
const braceBit = 0x20;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const [outer, inner] = [Buffer.from('"metadata"'), Buffer.from('"managedFields"')];

/** The JSON of an object without its managed fields; the same bytes when it has none, or is no JSON. */
export function withoutManagedFields(object: Uint8Array): Uint8Array {
  const metadata = fieldIn(object, skipBlanks(object, 0), outer);
  const field = metadata && fieldIn(object, metadata.value, inner);
  if (field === undefined) return object;
  const next = skipBlanks(object, field.end);
  // The comma before it stays when the one after it goes.
  const [from, to] = object[next] === comma ? [field.name, next + 1] : [commaBefore(object, field.name), field.end];
  return Buffer.concat([object.subarray(0, from), object.subarray(to)]);
}

/** Where a field is: its name and its value, and the end of the value. */
interface FieldSpan {
  readonly name: number;
  readonly value: number;
  readonly end: number;
}

/** The first field with this name in the object that begins at an index. */
function fieldIn(text: Uint8Array, from: number, name: Uint8Array): FieldSpan | undefined {
  if (text[from] !== 0x7b) return undefined;
  for (let at = skipBlanks(text, from + 1); text[at] === quote; at = skipBlanks(text, at + 1)) {
    const nameEnd = endOfString(text, at);
    const afterName = skipBlanks(text, nameEnd);
    if (text[afterName] !== colon) return undefined;
    const value = skipBlanks(text, afterName + 1);
    const end = endOfValue(text, value);
    if (end === undefined) return undefined;
    if (Buffer.compare(text.subarray(at, nameEnd), name) === 0) return { name: at, value, end };
    at = skipBlanks(text, end);
    if (text[at] !== comma) return undefined;
  }
  return undefined;
}

/** The index after a value; undefined when the text ends before. */
function endOfValue(text: Uint8Array, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === quote) at = endOfString(text, at) - 1;
    else if ((byte & ~braceBit) === openBracket) depth += 1;
    else if ((byte & ~braceBit) === closeBracket && depth > 0) depth -= 1;
    else if (depth === 0 && (byte === comma || (byte & ~braceBit) === closeBracket)) return at;
    if (depth === 0 && (byte === quote || (byte & ~braceBit) === closeBracket)) return at + 1;
  }
  return undefined;
}

/** The index after the quote that ends a string. */
function endOfString(text: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at + 1;
}

function skipBlanks(text: Uint8Array, from: number): number {
  let at = from;
  while (at < text.length && (text[at] ?? 0) <= space) at += 1;
  return at;
}

/** The index of the comma before a field, or of the field when it is the first. */
function commaBefore(text: Uint8Array, from: number): number {
  let at = from - 1;
  while (at > 0 && (text[at] ?? 0) <= space) at -= 1;
  return text[at] === comma ? at : from;
}
