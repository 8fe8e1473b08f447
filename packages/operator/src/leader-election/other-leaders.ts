// Which other process may lead, by what a process that waits has seen of the lease: its holder, and one that it was taken from without a release, which may not
// have noticed yet.
import type { Lease } from "@capstan/kube/builtin";
import type { LeaseTimes } from "./lease-times.ts";

/** The duration of a lease that was given up, which client-go writes as well. */
export const releasedSeconds = 1;

interface Seen {
  readonly holder: string;
  /** Undefined when there was no lease. */
  readonly version: string | undefined;
  /** Until when somebody else may lead. */
  readonly until: number;
}

/** The other processes of an election. */
export class OtherLeaders {
  readonly #identity: string;
  readonly #times: Pick<LeaseTimes, "leaseMs">;
  #seen: Seen | undefined;
  #hasSeenLease = false;

  constructor(identity: string, times: Pick<LeaseTimes, "leaseMs">) {
    this.#identity = identity;
    this.#times = times;
  }

  /**
   * Whether another process may lead, after this look at the lease. A lease that was there and is missing now says nothing: a leader may create it between two looks, and somebody delete it each time. Times count from when this process saw a change: clocks of two computers are never compared.
   */
  mayLead(lease: Lease | undefined, now: number): boolean {
    const { until } = this.see(lease, now);
    return (lease === undefined && this.#hasSeenLease) || now < until;
  }

  /** Notes the lease as it is now. */
  see(lease: Lease | undefined, now: number): { readonly until: number } {
    const version = lease?.metadata.resourceVersion;
    if (this.#seen === undefined || this.#seen.version !== version) this.#seen = this.#look(lease, now);
    this.#hasSeenLease ||= lease !== undefined;
    return this.#seen;
  }

  #look(lease: Lease | undefined, now: number): Seen {
    const { holderIdentity: holder = "", leaseDurationSeconds = this.#times.leaseMs / 1000 } = lease?.spec ?? {};
    const isFree = holder === "" || holder === this.#identity;
    const heldUntil = isFree ? now : now + leaseDurationSeconds * 1000;
    const until = Math.max(heldUntil, this.#leftUntil({ holder, isReleased: isReleased(lease), now }));
    return { holder, version: lease?.metadata.resourceVersion, until };
  }

  /** Until when a holder may lead that has not released the lease. It renewed it now at the latest, unseen by this process, and stops when it could not do so again. */
  #leftUntil({ holder, isReleased, now }: { holder: string; isReleased: boolean; now: number }): number {
    const before = this.#seen;
    if (before === undefined || isReleased) return now;
    // Each change of a lease without a holder counts: a leader may have had it meanwhile.
    if (before.holder === holder && holder !== "") return before.until;
    // Our own write, whose answer was lost, over a lease that had expired.
    if (holder === this.#identity && before.until <= now) return now;
    // The whole duration, though the holder stops before that: its clock may be slower than ours.
    return Math.max(before.until, now + this.#times.leaseMs);
  }
}

function isReleased(lease: Lease | undefined): boolean {
  return lease?.spec?.holderIdentity === "" && lease.spec.leaseDurationSeconds === releasedSeconds;
}
