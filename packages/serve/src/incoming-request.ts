// A request as Node gives it, without what no route is offered, and what becomes of its memory. A request stays in memory until its answer was read and
// its route has ended, and a thousand headers or trailers take 75 KB.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { nodeHttp } from "@capstan/kube/http";
import type { InspectedStream } from "@capstan/kube/tls";

/** The stream below each connection, which counts what costs more than its bytes. */
const callers = new WeakMap<Duplex, InspectedStream>();

/** Tells which stream is below a connection. Requests on it count there. */
export function setCaller(socket: Duplex, stream: InspectedStream): void {
  callers.set(socket, stream);
}

/**
 * A request that keeps no trailers: they come after the body, when the headers have been counted. It counts itself and the pieces of its body after
 * the first: each chunk is one, and in a kilobyte may be two hundred.
 */
export class IncomingRequest extends nodeHttp.IncomingMessage {
  readonly #caller: InspectedStream | undefined;
  #hasBody = false;
  /** Not private: Node's constructor sets it. */
  declare isUnread: boolean;

  constructor(socket: Socket) {
    super(socket);
    this.#caller = callers.get(socket);
    this.#caller?.countUnit();
  }

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (piece === null) return super.push(piece);
    if (this.#hasBody) this.#caller?.countUnit();
    this.#hasBody = true;
    return this.isUnread || super.push(piece, encoding);
  }

  /** Node sets it when a request was answered before its body was read. It would drop pieces before they count, at nearly the same cost. */
  get _dumped(): boolean {
    return false;
  }

  set _dumped(isUnread: boolean) {
    this.isUnread = isUnread;
  }
}

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
