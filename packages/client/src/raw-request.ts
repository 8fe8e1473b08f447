// A request to an API server and its answer, below the level of kinds. Sent by transport.ts.
import type { Readable } from "node:stream";

/** A request. */
export interface RawRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path on the server, beginning with a slash, without the query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default: application/json. */
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** How long one attempt may take. Default: the client's. */
  readonly timeoutMs?: number;
  /** What this is about, for messages: "get LocalMachine default/a". Default: method and path. */
  readonly doing?: string;
  /** Whether sending it twice does no more than sending it once. Default: by method; POST and JSON patches do not repeat. */
  readonly repeatable?: boolean;
  /** Whether the answer is worth compressing: lists are. */
  readonly compress?: boolean;
}

/** An answer with a 2xx status, read to its end. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as text; empty when there was none. */
  readonly text: string;
  /** The body as JSON. */
  json(): unknown;
}

/** An answer with a 2xx status, still being read. */
export interface StreamResponse {
  readonly status: number;
  readonly body: Readable;
}
