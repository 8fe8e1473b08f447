// Finds fields in JSON without parsing it: what of it is parsed, when, and under which limits, is decided field by field.

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
/** `[` and `{`, and their ends, differ in this bit only. */
const braceBit = 0x20;
const openBracket = 0x5b;
const closeBracket = 0x5d;
/** Blanks of JSON are no greater. */
const space = 0x20;

/** A field: where its name and its value begin. */
export interface FieldStart {
  readonly name: number;
  /** The index after the quote that ends the name. */
  readonly nameEnd: number;
  readonly value: number;
}

/** Where a field is: its name and its value, and the end of the value. */
export interface FieldSpan extends FieldStart {
  readonly end: number;
}

/** Where the fields of the object that begins at an index begin; it ends before what is no JSON. The value of a field is read when the next one is wanted. */
function* fieldStarts(text: Uint8Array, from: number): Generator<FieldStart> {
  if (text[from] !== openBrace) return;
  for (let at = skipBlanks(text, from + 1); text[at] === quote; at = skipBlanks(text, at + 1)) {
    const nameEnd = endOfString(text, at);
    const afterName = skipBlanks(text, nameEnd);
    if (text[afterName] !== colon) return;
    const value = skipBlanks(text, afterName + 1);
    yield { name: at, nameEnd, value };
    const end = endOfValue(text, value);
    if (end === undefined) return;
    at = skipBlanks(text, end);
    if (text[at] !== comma) return;
  }
}

/** Where the first field with this name begins, in the object that begins at an index. Its value is not read. */
export function fieldStart(text: Uint8Array, from: number, name: string): FieldStart | undefined {
  const wanted = Buffer.from(JSON.stringify(name));
  for (const start of fieldStarts(text, from))
    if (Buffer.compare(text.subarray(start.name, start.nameEnd), wanted) === 0) return start;
  return undefined;
}

/** The first field with this name in the object that begins at an index. */
export function fieldIn(text: Uint8Array, from: number, name: string): FieldSpan | undefined {
  const start = fieldStart(text, from, name);
  const end = start && endOfValue(text, start.value);
  return start === undefined || end === undefined ? undefined : { ...start, end };
}

/** The fields of the object that begins at an index, with their names as they are written; as many as there are before what is no JSON. */
export function* fieldsIn(text: Uint8Array, from: number): Generator<FieldSpan> {
  for (const start of fieldStarts(text, from)) {
    const end = endOfValue(text, start.value);
    if (end !== undefined) yield { ...start, end };
  }
}

/** The index after a value; undefined when the text ends before. */
export function endOfValue(text: Uint8Array, from: number): number | undefined {
  const first = text[from] ?? 0;
  if ((first & ~braceBit) === openBracket) return endOfBrackets(text, from);
  let at = from;
  if (first === quote) at = endOfString(text, from);
  else while (at < text.length && text[at] !== comma && ((text[at] ?? 0) & ~braceBit) !== closeBracket) at += 1;
  return at < text.length || (first === quote && at === text.length) ? at : undefined;
}

function endOfBrackets(text: Uint8Array, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === quote) at = endOfString(text, at) - 1;
    else if ((byte & ~braceBit) === openBracket) depth += 1;
    else if ((byte & ~braceBit) === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** The index after the quote that ends a string. */
export function endOfString(text: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at + 1;
}

/** The index of the next byte that is no blank. */
export function skipBlanks(text: Uint8Array, from: number): number {
  let at = from;
  while (at < text.length && (text[at] ?? 0) <= space) at += 1;
  return at;
}
