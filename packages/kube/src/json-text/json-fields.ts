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

/** Goes from field to field of an object, up to what is no JSON. It makes nothing for each field: JSON can have one in four bytes. */
class FieldCursor implements FieldStart {
  readonly #text: Uint8Array;
  /** Where the next name has to begin. */
  #at: number;
  name = 0;
  nameEnd = 0;
  value = 0;

  /** Before the first field of the object that begins at an index. */
  constructor(text: Uint8Array, from: number) {
    this.#text = text;
    this.#at = text[from] === openBrace ? skipBlanks(text, from + 1) : text.length;
  }

  /** Goes to the next field; false when there is none. Its value is not read. */
  next(): boolean {
    const text = this.#text;
    if (text[this.#at] !== quote) return false;
    this.name = this.#at;
    this.nameEnd = endOfString(text, this.name);
    const afterName = skipBlanks(text, this.nameEnd);
    if (text[afterName] !== colon) return false;
    this.value = skipBlanks(text, afterName + 1);
    return true;
  }

  /** Reads the value of the field, and returns its end; undefined when the text ends before. */
  readValue(): number | undefined {
    const end = endOfValue(this.#text, this.value);
    const next = end === undefined ? this.#text.length : skipBlanks(this.#text, end);
    this.#at = this.#text[next] === comma ? skipBlanks(this.#text, next + 1) : this.#text.length;
    return end;
  }

  /** Whether the name is written so. */
  isNamed(written: Uint8Array): boolean {
    if (this.nameEnd - this.name !== written.length) return false;
    for (let at = 0; at < written.length; at += 1) if (this.#text[this.name + at] !== written[at]) return false;
    return true;
  }

  get start(): FieldStart {
    return { name: this.name, nameEnd: this.nameEnd, value: this.value };
  }
}

/** Where the first field with this name begins, in the object that begins at an index. Its value is not read. */
export function fieldStart(text: Uint8Array, from: number, name: string): FieldStart | undefined {
  const wanted = Buffer.from(JSON.stringify(name));
  const cursor = new FieldCursor(text, from);
  while (cursor.next()) {
    if (cursor.isNamed(wanted)) return cursor.start;
    if (cursor.readValue() === undefined) return undefined;
  }
  return undefined;
}

/** The first field with this name in the object that begins at an index. */
export function fieldIn(text: Uint8Array, from: number, name: string): FieldSpan | undefined {
  return namedFields(text, from, [name])[0];
}

/** The first field with each of these names, in their order, in the object that begins at an index. The object is read once, up to the last of them. */
export function namedFields(
  text: Uint8Array,
  from: number,
  names: readonly string[],
): readonly (FieldSpan | undefined)[] {
  const wanted = names.map((name) => Buffer.from(JSON.stringify(name)));
  const found: (FieldSpan | undefined)[] = names.map(() => undefined);
  const cursor = new FieldCursor(text, from);
  for (let left = names.length; left > 0 && cursor.next();) {
    const index = wanted.findIndex((written, at) => found[at] === undefined && cursor.isNamed(written));
    const end = cursor.readValue();
    if (end === undefined) break;
    if (index === -1) continue;
    found[index] = { ...cursor.start, end };
    left -= 1;
  }
  return found;
}

/** The fields of the object that begins at an index, with their names as they are written; as many as there are before what is no JSON. */
export function* fieldsIn(text: Uint8Array, from: number): Generator<FieldSpan> {
  const cursor = new FieldCursor(text, from);
  while (cursor.next()) {
    const end = cursor.readValue();
    if (end !== undefined) yield { ...cursor.start, end };
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
