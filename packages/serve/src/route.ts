// What a route is, what it is given and what it answers. Routes are made by whoever has something to serve (hooks, webhooks,
// probes, metrics) and run by route-table.ts; they never see node's own request and response.
import type { IncomingHttpHeaders } from "node:http";

/** Who called, as its verified client certificate says. */
export interface ClientIdentity {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

/** A request to a route. */
export interface ServeRequest {
  readonly method: string;
  /** The path without the query, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Aborted when the caller goes away and when the server stops waiting for it. */
  readonly signal: AbortSignal;
  /** The caller by its client certificate; undefined when it showed none that the server's `clientCa` vouches for. */
  readonly client: ClientIdentity | undefined;
  /** The whole body; rejects with `serve/body-too-large` beyond the limit, which the server answers with 413. */
  body(): Promise<Uint8Array>;
  /** The body as JSON; rejects with `serve/body-not-json`, which the server answers with 400. */
  json(): Promise<unknown>;
}

/** An answer; its Content-Length is the server's business. */
export interface ServeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Something that is served at one method and path. */
export interface Route {
  readonly method: string;
  /** The exact path, without a query. */
  readonly path: string;
  /** Answers; what it throws is answered with 500 without its text, and reported to the server's `onError`. */
  handle(request: ServeRequest): Promise<ServeResponse> | ServeResponse;
}

/** An answer that carries JSON. */
export function jsonResponse(status: number, value: unknown): ServeResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** An answer that carries plain text. */
export function textResponse(status: number, text: string): ServeResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: text };
}
