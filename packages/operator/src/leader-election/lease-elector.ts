// Elects one leader among processes with a Lease, by client-go's rules.
//
// Two processes must never lead at the same time, even with wrong clocks and slow networks. So the lease of another process counts from when this process last
// saw it change (clocks of two machines are never compared), and our own counts from when the renewal was sent, not from when it was answered.
// Somebody may also delete a lease, or write another holder into it. Its leader stops when it sees that, and others wait as long as the leader that did not release it may lead.
import {
  type CallOptions,
  type Client,
  type Clock,
  isAlreadyExists,
  isApiError,
  isConflict,
  isNotFound,
  retryOnConflict,
  sleep,
} from "@capstan/client";
import { type CapstanError, describeError, errorFrom, formatKey, formatMicroTime, type ObjectKey } from "@capstan/kube";
import { Lease } from "@capstan/kube/builtin";
import type { Logger } from "@capstan/process";
import { operatorError } from "../operator-errors.ts";
import type { LeaderElectionOptions } from "./leader-election-options.ts";
import { jitter, type LeaseTimes, leaseTimes } from "./lease-times.ts";
import { OtherLeaders, releasedSeconds } from "./other-leaders.ts";

/** What an elector works with. */
export interface ElectorDeps {
  readonly client: Pick<Client, "find" | "create" | "update" | "namespace">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly identity: string;
  /** Called when this process leads and its write of the Lease came after another one, so that it reads the Lease first. Default: nothing. */
  readonly onSlowPath?: () => void;
  /** Called when this process leads and did not before, also when its lease was over by the clock and the answer to a renewal has come. Default: nothing. */
  readonly onLeads?: () => void;
}

/** How often the release is tried while the server rejects it and says how long to wait. */
const releaseAttempts = 3;

/** The last call for the lease, until it succeeds. */
interface OpenCall {
  readonly sentAt: number;
  /** What the one before failed with. */
  readonly before?: string | undefined;
  readonly failure?: string;
}

/** Takes part in an election for one process. */
export class LeaseElector {
  readonly #deps: ElectorDeps;
  readonly #key: ObjectKey;
  readonly #times: LeaseTimes;
  readonly #others: OtherLeaders;
  readonly #lost = new AbortController();
  /** The lease as last seen; undefined when it must be read before it is written. */
  #seen: Lease | undefined;
  /** The holder that was last waited for. */
  #waitsFor: string | undefined;
  /** Until when this process leads; in the past when it does not. */
  #leadsUntil = Number.NEGATIVE_INFINITY;
  #cancelDeadline: () => void = () => undefined;
  /** The last attempt to take or to renew the lease. */
  #renewal: Promise<unknown> = Promise.resolve();
  #ended = false;
  #openCall: OpenCall | undefined;
  /** When the last attempt to take or to renew the lease began. */
  #sentAt = 0;

  constructor(options: LeaderElectionOptions, deps: ElectorDeps) {
    const { name, namespace = deps.client.namespace } = options;
    this.#deps = deps;
    this.#key = { namespace, name };
    this.#times = leaseTimes(options);
    this.#others = new OtherLeaders(deps.identity, this.#times);
  }

  /** Whether this process leads now. Reads the clock, so it is right even when timers are late. */
  get leads(): boolean {
    return !this.#lost.signal.aborted && this.#deps.clock.now() < this.#leadsUntil;
  }

