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

/** How often an answer is looked at: the longest while nothing comes of it. Looks are at multiples of the shortest time, those at many answers together. */
const pauses = { shortestMs: 100, longestMs: 800 };

interface Watched {
  /** Looks at one answer; whether anything has come since the last look. */
  readonly look: () => boolean;
  pauseMs: number;
  dueAt: number;
}

/** One timer for all answers: a process has many watches, and an idle one should sleep. */
class WireWatch {
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  add(response: IncomingMessage, look: () => boolean): void {
    const watched = { look, pauseMs: pauses.shortestMs, dueAt: dueAfter(performance.now(), pauses.shortestMs) };
    this.#watched.add(watched);
    this.#wait(watched.dueAt);
    response.once("close", () => {
      this.#watched.delete(watched);
      if (this.#watched.size === 0) this.#stop();
    });
  }

  #look(): void {
    this.#stop();
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const watched of this.#watched) {
      if (watched.dueAt <= now) {
        watched.pauseMs = watched.look() ? pauses.shortestMs : Math.min(pauses.longestMs, 2 * watched.pauseMs);
        watched.dueAt = dueAfter(now, watched.pauseMs);
      }
      next = Math.min(next, watched.dueAt);
    }
    if (this.#watched.size > 0) this.#wait(next);
  }

  /** A look that is due sooner stays due. */
  #wait(at: number): void {
    if (at >= this.#timerAt) return;
    this.#stop();
    this.#timerAt = at;
    // Timers may fire a part of a millisecond early, and looks at many answers take longer than a timer.
    const ms = Math.max(0, Math.ceil(at - performance.now())) + 1;
    this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }
}

function dueAfter(now: number, pauseMs: number): number {
  return Math.floor((now + pauseMs) / pauses.shortestMs) * pauses.shortestMs;
}

const watch = new WireWatch();
