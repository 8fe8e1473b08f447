// Faults on request: tests make the server refuse, delay, drop watches or forget its history, which a real one does when it
// suits it. handler.ts asks before every request; nothing happens unless a test has asked for it.
import type { StatusReason } from "@capstan/kube";
import { refusal, type StatusError } from "./api-status.ts";

/** Which requests a fault is for; what is left out matches all. */
export interface FaultMatch {
  readonly verb?: "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";
  readonly plural?: string;
  readonly group?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** What a fault does instead of, or before, answering. */
export interface Fault {
  /** Answers with this refusal, for example TooManyRequests, ServiceUnavailable, InternalError. */
  readonly reason?: StatusReason;
  /** Sent as Retry-After. */
  readonly retryAfterSeconds?: number;
  /** Closes the connection without an answer. */
  readonly cut?: boolean;
  /** Waits before going on. */
  readonly delayMs?: number;
  /** How many requests it is for; unlimited unless given. */
  readonly times?: number;
}

/** Thrown to cut a connection. */
export class ConnectionCut extends Error {}

/** The switches of a server's faults. */
export class Faults {
  readonly #active: { readonly match: FaultMatch; readonly fault: Fault; left: number }[] = [];
  readonly #watches = new Map<() => void, Required<Pick<FaultMatch, "plural" | "group">>>();
  readonly #forget: () => void;

  constructor(forgetHistory: () => void) {
    this.#forget = forgetHistory;
  }

  /** Injects a fault into matching requests. */
  inject(match: FaultMatch, fault: Fault): void {
    this.#active.push({ match, fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  /** Ends every fault. */
  clear(): void {
    this.#active.length = 0;
  }

  /** Cuts open watches in the middle, as a lost connection does; returns how many there were. */
  dropWatches(match: Pick<FaultMatch, "plural" | "group"> = {}): number {
    const hit = [...this.#watches].filter(([, watch]) => fits(match, watch));
    for (const [cut] of hit) cut();
    return hit.length;
  }

  /** Forgets all history: watches and lists from an older version are answered with 410. */
  expireHistory(): void {
    this.#forget();
  }

  /** Registers an open watch; the returned function takes it off. */
  watching(what: Required<Pick<FaultMatch, "plural" | "group">>, cut: () => void): () => void {
    this.#watches.set(cut, what);
    return () => this.#watches.delete(cut);
  }

  /** Plays the faults of a request: waits, then throws what is to happen, or returns. */
  async meet(request: Required<FaultMatch>): Promise<void> {
    for (const active of this.#active.filter(({ match, left }) => left > 0 && fits(match, request))) {
      active.left -= 1;
      const { delayMs, cut, reason, retryAfterSeconds } = active.fault;
      if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (cut === true) throw new ConnectionCut();
      if (reason !== undefined) throw failure(reason, retryAfterSeconds);
    }
  }
}

function fits(match: FaultMatch, request: Partial<FaultMatch>): boolean {
  return Object.entries(match).every(
    ([field, value]) => value === undefined || request[field as keyof FaultMatch] === value,
  );
}

function failure(reason: StatusReason, retryAfterSeconds: number | undefined): StatusError {
  return refusal(
    reason,
    `injected fault: ${reason}`,
    retryAfterSeconds === undefined ? undefined : { retryAfterSeconds },
  );
}
