// Keeps a client's credentials fresh: files are read again each ten seconds, other renewable credentials each minute, and all of them when the server answers 401 or is not trusted.
// When a renewal fails, or its credentials cannot replace the earlier ones, those stay in use.
import { type ClusterCredentials, errorFrom } from "@capstan/kube";
import { type Clock, type TimeLimit, withTimeLimit } from "../transport/clock.ts";
import { renewalProblem } from "./renewal-problem.ts";
import { givenToken, hasSameToken, slowTokenFile, tokenOf } from "./tokens.ts";

/** Credentials that can be read again, because their files are rotated or a plugin issues new ones. */
export interface RenewableCredentials extends ClusterCredentials {
  /** Reads them again. */
  readonly renew?: () => Promise<RenewableCredentials>;
  /** How long they count as fresh. Default: a minute. `Infinity` renews them only after the server answers 401, or when its certificate is not trusted. */
  readonly freshMs?: number;
}

/** What renews credentials may cost more than a file. */
const freshMs = 60_000;
/** How long a renewal may take: longer than the 60 s of a plugin, whose own error says more. */
const renewalMs = 65_000;
/** How long what was read from files counts as fresh. */
export const freshFilesMs: number = 10_000;

function freshOf({ freshMs: fresh = freshMs }: RenewableCredentials): number {
  return fresh;
}

/** What one attempt of a call shows to the server. */
export interface ShownIdentity {
  /** The value of the `authorization` header; undefined without a token. */
  readonly authorization: string | undefined;
  /** Grows with each change of the token, the client certificate or the address: what a 401 rejects. */
  readonly identity: number;
  /** Grows with each change of the address or the TLS settings: what a server that is not trusted fails with. */
  readonly connection: number;
  /** How many renewals had begun. */
  readonly renewals: number;
}

/** The part of what was shown that a failure is about: a change of the other one is no repair. */
export type RejectedPart = "identity" | "connection";

/** How long a call waits for credentials. */
export interface CallTime {
  readonly waitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** What was rejected, and how long its call waits for other credentials. */
export interface RefreshRequest extends CallTime {
  readonly shown: ShownIdentity;
  readonly part: RejectedPart;
}

/** What a renewal has read. */
interface Renewed {
  readonly next: RenewableCredentials;
  /** Whether the token that is in use is from the same file. */
  readonly isKept: boolean;
  readonly token: string | undefined;
}

/** A read of a token file that has not ended, and the credentials that name the file. */
interface Reading {
  readonly from: ClusterCredentials;
  readonly promise: Promise<void>;
}

interface Wait extends Pick<TimeLimit, "ms" | "late"> {
  readonly signal?: AbortSignal | undefined;
}

/** One client's credentials over time. */
export class CredentialKeeper {
  readonly #clock: Clock;
  readonly #onChange: (credentials: ClusterCredentials) => void;
  #current: RenewableCredentials;
  #dueAt: number;
  #token: string | undefined;
  #tokenReadAt = Number.NEGATIVE_INFINITY;
  readonly #versions: Record<RejectedPart, number> = { identity: 0, connection: 0 };
  #renewals = 0;
  #renewalError: Error | undefined;
  #tokenError: Error | undefined;
  #renewing: Promise<void> | undefined;
  #reading: Reading | undefined;

  /** `onChange` is called after each renewal that changed the address or the TLS settings. When it throws, the earlier credentials stay in use. */
  constructor(credentials: RenewableCredentials, clock: Clock, onChange: (credentials: ClusterCredentials) => void) {
    this.#current = credentials;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#dueAt = clock.now() + freshOf(credentials);
    this.#token = givenToken(credentials);
  }

