// What a server sends beside the content of an answer: lengths of chunks and, encrypted, what TLS adds. HTTP takes it away, and of the length of a chunk with
// zeros without an end nobody who reads the answer would see anything.
import type { IncomingMessage } from "node:http";

/** What an answer may have on the wire in all, when its content has so many bytes at most. */
export function wireLimit(contentBytes: number): number {
  return 1.25 * contentBytes + 256 * 1024;
}

/**
 * Ends the connection of an answer with the error that `excess` creates, soon after more has come than `limit` tells at that moment.
 *
 * @example
 * limitWire(response, () => wireLimit(1024 * 1024), () => new Error("more than 1 MiB"));
 */
export function limitWire(response: IncomingMessage, limit: () => number, excess: () => Error): void {
  const { socket } = response;
  const before = socket.bytesRead;
  let seen = before;
  watch.add(response, () => {
    const { bytesRead } = socket;
    if (bytesRead - before > limit()) response.destroy(excess());
    const hasCome = bytesRead > seen;
    seen = bytesRead;
    return hasCome;
  });
}

/** How often answers are looked at: the longest while nothing comes. */
const pauses = { shortestMs: 100, longestMs: 800 };

/** One timer for all answers: a process has many watches, and an idle one should sleep. */
class WireWatch {
  /** Looks at one answer; whether anything has come since the last look. */
  readonly #looks = new Set<() => boolean>();
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = pauses.shortestMs;

  add(response: IncomingMessage, look: () => boolean): void {
    this.#looks.add(look);
    // A look that is due soon stays due, however many answers begin meanwhile.
    if (this.#timer === undefined || this.#pauseMs > pauses.shortestMs) this.#wait(pauses.shortestMs);
    response.once("close", () => {
      this.#looks.delete(look);
      if (this.#looks.size === 0) this.#stop();
    });
  }

  #look(): void {
    let isBusy = false;
    for (const look of this.#looks) isBusy = look() || isBusy;
    this.#wait(isBusy ? pauses.shortestMs : Math.min(pauses.longestMs, 2 * this.#pauseMs));
  }

  #wait(ms: number): void {
    this.#stop();
    this.#pauseMs = ms;
    if (this.#looks.size > 0) this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const watch = new WireWatch();
