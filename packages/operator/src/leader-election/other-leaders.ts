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
  readonly #times: Pick<LeaseTimes, "leaseMs" | "renewMs">;
  #seen: Seen | undefined;

  constructor(identity: string, times: Pick<LeaseTimes, "leaseMs" | "renewMs">) {
    this.#identity = identity;
    this.#times = times;
  }

  /** Whether another process may lead, after this look at the lease. Times count from when this process saw a change: clocks of two computers are never compared. */
  mayLead(lease: Lease | undefined, now: number): boolean {
    const version = lease?.metadata.resourceVersion;
    if (this.#seen === undefined || this.#seen.version !== version) this.#seen = this.#look(lease, now);
    return now < this.#seen.until;
  }

  #look(lease: Lease | undefined, now: number): Seen {
    const { holderIdentity: holder = "", leaseDurationSeconds = this.#times.leaseMs / 1000 } = lease?.spec ?? {};
    const isFree = holder === "" || holder === this.#identity;
    const heldUntil = isFree ? now : now + leaseDurationSeconds * 1000;
    const until = Math.max(heldUntil, this.#leftUntil({ holder, isReleased: isReleased(lease), now }));
    return { holder, version: lease?.metadata.resourceVersion, until };
  }

  /** Until when the holder before may lead: it renewed the lease now at the latest, and stops when it could not do so again for its deadline. */
  #leftUntil({ holder, isReleased, now }: { holder: string; isReleased: boolean; now: number }): number {
    const before = this.#seen;
    if (before === undefined || before.holder === holder || isReleased || before.until <= now) return now;
    return Math.max(before.until, now + this.#times.renewMs);
  }
}

function isReleased(lease: Lease | undefined): boolean {
  return lease?.spec?.holderIdentity === "" && lease.spec.leaseDurationSeconds === releasedSeconds;
}
