// A request as Node gives it, without what no route is offered, and what becomes of its memory. A request stays in memory until its answer was read and
// its route has ended, and a thousand headers or trailers take 75 KB.
import { IncomingMessage } from "node:http";

/** A request that keeps no trailers: they come after the body, when the headers have been counted. */
export class IncomingRequest extends IncomingMessage {}

// Node has accessors for `trailers` itself, and sets `rawTrailers` when the body is complete.
Object.defineProperties(IncomingRequest.prototype, {
  rawTrailers: { get: () => [], set: ignore },
  trailers: { get: () => ({}), set: ignore },
});

function ignore(): void {
  // Nothing is kept.
}

const bytesOfRequest = 4096;
const bytesOfHeader = 64;
/** The most for each byte of a request line and headers: when headers are as short as they can be. */
export const mostOfHeaders = 32;

/** What Node needs for a request beside its body, without its headers. */
export const leastMemory: number = bytesOfRequest;

/** What Node needs for a request beside its body: for each name and value of its headers more than their length. */
export function memoryOf({ rawHeaders, url = "" }: IncomingMessage): number {
  return rawHeaders.reduce((sum, header) => sum + header.length + bytesOfHeader, leastMemory + url.length);
}

/** Gives the memory of the request line and the headers back; a route that still works finds none. */
export function forgetHeaders(request: IncomingMessage): void {
  request.rawHeaders = [];
  request.headers = {};
  request.url = "";
}
