// Counts what the engine must remember of the field names of objects. It has a record for each beginning of the names of an object, in their order;
// records are shared by objects that begin alike. Objects with many fields have none, and only their names are new to it.

/** Objects with more fields have no records. */
const mostRecorded = 128;
/** So many of their names cost less than one record: an object of Kubernetes can have 160,000 labels. */
const namesOfRecord = 4;

/** A power of two. */
const mostRecent = 256;

/** Names are compared by two hashes of 32 bits that begin with numbers which nobody outside knows: what collides cannot be computed. */
const seeds: Int32Array = crypto.getRandomValues(new Int32Array(4));
const primes = [0x01000193, 0x85ebca6b] as const;
/** Of names, which are read two bytes at a time: a difference of two such pairs stays in the lower half of the product with this prime, or with the other one, but never with both. */
const pairPrime = 0x9e3779b1;

/** The shapes of the objects of one JSON document. Objects are opened and closed in the order of the document. */
export class ShapeCounter {
  readonly #most: number;
  readonly #known = new Set<number>();
  /** Last records of objects that are known, each at its place: most objects are like one before, and a set takes longer to find one. */
  readonly #recent = new Float64Array(mostRecent);
  /** Names of objects without records. */
  readonly #single = new Set<number>();
  /** The names of all open objects, two hashes for each. */
  #names = new Int32Array(mostRecorded);
  #end = 0;
  readonly #starts: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** How many shapes there are so far. */
  get count(): number {
    return this.#known.size + this.#single.size / namesOfRecord;
  }

  /** Begins an object. */
  open(): void {
    this.#starts.push(this.#end);
  }

  /** Adds a name to the innermost object: the bytes of the text between two indexes. Escapes are not decoded: one name may count more than once. */
  add(text: DataView, from: number, end: number): void {
    let a = seeds[0] ?? 0;
    let b = seeds[1] ?? 0;
    let at = from;
    for (; at < end - 1; at += 2) {
      const pair = text.getUint16(at);
      a = Math.imul(a ^ pair, pairPrime);
      b = Math.imul(b ^ pair, primes[1]);
      b ^= b >>> 15;
    }
    if (at < end) {
      const byte = text.getUint8(at);
      a = Math.imul(a ^ byte, pairPrime);
      b = Math.imul(b ^ byte, primes[1]);
    }
    if (this.#end === this.#names.length) this.#grow();
    this.#names[this.#end] = a;
    this.#names[this.#end + 1] = b;
    this.#end += 2;
  }

  /** Ends the innermost object. Returns whether there are too many shapes. */
  close(): boolean {
    const start = this.#starts.pop() ?? 0;
    const fields = (this.#end - start) / 2;
    if (fields > mostRecorded) this.#addNames(start);
    else this.#addBeginnings(start, fields);
    this.#end = start;
    return this.#isExceeded();
  }

  #grow(): void {
    const names = this.#names;
    this.#names = new Int32Array(2 * names.length);
    this.#names.set(names);
  }

  #isExceeded(): boolean {
    return this.count > this.#most;
  }

  #addNames(start: number): void {
    for (let at = start; at < this.#end && !this.#isExceeded(); at += 2)
      this.#single.add(keyOf(this.#names[at] ?? 0, this.#names[at + 1] ?? 0));
  }

  /** Objects with another number of fields share no records: an object whose last record is known has no new ones. */
  #addBeginnings(start: number, fields: number): void {
    const last = this.#record(start, fields, false);
    const place = last & (mostRecent - 1);
    if (this.#recent[place] === last) return;
    this.#recent[place] = last;
    if (!this.#known.has(last)) this.#record(start, fields, true);
  }

  /** The last record of an object; all of them become known when it `isNew`. */
  #record(start: number, fields: number, isNew: boolean): number {
    const names = this.#names;
    let a = (seeds[2] ?? 0) ^ fields;
    let b = (seeds[3] ?? 0) ^ fields;
    for (let at = start; at < this.#end; at += 2) {
      a = Math.imul(a ^ (names[at] ?? 0), primes[0]);
      a = Math.imul(a ^ (a >>> 15), primes[1]);
      b = Math.imul(b ^ (names[at + 1] ?? 0), primes[1]);
      b = Math.imul(b ^ (b >>> 13), primes[0]);
      if (isNew) this.#known.add(keyOf(a, b));
    }
    return keyOf(a, b);
  }
}

/** Both hashes in one number that is exact. */
function keyOf(a: number, b: number): number {
  return (a >>> 0) * 0x200000 + (b >>> 11);
}
