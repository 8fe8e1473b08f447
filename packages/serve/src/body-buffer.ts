// The bytes of a body as they arrive, in one buffer that grows. Pieces are copied: a piece kept by itself takes some hundred bytes of memory,
// even if it has one byte.

const noBytes = new Uint8Array(0);

/** A body that is being received. */
export class BodyBuffer {
  readonly #largest: number;
  #bytes: Uint8Array<ArrayBuffer> = noBytes;
  #size = 0;

  /** `largest` is the size that the body cannot exceed. */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /** How many bytes of memory it takes more when this many are added. */
  growth(length: number): number {
    return this.#capacity(length) - this.#bytes.length;
  }

  add(piece: Uint8Array): void {
    const capacity = this.#capacity(piece.length);
    // The memory of the smaller buffer is free at once, and not when it is collected.
    if (capacity > this.#bytes.length)
      this.#bytes = this.#size === 0 ? new Uint8Array(capacity) : new Uint8Array(this.#bytes.buffer.transfer(capacity));
    this.#bytes.set(piece, this.#size);
    this.#size += piece.length;
  }

  /** What has arrived, without a copy. The buffer keeps nothing, since a request is in memory until its answer was read. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#size);
    this.#bytes = noBytes;
    this.#size = 0;
    return bytes;
  }

  /** Gives its memory back. */
  clear(): void {
    if (this.#size > 0) this.#bytes.buffer.transfer(0);
    this.#bytes = noBytes;
    this.#size = 0;
  }

  #capacity(length: number): number {
    const needed = this.#size + length;
    const { length: capacity } = this.#bytes;
    return needed <= capacity ? capacity : Math.min(Math.max(needed, 2 * capacity), Math.max(needed, this.#largest));
  }
}