  /** Reads what is due before an attempt, which waits for a token file no longer than for an answer. Rejects when there is no token to send, or the signal aborts. */
  async ready(call: CallTime): Promise<void> {
    const now = this.#clock.now();
    if (this.#current.renew !== undefined && now >= this.#dueAt) void this.#renew();
    const from = this.#current;
    const { tokenFile } = from;
    const isDue = this.#token === undefined || now - this.#tokenReadAt >= freshFilesMs;
    if (!isDue || tokenFile === undefined) return;
    const late = await this.#inTimeOf(call, this.#readToken(), (seconds) => slowTokenFile(tokenFile, seconds));
    // A renewal has read what replaces the file, if it is no longer the one that is used.
    if (!(late instanceof Error) || !hasSameToken(this.#current, from)) return;
    if (this.#token === undefined) throw late;
    // As when it cannot be read: the earlier token is used, and no call waits for some time.
    this.#tokenError = late;
    this.#tokenReadAt = this.#clock.now();
  }

  /** What an attempt shows that is sent now; it belongs to what `onChange` got last. */
  get shown(): ShownIdentity {
    const authorization = this.#token === undefined ? undefined : `Bearer ${this.#token}`;
    return { authorization, ...this.#versions, renewals: this.#renewals };
  }

  /** Why a part of the credentials could not be renewed the last time; undefined when it could. A token file has none of the connection. */
  problemOf(part: RejectedPart): Error | undefined {
    return this.#renewalError ?? (part === "identity" ? this.#tokenError : undefined);
  }

  /**
   * Reads the credentials again when the server rejected what an attempt has shown; true when there are others, so that one more attempt makes sense. They may have been read for another call since it was
   * sent: they are not read again then. A plugin may take a minute: false when the time of the call ends before, and a rejection as soon as its signal aborts.
   */
  async refresh({ shown, part, ...call }: RefreshRequest): Promise<boolean> {
    const late = (seconds: number): Error => new Error(`the renewal did not end within the ${seconds} s of the call`);
    const isChanged = await this.#inTimeOf(call, this.#refresh(shown, part), late);
    if (typeof isChanged === "boolean") return isChanged;
    this.#renewalError = isChanged;
    return false;
  }

  /** What the work resolves to, or the error when the time of its call ends before. Rejects as soon as the signal aborts. */
  async #inTimeOf<T>(
    { waitMs, signal }: CallTime,
    work: Promise<T>,
    late: (seconds: number) => Error,
  ): Promise<T | Error> {
    let over: Error | undefined;
    try {
      return await this.#inTime(work, {
        ms: waitMs,
        signal,
        late: () => (over = late(waitMs / 1000)),
      });
    } catch (error) {
      if (over === undefined) throw error;
      return over;
    }
  }

  #inTime<T>(work: Promise<T>, { signal = new AbortController().signal, ...limit }: Wait): Promise<T> {
    return withTimeLimit(work, { ...limit, signal, clock: this.#clock });
  }

  async #refresh(rejected: ShownIdentity, part: RejectedPart): Promise<boolean> {
    const isChanged = (): boolean => this.#versions[part] !== rejected[part];
    const isLater = this.#renewing !== undefined && this.#renewals > rejected.renewals;
    // What began before the attempt was sent may have read what was there before.
    await this.#renewing;
    if (part === "identity") await Promise.allSettled([this.#readOfCurrent]);
    if (!isChanged() && !isLater) await this.#renew();
    // Also when the certificate has changed: both may be rotated together.
    const isSame = part === "identity" && this.shown.authorization === rejected.authorization;
    if (isSame && this.#current.tokenFile !== undefined) await this.#readToken();
    return isChanged();
  }

  /** Concurrent callers share one renewal. */
  #renew(): Promise<void> {
    return (this.#renewing ??= this.#renewOnce().finally(() => (this.#renewing = undefined)));
  }

  async #renewOnce(): Promise<void> {
    const before = this.#current;
    this.#renewals += 1;
    // Set first, so that a failed renewal is tried again after that time and not by every request.
    const begun = this.#clock.now();
    this.#dueAt = begun + freshOf(before);
    try {
      const renewed = await this.#inTime(this.#renewed(before, begun), {
        ms: renewalMs,
        late: () => new Error(`the renewal did not end within ${renewalMs / 1000} s`),
      });
      if (renewed !== undefined) this.#replace(before, renewed, begun);
      this.#renewalError = undefined;
    } catch (error) {
      // The earlier credentials stay in use: of a certificate and a key that are rotated one after the other, one may be still to come.
      this.#renewalError = errorFrom(error);
    }
  }

  /** Reads everything that replaces the earlier credentials, and changes nothing: its time may be over. Rejects when the new ones cannot be used. */
  async #renewed(before: RenewableCredentials, begun: number): Promise<Renewed | undefined> {
    const next = await before.renew?.();
    if (next === undefined) return undefined;
    const problem = renewalProblem(next, before);
    if (problem !== undefined) {
      // Most often it is being written.
      this.#dueAt = begun + freshOf(before) / 10;
      throw new Error(`the renewed credentials ${problem}`);
    }
    const isKept = next.tokenFile !== undefined && hasSameToken(next, before);
    // Before anything is changed: a server never gets the token of another one, or of another file.
    const token = isKept ? undefined : await tokenOf(next);
    return { next, isKept, token };
  }

  /** Throws when no connection can be opened with the new credentials. */
  #replace(before: RenewableCredentials, { next, isKept, token }: Renewed, begun: number): void {
    this.#connect(before, next);
    this.#current = next;
    this.#dueAt = begun + freshOf(next);
    if (!isKept) this.#setToken(token);
  }

