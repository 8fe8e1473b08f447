// Collects the chunks of an answer's body or a line up to a limit. Chunks are copied into one growing buffer: kept apart, a body of 8 MiB in chunks of
// one byte would take hundreds of times its size.
import type { IncomingMessage } from "node:http";
import { limitWire, wireLimit } from "./wire-limit.ts";

/** The line of a watch that two chunks share has some KB; a buffer of 64 KB for each would be the most of what a long list allocates. */
const firstCapacity = 4 * 1024;
const none = Buffer.alloc(0);
/** Each chunk costs some microseconds, however short it is. A real answer has thousands of bytes in each. */
const leastChunkBytes = 64;
/** So many may be shorter. */
const freeChunks = 1024;

/** Bytes that arrive in chunks. */
export class ByteCollector {
  readonly #limit: number;
  #bytes: Buffer = none;
  #length = 0;
  #chunks = 0;
  /** What counts against the limit. */
  #counted = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a chunk; false, without adding it, when there would be more than the limit. */
  add(chunk: Buffer): boolean {
    const length = this.#length + chunk.length;
    this.#chunks += 1;
    this.#counted += this.#chunks > freeChunks ? Math.max(chunk.length, leastChunkBytes) : chunk.length;
    if (this.#counted > this.#limit) return false;
    // The first chunk is most often the whole, and is not copied.
    if (this.#length === 0) this.#bytes = chunk;
    else this.#append(chunk, length);
    this.#length = length;
    return true;
  }

  /** What was collected; the collector is empty afterwards. */
  take(): Buffer {
    const taken = this.#bytes.length === this.#length ? this.#bytes : this.#bytes.subarray(0, this.#length);
    this.#bytes = none;
    this.#length = 0;
    this.#chunks = 0;
    this.#counted = 0;
    return taken;
  }

  #append(chunk: Buffer, length: number): void {
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(firstCapacity, 2 * length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
  }
}

/**
 * Reads the body of an answer. As soon as it has more bytes than the limit, or soon after more than a quarter above it has come on the wire, it ends the connection and rejects with the error that
 * `excess` creates; after 1,024 chunks, each counts as 64 bytes at least.
 */
export function collectAnswer(response: IncomingMessage, limit: number, excess: () => Error): Promise<Buffer> {
  // `for await` would take a third longer for small bodies.
  return new Promise((resolve, reject) => {
    const body = new ByteCollector(limit);
    limitWire(response, () => wireLimit(limit), excess);
    response.on("data", (chunk: Buffer) => {
      if (!body.add(chunk)) response.destroy(excess());
    });
    response.once("end", () => resolve(body.take()));
    response.on("error", reject);
    response.once("close", () => reject(Object.assign(new Error("aborted"), { code: "ECONNRESET" })));
  });
}
