// What a server sends beside the content of an answer: lengths of chunks and, encrypted, what TLS adds. HTTP takes it away, and of the length of a chunk with
// zeros without an end nobody who reads the answer would see anything.
import type { IncomingMessage } from "node:http";

const intervalMs = 100;

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
  const timer = setInterval(() => {
    if (socket.bytesRead - before > limit()) response.destroy(excess());
  }, intervalMs);
  timer.unref();
  response.once("close", () => clearInterval(timer));
}