  /** Throws when no connection can be opened with these credentials. */
  #connect(before: ClusterCredentials, next: ClusterCredentials): void {
    const isOther = (
      ["server", "caData", "certData", "keyData", "tlsServerName", "insecureSkipTlsVerify"] as const
    ).some((field) => next[field] !== before[field]);
    if (!isOther) return;
    this.#onChange(next);
    this.#versions.connection += 1;
    const isOtherIdentity = (["server", "certData", "keyData", "tlsServerName"] as const).some(
      (field) => next[field] !== before[field],
    );
    if (isOtherIdentity) this.#versions.identity += 1;
  }

  #setToken(token: string | undefined): void {
    if (token !== this.#token) this.#versions.identity += 1;
    this.#tokenError = undefined;
    this.#token = token;
  }

  /** The read that has not ended of the file that is used now: one of another file may never end. */
  get #readOfCurrent(): Promise<void> | undefined {
    const reading = this.#reading;
    return reading !== undefined && hasSameToken(this.#current, reading.from) ? reading.promise : undefined;
  }

  /** Concurrent callers share one read of a file, and all wait for it. */
  #readToken(): Promise<void> {
    return this.#readOfCurrent ?? this.#beginRead();
  }

  #beginRead(): Promise<void> {
    const from = this.#current;
    const isLast = (): boolean => this.#reading?.promise === promise;
    const promise = this.#readTokenOnce(from, isLast).finally(() => {
      if (isLast()) this.#reading = undefined;
    });
    this.#reading = { from, promise };
    return promise;
  }

  /** Changes nothing when the file is no longer the one that is used, or when another read has begun since. */
  async #readTokenOnce(from: ClusterCredentials, isLast: () => boolean): Promise<void> {
    const isOutdated = (): boolean => !isLast() || !hasSameToken(this.#current, from);
    try {
      const token = await tokenOf(from);
      if (!isOutdated()) this.#setToken(token);
    } catch (error) {
      if (!isOutdated()) this.#tokenError = errorFrom(error);
      // The file can be missing, empty or half written during a rotation; the earlier token is used until the server rejects it.
      if (this.#token === undefined && !isOutdated()) throw error;
    } finally {
      if (!isOutdated()) this.#tokenReadAt = this.#clock.now();
    }
  }
}
