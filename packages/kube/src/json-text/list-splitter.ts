// Splits JSON into the elements of one list and the rest, without parsing it. Parsed as a whole, a list of many objects would hold the event loop and take ten
// times its size in memory; its elements are parsed one after the other.
import { endOfString, endOfValue, skipBlanks } from "./json-fields.ts";

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
/** `[` and `{`, and their ends, differ in this bit only. */
const braceBit = 0x20;
const openBracket = 0x5b;
const closeBracket = 0x5d;
/** Blanks of JSON are no greater. */
const space = 0x20;

/** A JSON text with one list, in parts. If the envelope and each element are JSON, so is the text: all brackets inside of the list belong to an element. */
export interface ListParts {
  /** The text with an empty list. */
  readonly envelope: Uint8Array;
  /** The bytes of the whole text. */
  readonly bytes: number;
  /** How many elements there are. */
  readonly count: number;
  /** Each element, not parsed and perhaps not JSON. */
  items(): Iterable<Uint8Array>;
}

/** Finds the list at a path of field names in a JSON text, piece by piece, so that a long one does not hold the event loop. */
export class ListSplitter {
  readonly #body: Uint8Array;
  readonly #path: readonly string[];
  /** How many lists and objects are open inside of the list. */
  readonly #listDepth: number;
  readonly #most: number;
  /** Where each element begins and ends. */
  readonly #spans: number[] = [];
  #at = 0;
  /** About where the current piece ends. */
  #until = 0;
  /** How many lists and objects are open. */
  #depth = 0;
  /** How many fields of the path the current value is in. */
  #matched = 0;
  /** Whether it is directly in the list, and where the element begins. */
  #isInList = false;
  #from = 0;
  /** Where the lists at the path begin, and the last one ends. */
  readonly #starts: number[] = [];
  #end = 0;

  /** Elements are counted up to `most`. */
  constructor(text: Uint8Array, path: readonly string[], most: number = Number.POSITIVE_INFINITY) {
    this.#body = text;
    this.#path = path;
    this.#listDepth = path.length + 1;
    this.#most = most;
  }

  /** Whether the list has more elements than are counted. */
  get isTooLong(): boolean {
    return this.#spans.length / 2 > this.#most;
  }

  /** Reads about this many bytes more; returns whether there is nothing left to read: no more bytes, or too many elements. */
  read(bytes: number): boolean {
    this.#until = Math.min(this.#body.length, this.#at + bytes);
    for (; this.#at < this.#until; this.#at += 1) {
      const byte = this.#body[this.#at] ?? 0;
      if (byte === quote) this.#readString();
      else if (byte === comma) this.#divide();
      else if ((byte & ~braceBit) === openBracket) this.#open(byte === openBracket);
      else if ((byte & ~braceBit) === closeBracket) this.#close();
    }
    return this.#at >= this.#body.length;
  }

  /** The parts; undefined when the text has no list at the path, or more than one. */
  get parts(): ListParts | undefined {
    const [start] = this.#starts;
    if (start === undefined || this.#starts.length > 1 || this.#end === 0) return undefined;
    const envelope = Buffer.concat([this.#body.subarray(0, start + 1), this.#body.subarray(this.#end)]);
    const [from, to] = this.#spans;
    if (this.#spans.length === 2 && isBlank(this.#body.subarray(from, to))) this.#spans.length = 0;
    return { envelope, bytes: this.#body.length, count: this.#spans.length / 2, items: () => this.#items() };
  }

  *#items(): Generator<Uint8Array> {
    for (let at = 0; at < this.#spans.length; at += 2) yield this.#body.subarray(this.#spans[at], this.#spans[at + 1]);
  }

  #open(isList: boolean): void {
    this.#depth += 1;
    if (!isList || this.#matched < this.#path.length || this.#depth !== this.#listDepth) return;
    this.#isInList = true;
    this.#starts.push(this.#at);
    this.#from = this.#at + 1;
    this.#skipElement();
  }

  /** Goes to the last byte of the element that begins after this byte, if that is in this piece: this is quicker than reading it, and one element may be nearly all of the JSON. */
  #skipElement(): void {
    const piece = this.#body.subarray(0, this.#until);
    const end = endOfValue(piece, skipBlanks(piece, this.#from));
    if (end !== undefined) this.#at = end - 1;
  }

  #divide(): void {
    if (this.#depth === this.#listDepth && this.#isInList) {
      this.#add();
      this.#skipElement();
    } else this.#matched = Math.min(this.#matched, this.#depth - 1);
  }

  #close(): void {
    if (this.#depth === this.#listDepth && this.#isInList) {
      this.#add();
      this.#end = this.#at;
      this.#isInList = false;
    }
    this.#depth -= 1;
    this.#matched = Math.min(this.#matched, this.#depth);
  }

  #add(): void {
    this.#spans.push(this.#from, this.#at);
    this.#from = this.#at + 1;
    // What follows is not read.
    if (this.isTooLong) this.#from = this.#at = this.#body.length;
  }

  /** A name of the path, at its depth, leads into it. */
  #readString(): void {
    const from = this.#at + 1;
    this.#at = endOfString(this.#body, this.#at) - 1;
    if (this.#depth !== this.#matched + 1 || this.#matched === this.#path.length) return;
    const name = this.#path[this.#matched] ?? "";
    if (this.#at - from === name.length && this.#isNameAt(name, from)) this.#matched += 1;
  }

  #isNameAt(name: string, from: number): boolean {
    for (let index = 0; index < name.length; index += 1)
      if (this.#body[from + index] !== name.charCodeAt(index)) return false;
    return this.#body[skipBlanks(this.#body, this.#at + 1)] === colon;
  }
}

/** An empty list may have some blanks; with many, it counts as an object that is no JSON. */
function isBlank(part: Uint8Array): boolean {
  return part.length <= 1024 && part.every((byte) => byte <= space);
}
