// Which failed requests are sent again, and when: pure decisions, acted on by transport.ts.
// A write is repeated only where repeating it does no more than doing it once, or where the server says that it did nothing.
import type { RawRequest } from "./raw-request.ts";

/** How a request failed, as far as repeating it is concerned. */
export type Failure =
  | { readonly kind: "connection"; readonly code: string }
  | { readonly kind: "status"; readonly status: number; readonly retryAfterMs: number | undefined };

/** Bounds of one call's retries, as client-go has them. */
const retryBounds = {
  connectionRetries: 4,
  statusRetries: 10,
  longestWaitMs: 30_000,
  firstWaitMs: 100,
} as const;

/** The connection never came about, so nothing was done. */
const neverSent: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** The connection was lost, and the server may have done everything. */
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
  // Half to whole of 100, 200, 400, 800 ms: callers that failed together do not come back together.
  return retryBounds.firstWaitMs * 2 ** attempt * (0.5 + random / 2);
}

/**
 * As client-go: only when the server says when to come back. 429 says that nothing was done, so that any request may. 504 says that
 * the server has waited already, for a version that it does not reach.
 */
function afterStatus(
  request: RawRequest,
  { status, retryAfterMs }: { readonly status: number; readonly retryAfterMs: number | undefined },
  attempt: number,
): number | undefined {
  if (retryAfterMs === undefined || attempt >= retryBounds.statusRetries || retryAfterMs > retryBounds.longestWaitMs)
    return undefined;
  return status === 429 || (status >= 500 && status !== 504 && isRepeatable(request)) ? retryAfterMs : undefined;
}

/** Whether sending a request twice does no more than sending it once. */
function isRepeatable({ method, contentType, repeatable }: RawRequest): boolean {
  return repeatable ?? (method === "PATCH" ? contentType !== "application/json-patch+json" : method !== "POST");
}

/** Retry-After in milliseconds: seconds or an HTTP date. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined || header === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
