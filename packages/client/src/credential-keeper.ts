// Keeps a client's credentials fresh: token files are read again each minute, and everything that can be renewed is, each minute
// and when the server answers 401. Used by transport.ts. A renewal that fails leaves the earlier credentials in use; the server
// will say when they are no good.
import { readFile } from "node:fs/promises";
import type { ClusterCredentials } from "@capstan/kube";
import type { Clock } from "./clock.ts";
import { clientError } from "./errors.ts";

/** Credentials that can be read again: from files that are rotated, or from a program that issues tokens. */
export interface RenewableCredentials extends ClusterCredentials {
  /** Reads them again. */
  readonly renew?: () => Promise<RenewableCredentials>;
  /** How long they count as fresh. Default: a minute. Those that cost much to get are renewed only when the server refuses them. */
  readonly freshMs?: number;
}

/** How long what was read counts as fresh: the kubelet rotates tokens at 80 % of an hour or more. */
const freshMs = 60_000;

/** One client's credentials over time. */
export class CredentialKeeper {
  readonly #clock: Clock;
  readonly #onChange: (credentials: ClusterCredentials) => void;
  #current: RenewableCredentials;
  #readAt: number;
  #token: string | undefined;
  #tokenReadAt = Number.NEGATIVE_INFINITY;
  #renewing: Promise<boolean> | undefined;
  #reading: Promise<void> | undefined;

  /** `onChange` is told of every renewal that changed something about the connection. */
  constructor(credentials: RenewableCredentials, clock: Clock, onChange: (credentials: ClusterCredentials) => void) {
    this.#current = credentials;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#readAt = clock.now();
    this.#token = credentials.token;
  }

  /** What to send as `authorization`; undefined when a client certificate, or nothing, says who we are. */
  async authorization(): Promise<string | undefined> {
    const now = this.#clock.now();
    const { renew, freshMs: fresh = freshMs } = this.#current;
    if (renew !== undefined && now - this.#readAt > fresh) void this.#renew();
    if (this.#current.tokenFile !== undefined && now - this.#tokenReadAt > freshMs) await this.#readToken();
    return this.#token === undefined ? undefined : `Bearer ${this.#token}`;
  }

  /** After a 401: reads everything again; whether that gave anything new, so that asking once more makes sense. */
  async refresh(): Promise<boolean> {
    const before = this.#token;
    const renewed = await this.#renew();
    if (this.#current.tokenFile !== undefined) await this.#readToken();
    return renewed || this.#token !== before;
  }

  /** Callers that need a renewal at the same time share one. */
  #renew(): Promise<boolean> {
    return (this.#renewing ??= this.#renewOnce().finally(() => (this.#renewing = undefined)));
  }

  async #renewOnce(): Promise<boolean> {
    const before = this.#current;
    // Set first: a renewal that fails is tried again in a minute, not by every request.
    this.#readAt = this.#clock.now();
    const next = await before.renew?.().catch(() => undefined);
    if (next === undefined) return false;
    this.#current = next;
    if (next.tokenFile === undefined) this.#token = next.token;
    const connection = (
      ["server", "caData", "certData", "keyData", "tlsServerName", "insecureSkipTlsVerify"] as const
    ).some((field) => next[field] !== before[field]);
    if (connection) this.#onChange(next);
    return connection || next.token !== before.token;
  }

  /** Callers that need the token at the same time share one reading: nobody goes without it meanwhile. */
  #readToken(): Promise<void> {
    return (this.#reading ??= this.#readTokenOnce().finally(() => (this.#reading = undefined)));
  }

  async #readTokenOnce(): Promise<void> {
    const file = this.#current.tokenFile ?? "";
    try {
      this.#token = (await readFile(file, "utf8")).trim();
    } catch (cause) {
      // Between two rotations the file can be missing; the token we have is good for as long as the server takes it.
      if (this.#token === undefined) throw clientError("client/token-file", { file }, cause);
    }
    this.#tokenReadAt = this.#clock.now();
  }
}
