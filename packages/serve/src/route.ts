// The interface between the server and what it serves: routes, their requests and their responses.
import type { IncomingHttpHeaders } from "node:http";
import type { BodyLimits } from "./limits.ts";

/** The caller's identity from its verified client certificate. */
export interface ClientIdentity {
  /** The user's name. */
  readonly commonName: string;
  /** The user's groups. */
  readonly organizations: readonly string[];
}

/** A request to a route; the body is read only when the route asks for it. When the caller leaves before its answer, headers and query are empty from then on. */
export interface ServeRequest {
  readonly method: string;
  /** The path without the query, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The address of the caller, or of the proxy before it; empty when the connection has ended. */
  readonly remoteAddress: string;
  /** Aborts when the caller disconnects before the answer is complete. */
  readonly signal: AbortSignal;
  /** The caller's identity; undefined without a client certificate that an authority in the server's `clientCa` signed. */
  readonly client: ClientIdentity | undefined;
  /**
   * The whole body. Rejects with `serve/body-too-large` beyond the limit, which the server answers with 413, and with `serve/busy` when the
   * bodies in flight are too large together, which it answers with 503.
   */
  body(): Promise<Uint8Array>;
  /**
   * The body, parsed as JSON. Rejects with `serve/body-not-json` and `serve/json-too-deep`, which the server answers with 400, and with
   * `serve/json-too-many-values` and `serve/json-too-many-shapes`, which it answers with 413. `read` parses the text; `JSON.parse` unless given.
   * `owner` says whom the body is for, such as a namespace: where the parsing of many bodies waits, owners get the same time, and without it calls do.
   */
  json(read?: (text: string) => unknown, owner?: (body: Uint8Array) => string): Promise<unknown>;
}

/** An answer; the server adds Content-Length. */
export interface ServeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** What the route still does with the request after this answer: until it has settled, the body counts as one in flight. */
  readonly pending?: Promise<unknown>;
}

/**
 * The handler of one method and path.
 *
 * @example
 * const echo: Route = { method: "POST", path: "/echo", handle: async (request) => jsonResponse(200, await request.json()) };
 */
export interface Route {
  readonly method: string;
  /** The exact path, without a query; there are no patterns. */
  readonly path: string;
  /** Limits on the bodies of this route, where they differ from those of the server. */
  readonly limits?: Partial<BodyLimits>;
  /**
   * Answers one request; requests run concurrently. When it throws, the caller gets 500 without the message, and the error is passed to the
   * server's `onError`. A body of a GET is not read.
   */
  handle(request: ServeRequest): Promise<ServeResponse> | ServeResponse;
}

/**
 * Creates an answer of a route with a JSON body. The value is serialized at once: one that JSON does not have throws here, in the route, and the caller gets 500.
 *
 * @example
 * const route: Route = { method: "GET", path: "/version", handle: () => jsonResponse(200, { version: "1" }) };
 */
export function jsonResponse(status: number, value: unknown): ServeResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/**
 * Creates an answer of a route with a plain text body in UTF-8.
 *
 * @example
 * const route: Route = { method: "GET", path: "/", handle: () => textResponse(404, "nothing here\n") };
 */
export function textResponse(status: number, text: string): ServeResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: text };
}