  /** Aborts when leadership is lost; this process does not lead again. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Waits until this process leads; false when the signal aborts first. The lease may be taken at that very moment, so that it must be released. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, log } = this.#deps;
    log.info("Waiting for leadership", { lease: formatKey(this.#key), identity: this.#deps.identity });
    while (!signal.aborted) {
      const taken = this.#try(signal);
      this.#renewal = taken;
      if ((await taken) && !signal.aborted) {
        log.info("Leading", { lease: formatKey(this.#key) });
        return true;
      }
      await sleep(clock, this.#times.retryMs * (1 + clock.random() * (jitter - 1)), signal);
    }
    return false;
  }

  /** Renews until the signal aborts or leadership is lost. Leadership counts from when a renewal was sent, so the wait for the next one does, too. The signal does not cut a renewal off: the server may have stored it already. */
  async renew(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    while (!signal.aborted && !this.#lost.signal.aborted) {
      await sleep(clock, Math.max(0, this.#sentAt + this.#times.retryMs - clock.now()), signal);
      if (signal.aborted || this.#lost.signal.aborted) return;
      this.#renewal = this.#try(this.#lost.signal);
      await this.#renewal;
    }
  }

  /** Stops the deadline timer and leaves the lease as it is. */
  end(): void {
    this.#ended = true;
    this.#cancelDeadline();
  }

  /** Gives the lease up, so that the next process need not wait until it expires. Call it only when everything has stopped, and no renewal begins any more. */
  async release(): Promise<void> {
    await this.#renewal;
    this.#cancelDeadline();
    if (!this.leads) return;
    this.#leadsUntil = Number.NEGATIVE_INFINITY;
    try {
      await this.#releaseInTime();
    } catch (error) {
      this.#deps.log.warn("Lease not released, it will expire", { error: describeError(error) });
    }
  }

  /** A server that limits requests has done nothing, and the next process would wait for the whole duration. */
  async #releaseInTime(): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        return await retryOnConflict(() => this.#release());
      } catch (error) {
        if (attempt === releaseAttempts || !isApiError(error) || error.retryAfterMs === undefined) throw error;
        await sleep(this.#deps.clock, Math.min(error.retryAfterMs, this.#times.retryMs));
      }
  }

  /** Writes the lease as one that nobody holds, if it is ours. After a conflict it is read again. */
  async #release(): Promise<void> {
    const { client, clock, identity } = this.#deps;
    const options = { timeoutMs: this.#callMs(), urgent: true };
    const lease = this.#seen ?? (await client.find(Lease, this.#key, options));
    this.#seen = undefined;
    if (lease?.spec?.holderIdentity !== identity) return;
    const renewTime = formatMicroTime(clock.date());
    const spec = { ...lease.spec, holderIdentity: "", leaseDurationSeconds: releasedSeconds, renewTime };
    await client.update(Lease, { ...lease, spec }, options);
  }

  /** Tries once to take or renew the lease; failures are logged, and the caller tries again. The signal ends it before the write: one that was cut off may be stored all the same. */
  async #try(signal: AbortSignal): Promise<boolean> {
    const sentAt = this.#deps.clock.now();
    this.#sentAt = sentAt;
    this.#openCall = { sentAt, before: this.#openCall?.failure ?? this.#openCall?.before };
    try {
      const lease = await this.#write(signal);
      this.#openCall = undefined;
      if (lease === undefined) return false;
      this.#seen = lease;
      this.#lead(sentAt + this.#times.renewMs);
      return true;
    } catch (error) {
      this.#openCall = { sentAt, failure: errorFrom(error).message };
      const isOutdated = isConflict(error) || isAlreadyExists(error) || isNotFound(error);
      // A leader looks at once: if somebody else wrote the lease, each moment counts.
      const again = isOutdated && this.leads && this.#seen !== undefined;
      if (isOutdated) this.#seen = undefined;
      if (again) this.#deps.onSlowPath?.();
      if (!signal.aborted)
        this.#deps.log.warn("Lease not written", { lease: formatKey(this.#key), error: describeError(error) });
      return again && !signal.aborted ? this.#try(signal) : false;
    }
  }

  /** Writes the lease as ours; undefined while another may hold it. */
  async #write(signal: AbortSignal): Promise<Lease | undefined> {
    const { client, clock } = this.#deps;
    const options = { signal: this.#lost.signal, timeoutMs: this.#callMs(), urgent: true };
    // A leader knows the lease as it wrote it; the version makes the server reject a write over anything else.
    const current =
      this.leads && this.#seen !== undefined ? this.#seen : await client.find(Lease, this.#key, { ...options, signal });
    if (signal.aborted) return undefined;
    const holder = current?.spec?.holderIdentity ?? "";
    if (this.leads && holder !== "" && holder !== this.#deps.identity) return this.#taken(holder);
    if (!this.leads && this.#others.mayLead(current, clock.now())) return this.#replace(current, options);
    if (current === undefined) return client.create(Lease, this.#lease(undefined), options);
    return client.update(Lease, this.#lease(current), options);
  }

  /** Creates a lease that is missing without a holder: a living leader takes it back, and the others see that. */
  async #replace(current: Lease | undefined, options: CallOptions): Promise<undefined> {
    this.#noteWait(current);
    if (current !== undefined) return;
    const { client, clock } = this.#deps;
    const unheld = await client.create(Lease, { ...this.#lease(undefined), spec: { holderIdentity: "" } }, options);
    this.#others.see(unheld, clock.now());
  }

  /** Logs once for each holder who is waited for, and how long when it renews no more: a lease may have been corrected by hand after this process saw a long duration. */
  #noteWait(current: Lease | undefined): void {
    const { clock, log } = this.#deps;
    const holder = current?.spec?.holderIdentity ?? "";
    if (holder === this.#waitsFor) return;
    this.#waitsFor = holder;
    const seconds = Math.ceil(Math.max(0, this.#others.see(current, clock.now()).until - clock.now()) / 1000);
    log.info("Waiting for the holder of the Lease", { lease: formatKey(this.#key), holder, seconds });
  }

  /** Ends leadership at the sight of another holder. */
  #taken(holder: string): undefined {
    this.#lose(operatorError("operator/lease-taken", { lease: formatKey(this.#key), holder }));
    return undefined;
  }

  #lease(current: Lease | undefined): Lease {
    const { clock, identity } = this.#deps;
    const now = formatMicroTime(clock.date());
    const ours = current?.spec?.holderIdentity === identity;
    const spec: Lease["spec"] = {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(this.#times.leaseMs / 1000),
      acquireTime: ours ? (current.spec?.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (current?.spec?.leaseTransitions ?? 0) + (ours || current === undefined ? 0 : 1),
    };
    return {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: current?.metadata ?? { ...this.#key },
      spec,
    };
  }

  #lead(until: number): void {
    const { clock } = this.#deps;
    // An answer may come after the end, or after the deadline.
    if (this.#ended || this.#lost.signal.aborted) return;
    const led = this.leads;
    this.#leadsUntil = until;
    this.#cancelDeadline();
    this.#cancelDeadline = clock.after(until - clock.now(), () =>
      this.#lose(
        operatorError("operator/leadership-lost", {
          lease: formatKey(this.#key),
          seconds: this.#times.renewMs / 1000,
          reason: this.#whyLost(),
        }),
      ),
    );
    if (!led && this.leads) this.#deps.onLeads?.();
  }

  #whyLost(): string {
    const call = this.#openCall;
    if (call === undefined || call.sentAt >= this.#leadsUntil)
      return "no call was made in time: this process was stopped or busy";
    const age = this.#deps.clock.now() - call.sentAt;
    // One that was sent just before the end of the time is no reason.
    const failure = call.failure ?? (age < this.#times.retryMs ? call.before : undefined);
    if (failure !== undefined) return `the last call failed: ${failure}`;
    return `a call that began ${Math.round(age / 100) / 10} s ago has no answer`;
  }

  #lose(reason: CapstanError): void {
    this.#cancelDeadline();
    this.#lost.abort(reason);
  }

  /** A call must end early enough for another attempt before the deadline. */
  #callMs(): number {
    return Math.max(1000, this.#times.renewMs / 2);
  }
}
