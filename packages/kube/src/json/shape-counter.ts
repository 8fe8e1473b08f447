// Counts what the engine must remember of the field names of objects. It has a record for each beginning of the names of an object, in their order;
// records are shared by objects that begin alike. Objects with many fields have none, and only their names are new to it.

/** Objects with more fields have no records. */
const mostRecorded = 128;
/** So many of their names cost less than one record: an object of Kubernetes can have 160,000 labels. */
const namesOfRecord = 4;

/** Names are compared by two hashes of 32 bits that begin with numbers which nobody outside knows: what collides cannot be computed. */
const seeds: Uint32Array = crypto.getRandomValues(new Uint32Array(4));
const primes = [0x01000193, 0x85ebca6b] as const;

/** Two hashes. */
interface Hash {
  a: number;
  b: number;
}

/** The shapes of the objects of one JSON document. Objects are opened and closed in the order of the document. */
export class ShapeCounter {
  readonly #most: number;
  readonly #known = new Set<number>();
  /** Names of objects without records. */
  readonly #single = new Set<number>();
  /** The names of all open objects, two hashes for each. */
  readonly #names: number[] = [];
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
    this.#starts.push(this.#names.length);
  }

  /** Adds a name to the innermost object: the bytes of the text between two indexes. Escapes are not decoded: one name may count more than once. */
  add(text: Uint8Array, from: number, end: number): void {
    let a = seeds[0] ?? 0;
    let b = seeds[1] ?? 0;
    for (let at = from; at < end; at += 1) {
      const byte = text[at] ?? 0;
      a = Math.imul(a ^ byte, primes[0]);
      b = Math.imul(b ^ byte, primes[1]);
      b ^= b >>> 15;
    }
    this.#names.push(a, b);
  }

  /** Ends the innermost object. Returns whether there are too many shapes. */
  close(): boolean {
    const start = this.#starts.pop() ?? 0;
    const fields = (this.#names.length - start) / 2;
    if (fields > mostRecorded) this.#addNames(start);
    else this.#addBeginnings(start, fields);
    this.#names.length = start;
    return this.#isExceeded();
  }

  #isExceeded(): boolean {
    return this.count > this.#most;
  }

  #addNames(start: number): void {
    for (let at = start; at < this.#names.length && !this.#isExceeded(); at += 2)
      this.#single.add(keyOf({ a: this.#names[at] ?? 0, b: this.#names[at + 1] ?? 0 }));
  }

  /** Objects with another number of fields share no records: an object whose last record is known has no new ones. */
  #addBeginnings(start: number, fields: number): void {
    const last = this.#records(start, fields);
    if (!this.#known.has(last)) this.#records(start, fields, (record) => this.#known.add(record));
  }

  /** The last record of an object; `each` is called with all of them. */
  #records(start: number, fields: number, each?: (record: number) => void): number {
    const hash = { a: (seeds[2] ?? 0) ^ fields, b: (seeds[3] ?? 0) ^ fields };
    for (let at = start; at < this.#names.length && !this.#isExceeded(); at += 2) {
      mix(hash, this.#names[at] ?? 0, this.#names[at + 1] ?? 0);
      each?.(keyOf(hash));
    }
    return keyOf(hash);
  }
}

function mix(hash: Hash, a: number, b: number): void {
  hash.a = Math.imul(hash.a ^ a, primes[0]);
  hash.a = Math.imul(hash.a ^ (hash.a >>> 15), primes[1]);
  hash.b = Math.imul(hash.b ^ b, primes[1]);
  hash.b = Math.imul(hash.b ^ (hash.b >>> 13), primes[0]);
}

/** Both hashes in one number that is exact. */
function keyOf({ a, b }: Hash): number {
  return (a >>> 0) * 0x200000 + (b >>> 11);
}
