// A request to an API server and its answer, without knowledge of kinds.
import type { Readable } from "node:stream";
import type { AnswerShare } from "./answer-memory.ts";
import type { CalledServer } from "./connection-error.ts";

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
  /** How long one attempt may take, since it has a connection. Default: the client's. */
  readonly timeoutMs?: number;
  /** Whether it has connections of its own, and waits for no other call. Default: false. */
  readonly urgent?: boolean;
  /** Whether a watch follows: the call uses a connection of those for watches, and leaves it to the watch. Default: false. */
  readonly beforeWatch?: boolean;
  /** The action, for messages: "get LocalMachine default/a". Default: method and path. */
  readonly doing?: string;
  /**
   * Whether it may be sent again after a lost connection, when the server may have done it. Default: true for GET, for PUT and patches whose body has a `metadata.resourceVersion`, and for DELETE with a uid or
   * version in `preconditions`.
   */
  readonly repeatable?: boolean;
  /** Whether to ask for a compressed answer, as for lists. */
  readonly compress?: boolean;
  /** The most bytes of the answer. Default: `limits.answerBytes` of the client. */
  readonly answerBytes?: number;
  /** See `CallOptions.beforeAttempt`. */
  readonly beforeAttempt?: () => void;
}

/** An answer with a 2xx status, read to its end. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body; empty when there is none. */
  readonly text: string;
  /** The body, parsed as JSON; throws `client/bad-answer` when it does not parse. */
  json(): unknown;
}

/** A request whose answer is perhaps parsed in parts, or one of several of a call. */
export interface PartsRequest extends RawRequest {
  /** Where the answer is counted. Default: in a share of its own, if the client has a memory. */
  readonly share?: AnswerShare;
  /** Whether the answer is taken as bytes, and not decoded as a whole. */
  readonly inParts?: boolean;
  /** Whether the caller gets the headers of the answer. */
  readonly withHeaders?: boolean;
}

/** An answer with its size before it was decoded, and the values of its JSON if they are limited. */
export interface SizedResponse extends RawResponse {
  readonly bytes: number;
  readonly values: number;
  /** The server that was called. */
  readonly from: CalledServer;
  /** The bytes of its JSON, not parsed; throws what `json` throws for limits. */
  jsonBytes(): Uint8Array;
}

/** An answer with a 2xx status, still being read. */
export interface StreamResponse {
  readonly status: number;
  readonly body: Readable;
  /** Called with the bytes of each chunk that comes, where they are compared with what comes on the wire. */
  readonly onBytes: ((bytes: number) => void) | undefined;
  /** The server that was called. */
  readonly from: CalledServer;
}
