// Faults on request: tests make the server reject or delay requests, drop watches or forget its history.
import type { StatusReason } from "@capstan/kube";
import { rejection, type StatusError } from "./api-status.ts";

/** Which requests a fault applies to. A field that is not set matches every request. */
export interface FaultMatch {
  readonly verb?: "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";
  readonly plural?: string;
  readonly group?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/**
 * What happens to a matching request: first the delay, then the cut or the failure. A fault with a delay alone lets the request
 * succeed.
 */
export interface Fault {
  /** Responds with a Status of this reason, for example TooManyRequests, ServiceUnavailable or InternalError. */
  readonly reason?: StatusReason;
  /** The Retry-After header of that response. */
  readonly retryAfterSeconds?: number;
  /** Closes the connection without a response. */
  readonly cut?: boolean;
  /** Delays the request. */
  readonly delayMs?: number;
  /** How many requests it applies to. Default: all. */
  readonly times?: number;
}

/** The kind of a watch. */
export type WatchedKind = Required<Pick<FaultMatch, "plural" | "group">>;

/** An open watch, to faults. */
export interface OpenWatch {
  /** Cuts the connection. */
  cut(): void;
  /** Sends nothing any more. */
  stall(): void;
  /** Sends another line in the place of the next event. */
  garble(line: string): void;
}

/** What faults do to the state of a server. */
export interface FaultyState {
  forgetHistory(): void;
  /** Remembers the state; the returned function brings it back. */
  keep(): () => void;
}

/** Thrown to cut a connection. */
export class ConnectionCut extends Error {}

/**
 * Makes the embedded server fail on request. Faults apply from the next request on, to every client, the provider under test
 * included; `clear` removes them.
 *
 * @example
 * env.faults.inject({ verb: "patch", plural: "machines" }, { reason: "Conflict", times: 1 });
 */
export class Faults {
  readonly #active: { readonly match: FaultMatch; readonly fault: Fault; left: number }[] = [];
  readonly #watches = new Map<OpenWatch, WatchedKind>();
  readonly #state: FaultyState;

  constructor(state: FaultyState) {
    this.#state = state;
  }

  /** Adds a fault for matching requests. Several faults that match one request apply in the order in which they were added. */
  inject(match: FaultMatch, fault: Fault): void {
    this.#active.push({ match, fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  /** Removes every fault. */
  clear(): void {
    this.#active.length = 0;
  }

  /** Cuts the connections of open watches without a final event, and returns how many there were. */
  dropWatches(match: Partial<WatchedKind> = {}): number {
    return this.#each(match, (watch) => watch.cut());
  }

  /** Lets open watches send nothing any more, not even bookmarks, with their connections open; returns how many there were. */
  stallWatches(match: Partial<WatchedKind> = {}): number {
    return this.#each(match, (watch) => watch.stall());
  }

  /** Sends a line that is no event in the place of the next event of each open watch; returns how many there were. */
  garbleWatches(match: Partial<WatchedKind> = {}, line: string = "<html>Bad Gateway</html>"): number {
    return this.#each(match, (watch) => watch.garble(line));
  }

  /** Forgets all history, as etcd's compaction does: watches and lists from an older version get 410 Expired. */
  expireHistory(): void {
    this.#state.forgetHistory();
  }

  /**
   * Remembers the objects of all kinds. The returned function brings them back, as etcd is restored from a snapshot: versions go back, watches are cut, and a watch from a version that the server has not reached again
   * is accepted and silent until it has.
   *
   * @example
   * const restore = env.faults.keepState();
   * await client.update(Machine, changed);
   * restore();
   */
  keepState(): () => void {
    const restore = this.#state.keep();
    return () => {
      restore();
      this.dropWatches();
    };
  }

  /** Registers an open watch; the returned function removes it. */
  watching(what: WatchedKind, watch: OpenWatch): () => void {
    this.#watches.set(watch, what);
    return () => this.#watches.delete(watch);
  }

  #each(match: Partial<WatchedKind>, call: (watch: OpenWatch) => void): number {
    const hit = [...this.#watches].filter(([, what]) => fits(match, what));
    for (const [watch] of hit) call(watch);
    return hit.length;
  }

  /** Applies the faults of a request: delays it, then throws the failure, if any. */
  async apply(request: Required<FaultMatch>): Promise<void> {
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
    // Object.entries forgets the names of the keys.
    ([field, value]) => value === undefined || request[field as keyof FaultMatch] === value,
  );
}

function failure(reason: StatusReason, retryAfterSeconds: number | undefined): StatusError {
  return rejection(
    reason,
    `injected fault: ${reason}`,
    retryAfterSeconds === undefined ? undefined : { retryAfterSeconds },
  );
}
