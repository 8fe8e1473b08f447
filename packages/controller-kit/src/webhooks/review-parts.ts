// Splits a ConversionReview into its objects without parsing it. A list of many objects is one review, and parsed as a whole it would hold the event loop and
// take ten times its size in memory; the objects are parsed, converted and written one after the other.
import { errorOf } from "@capstan/kube";
import { inTurn } from "@capstan/kube/turns";
import { kitErrors } from "../kit-errors.ts";

/** A review in parts. */
export interface ReviewParts {
  /** The review with an empty list of objects. */
  readonly envelope: Uint8Array;
  /** The bytes of the whole review. */
  readonly bytes: number;
  /** How many objects there are. */
  readonly count: number;
  /** Each object, not parsed and perhaps not JSON. */
  objects(): Iterable<Uint8Array>;
}

/** Where the objects are: the value of the field `objects` of the field `request` of the review. */
const path = ["request", "objects"] as const;

/** How many lists and objects are open inside of the list of objects. */
const listDepth = path.length + 1;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
/** `[` and `{`, and their ends, differ in this bit only. */
const braceBit = 0x20;
const openBracket = 0x5b;
const closeBracket = 0x5d;
/** Blanks of JSON are no greater. */
const space = 0x20;

/** A smaller review is read at once: it takes part of a millisecond, and should not wait for the long work of others. */
export const smallBytes: number = 64 * 1024;

/** How many bytes of others are read in one piece of work; it takes some milliseconds. */
const pieceBytes = 512 * 1024;

/**
 * The parts of a review; undefined when it has no list of objects, or more than one. Throws `conversion/too-many-objects` beyond `most`. If the envelope and each object are JSON, so is the review: all
 * brackets inside of the list belong to an object.
 */
export async function splitReview(body: Uint8Array, most: number): Promise<ReviewParts | undefined> {
  const splitter = new Splitter(body, most);
  let isRead = body.length <= smallBytes && splitter.read(body.length);
  while (!isRead) isRead = await inTurn(() => splitter.read(pieceBytes));
  return splitter.parts;
}

class Splitter {
  readonly #body: Uint8Array;
  readonly #most: number;
  /** Where each object begins and ends. */
  readonly #spans: number[] = [];
  #at = 0;
  /** How many lists and objects are open. */
  #depth = 0;
  /** How many fields of the path the current value is in. */
  #matched = 0;
  /** Whether it is directly in the list of objects, and where the object begins. */
  #isInList = false;
  #from = 0;
  /** Where the lists of objects begin, and the last one ends. */
  readonly #starts: number[] = [];
  #end = 0;

  constructor(body: Uint8Array, most: number) {
    this.#body = body;
    this.#most = most;
  }

  /** Reads about this many bytes more; returns whether there are no more. */
  read(bytes: number): boolean {
    const until = Math.min(this.#body.length, this.#at + bytes);
    for (; this.#at < until; this.#at += 1) {
      const byte = this.#body[this.#at] ?? 0;
      if (byte === quote) this.#readString();
      else if (byte === comma) this.#divide();
      else if ((byte & ~braceBit) === openBracket) this.#open(byte === openBracket);
      else if ((byte & ~braceBit) === closeBracket) this.#close();
    }
    return this.#at >= this.#body.length;
  }

  get parts(): ReviewParts | undefined {
    const [start] = this.#starts;
    if (start === undefined || this.#starts.length > 1 || this.#end === 0) return undefined;
    const envelope = Buffer.concat([this.#body.subarray(0, start + 1), this.#body.subarray(this.#end)]);
    const [from, to] = this.#spans;
    if (this.#spans.length === 2 && isBlank(this.#body.subarray(from, to))) this.#spans.length = 0;
    return { envelope, bytes: this.#body.length, count: this.#spans.length / 2, objects: () => this.#parts() };
  }

  *#parts(): Generator<Uint8Array> {
    for (let at = 0; at < this.#spans.length; at += 2) yield this.#body.subarray(this.#spans[at], this.#spans[at + 1]);
  }

  #open(isList: boolean): void {
    this.#depth += 1;
    if (!isList || this.#matched < path.length || this.#depth !== listDepth) return;
    this.#isInList = true;
    this.#starts.push(this.#at);
    this.#from = this.#at + 1;
  }

  #divide(): void {
    if (this.#depth === listDepth && this.#isInList) this.#add();
    else this.#matched = Math.min(this.#matched, this.#depth - 1);
  }

  #close(): void {
    if (this.#depth === listDepth && this.#isInList) {
      this.#add();
      this.#end = this.#at;
      this.#isInList = false;
    }
    this.#depth -= 1;
    this.#matched = Math.min(this.#matched, this.#depth);
  }

  #add(): void {
    this.#spans.push(this.#from, this.#at);
    if (this.#spans.length / 2 > this.#most)
      throw errorOf(kitErrors, "conversion/too-many-objects", { values: { limit: this.#most } });
    this.#from = this.#at + 1;
  }

  /** A name of the path, at its depth, leads into it. */
  #readString(): void {
    const from = this.#at + 1;
    this.#at = endOfString(this.#body, from);
    if (this.#depth !== this.#matched + 1 || this.#matched === path.length) return;
    const name = path[this.#matched] ?? "";
    if (this.#at - from === name.length && this.#isNameAt(name, from)) this.#matched += 1;
  }

  #isNameAt(name: string, from: number): boolean {
    for (let index = 0; index < name.length; index += 1)
      if (this.#body[from + index] !== name.charCodeAt(index)) return false;
    let at = this.#at + 1;
    while ((this.#body[at] ?? colon) <= space) at += 1;
    return this.#body[at] === colon;
  }
}

function endOfString(body: Uint8Array, from: number): number {
  let at = from;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}

/** An empty list may have some blanks; with many, it counts as an object that is no JSON. */
function isBlank(part: Uint8Array): boolean {
  return part.length <= 1024 && part.every((byte) => byte <= space);
}
