// Reads the body of a request within the limits of its server.
import type { IncomingMessage } from "node:http";
import { BodyBuffer } from "./body-buffer.ts";
import { serveError } from "./errors.ts";
import type { OpenRequest } from "./in-flight.ts";
import type { ServerLimits } from "./limits.ts";

/** How many pieces a body may arrive in, whatever its size. */
const anyPieces = 1024;

/** Each further piece counts as this many bytes: one costs about as much time as they do. */
const pieceBytes = 64;

/** Collects a body. A declared length over a limit is rejected before a byte is read. */
export function collectBody(
  request: IncomingMessage,
  { limits, open }: { readonly limits: ServerLimits; readonly open: OpenRequest },
): Promise<Uint8Array> {
  // The server discards what comes with a GET.
  if (request.method === "GET" || request.method === "HEAD") return Promise.resolve(new Uint8Array());
  if (request.destroyed) return Promise.reject(serveError("serve/body-cut"));
  const tooLarge = (bytes: number): Error | undefined =>
    bytes > limits.bodyBytes ? serveError("serve/body-too-large", { limit: limits.bodyBytes }) : undefined;
  const declared = Number(request.headers["content-length"] ?? 0);
  const rejected = tooLarge(declared) ?? open.fits(declared, limits.bodyBytes);
  if (rejected !== undefined) return Promise.reject(rejected);
  return new Promise((resolve, reject) => {
    const body = new BodyBuffer(declared === 0 ? limits.bodyBytes : declared);
    let size = 0;
    let pieces = 0;
    const stop = (error: Error): void => {
      request.off("data", add);
      request.pause();
      body.clear();
      arriving.drop();
      reject(error);
    };
    const arriving = open.body(stop);
    const add = (piece: Buffer): void => {
      size += piece.length;
      pieces += 1;
      const counted = Math.max(size, (pieces - anyPieces) * pieceBytes);
      const excess = tooLarge(counted) ?? arriving.take(body.growth(piece.length), limits.bodyBytes);
      if (excess === undefined) body.add(piece);
      else stop(excess);
    };
    request.on("data", add);
    request.once("end", () => {
      arriving.complete();
      resolve(body.take());
    });
    request.once("error", (error) => reject(serveError("serve/body-cut", {}, error)));
    request.once("close", () => {
      // Also emitted after a complete body.
      if (!request.complete) reject(serveError("serve/body-cut"));
    });
  });
}
