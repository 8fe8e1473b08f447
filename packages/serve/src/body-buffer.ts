// The bytes of a body as they arrive. Pieces are copied into one buffer that grows: a piece of one byte, kept as it is, takes a hundred times
// its size.
import type { CapstanError } from "@capstan/kube";
import { serveError } from "./errors.ts";

/** Pieces that every body may have. */
const freePieces = 4096;
/** Beyond these, the bytes that a piece has on average; networks deliver more than a thousand at once. */
const leastBytes = 64;
const firstCapacity = 64 * 1024;

/** Collects the pieces of one body. */
export class BodyBuffer {
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;
  #pieces = 0;

  get size(): number {
    return this.#size;
  }

  /** Copies a piece; returns why the body is not accepted, if it has too many. */
  add(piece: Buffer): CapstanError | undefined {
    this.#pieces += 1;
    const size = this.#size + piece.length;
    if (this.#pieces > freePieces + size / leastBytes) return serveError("serve/body-in-pieces");
    // Most bodies come in one piece, which nothing else holds.
    if (this.#pieces === 1) this.#buffer = piece;
    else this.#copy(piece, size);
    this.#size = size;
    return undefined;
  }

  clear(): void {
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }

  #copy(piece: Buffer, size: number): void {
    if (size > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(firstCapacity, 2 * this.#buffer.length, size));
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    piece.copy(this.#buffer, this.#size);
  }
}
