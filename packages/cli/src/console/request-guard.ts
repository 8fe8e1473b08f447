// Who may use the console: the page that this server sent, opened with the token. A page of another site, a name that another site lets
// point here, and other users of the computer are rejected.
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Why a request is rejected. */
export interface RejectedRequest {
  readonly status: number;
  readonly message: string;
}

/** A new token: 192 random bits for the part of a URL that browsers send nowhere. */
export function newToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Headers of every answer: no script, style or connection but this server's own, and no page that frames this one. */
export const safeHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/** Checks requests to one port of this computer. */
export class RequestGuard {
  readonly #hosts: ReadonlySet<string>;
  readonly #token: Buffer;

  constructor(port: number, token: string) {
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
    this.#token = Buffer.from(token);
  }

  /** Rejects a request under a foreign name or from a foreign page. The page's own files need no more than that: they hold no data. */
  checkPlace({ host = "", origin, "sec-fetch-site": site }: IncomingHttpHeaders): RejectedRequest | undefined {
    if (!this.#hosts.has(host))
      return { status: 421, message: "the console answers only under 127.0.0.1 and localhost" };
    const isOwn = origin === undefined || origin === `http://${host}`;
    if (!isOwn || site === "cross-site" || site === "same-site")
      return { status: 403, message: "the console answers only to its own page" };
    return undefined;
  }

  /** The same, and the token in the header `Authorization: Bearer`. */
  check(headers: IncomingHttpHeaders): RejectedRequest | undefined {
    const given = Buffer.from(bearerOf(headers.authorization ?? ""));
    const isKnown = given.length === this.#token.length && timingSafeEqual(given, this.#token);
    return (
      this.checkPlace(headers) ??
      (isKnown ? undefined : { status: 401, message: "open the address that `capstan dev` printed: it has the token" })
    );
  }
}

function bearerOf(authorization: string): string {
  const scheme = "Bearer ";
  return authorization.startsWith(scheme) ? authorization.slice(scheme.length) : "";
}
