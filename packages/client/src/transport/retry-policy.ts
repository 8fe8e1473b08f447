// Decides which failed requests are sent again, and when. A write is repeated only if it can harm nothing that others wrote meanwhile, or
// if the server says that it did nothing.
import { isJsonObject } from "@capstan/kube";
import type { RawRequest } from "./raw-request.ts";

/** How a request failed. */
export type Failure =
  | { readonly kind: "connection"; readonly code: string }
  | { readonly kind: "status"; readonly status: number; readonly retryAfterMs: number | undefined };

/** Limits of one call's retries, those of client-go. */
const retryBounds = {
  connectionRetries: 4,
  statusRetries: 10,
  longestWaitMs: 30_000,
  firstWaitMs: 100,
} as const;

/** There was no connection, so the server did nothing. */
const neverSent: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** The connection was lost, so the server may have done the request. */
const lost: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ERR_SOCKET_CLOSED"]);

/** How long to wait before sending a request again; undefined when it is not sent again. `attempt` counts from 0. */
export function retryDelay(
  request: RawRequest,
  failure: Failure,
  { attempt, random }: { readonly attempt: number; readonly random: number },
): number | undefined {
  return failure.kind === "connection"
    ? afterLostConnection(request, failure.code, { attempt, random })
    : afterStatus(request, failure, attempt);
}

function afterLostConnection(
  request: RawRequest,
  code: string,
  { attempt, random }: { readonly attempt: number; readonly random: number },
): number | undefined {
  const safe = neverSent.has(code) || (lost.has(code) && isRepeatable(request));
  if (!safe || attempt >= retryBounds.connectionRetries) return undefined;
  // 50 to 100 % of 100, 200, 400, 800 ms, so that callers that failed together do not return together.
  return retryBounds.firstWaitMs * 2 ** attempt * (0.5 + random / 2);
}

/**
 * The server did nothing, so every request may be repeated. A server answers 503 with a time to wait when it stops, and a moment after a
 * CustomResourceDefinition was changed, also to a create.
 */
const notDone: ReadonlySet<number> = new Set([429, 503]);

/**
 * As client-go does: only if the server says how long to wait. After 504 the server has already waited for a version that it does not reach.
 */
function afterStatus(
  request: RawRequest,
  { status, retryAfterMs }: { readonly status: number; readonly retryAfterMs: number | undefined },
  attempt: number,
): number | undefined {
  if (retryAfterMs === undefined || attempt >= retryBounds.statusRetries || retryAfterMs > retryBounds.longestWaitMs)
    return undefined;
  return notDone.has(status) || (status >= 500 && status !== 504 && isRepeatable(request)) ? retryAfterMs : undefined;
}

type Writes = Exclude<RawRequest["method"], "GET">;

/**
 * Whether a write, by its body, is rejected when another write came between the two attempts: that may be a later change, or an object that
 * was created again with the same name.
 */
const isGuarded: Readonly<Record<Writes, (body: Record<string, unknown>) => boolean>> = {
  POST: () => false,
  PUT: ({ metadata }) => hasAny(metadata, ["resourceVersion"]),
  PATCH: ({ metadata }) => hasAny(metadata, ["resourceVersion"]),
  DELETE: ({ preconditions }) => hasAny(preconditions, ["uid", "resourceVersion"]),
};

/** An empty one demands nothing, and built-in kinds take the version 0 for any. */
const nothing: ReadonlySet<unknown> = new Set([undefined, null, "", "0"]);

function hasAny(fields: unknown, names: readonly string[]): boolean {
  return isJsonObject(fields) && names.some((name) => !nothing.has(fields[name]));
}

/** Whether sending a request again can change nothing that others wrote meanwhile. */
function isRepeatable({ method, body, repeatable }: RawRequest): boolean {
  if (repeatable !== undefined) return repeatable;
  return method === "GET" || (isJsonObject(body) && isGuarded[method](body));
}

/** Retry-After in milliseconds, at most a day: seconds or an HTTP date. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined || header === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return inBounds(seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : inBounds(at - now.getTime());
}

/** A server that asks for years is wrong, and callers use the value for timers. */
const longestRetryAfterMs = 86_400_000;

function inBounds(ms: number): number {
  return Math.min(longestRetryAfterMs, Math.max(0, ms));
}

/** The caller's check of an attempt that has a connection. What it throws is no failure of the connection. */
export class SendCheck {
  hasThrown = false;
  readonly #check: (() => void) | undefined;

  constructor(check: (() => void) | undefined) {
    this.#check = check;
  }

  run(): void {
    if (this.#check === undefined) return;
    this.hasThrown = true;
    this.#check();
    this.hasThrown = false;
  }
}
