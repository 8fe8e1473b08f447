// A model of an election in virtual time: several computers with clocks of their own, a network that delays and loses, processes that are stopped for a while, and one Lease.
import type { Clock } from "@capstan/client";
import { Lease } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { LeaseElector, type ElectorDeps } from "../src/leader-election/lease-elector.ts";
import type { FakeApi } from "./fake-api.ts";

interface Event {
  readonly at: number;
  /** Which of several events of one time is first. */
  readonly turn: number;
  readonly call: () => void;
}

/** Time that passes everywhere at once, though no clock of the model shows it. */
export class World {
  now: number = 0;
  readonly #events = new Set<Event>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Calls a function at a time; the function returned cancels that. */
  at(at: number, call: () => void): () => void {
    const event = { at: Math.max(at, this.now), turn: this.#random(), call };
    this.#events.add(event);
    return () => this.#events.delete(event);
  }

  /** Lets time pass, one event after the other; after each, `look` is called. */
  async pass(ms: number, look: () => unknown): Promise<void> {
    const until = this.now + ms;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#events.delete(next);
      this.now = next.at;
      next.call();
      await new Promise((resolve) => setImmediate(resolve));
      look();
    }
    this.now = until;
    look();
  }

  #next(until: number): Event | undefined {
    let next: Event | undefined;
    for (const event of this.#events)
      if (
        event.at <= until &&
        (next === undefined || event.at < next.at || (event.at === next.at && event.turn < next.turn))
      )
        next = event;
    return next;
  }
}

/** How a computer differs from others. */
export interface ComputerOptions {
  readonly skewMs: number;
  /** How many milliseconds its clock shows for one. */
  readonly rate: number;
  /** How long the way of a message takes; undefined when it is lost. */
  readonly way: () => number | undefined;
  readonly random: () => number;
}

/** A computer with one process: its clock, and its way to the API server. */
export class Computer implements Clock {
  readonly #world: World;
  readonly #api: FakeApi;
  readonly #options: ComputerOptions;
  /** What its monotonic clock showed when the model began. */
  readonly #startedAt: number;
  #stoppedUntil = 0;

  constructor(world: World, api: FakeApi, options: ComputerOptions) {
    this.#world = world;
    this.#api = api;
    this.#options = options;
    this.#startedAt = options.random() * 1e9;
  }

  now(): number {
    return this.#startedAt + this.#world.now * this.#options.rate;
  }

  date(): Date {
    return new Date(Date.UTC(2026, 0, 1) + this.#world.now + this.#options.skewMs);
  }

  random(): number {
    return this.#options.random();
  }

  after(ms: number, call: () => void): () => void {
    let isCanceled = false;
    this.#world.at(this.#world.now + ms / this.#options.rate, () => this.#run(() => (isCanceled ? undefined : call())));
    return () => void (isCanceled = true);
  }

  /** Stops the process, as SIGSTOP does: timers and answers wait, and come in any order after that. */
  stop(ms: number): void {
    this.#stoppedUntil = Math.max(this.#stoppedUntil, this.#world.now + ms);
  }

  #run(call: () => void): void {
    if (this.#world.now >= this.#stoppedUntil) call();
    else this.#world.at(this.#stoppedUntil, () => this.#run(call));
  }

  /** The API server over the network of this computer. */
  get client(): ElectorDeps["client"] {
    const { client } = this.#api;
    return {
      namespace: client.namespace,
      find: (resource, key, options) => this.#call(() => client.find(resource, key), options),
      create: (resource, object, options) => this.#call(() => client.create(resource, object), options),
      update: (resource, object, options) => this.#call(() => client.update(resource, object), options),
    };
  }

  /** What a caller gives up may still reach the server later. */
  #call<T>(call: () => Promise<T>, { timeoutMs = 30_000 }: { readonly timeoutMs?: number } = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.after(timeoutMs, () => reject(new Error("timeout")));
    const answer = (settle: () => void): void => this.#send(() => this.#run(settle));
    this.#send(() =>
      call().then(
        (value) => answer(() => resolve(value)),
        (error: unknown) => answer(() => reject(error)),
      ),
    );
    return promise;
  }

  #send(arrive: () => unknown): void {
    const ms = this.#options.way();
    if (ms !== undefined) this.#world.at(this.#world.now + ms, () => void arrive());
  }
}

/** A process that takes part in an election. */
export class Candidate {
  readonly elector: LeaseElector;
  readonly #stop = new AbortController();

  constructor(computer: Computer, identity: string) {
    this.elector = new LeaseElector(
      { name: leaseKey.name },
      { client: computer.client, clock: computer, log: silentLogger, identity },
    );
    const { signal } = this.#stop;
    void this.elector.acquire(signal).then((led) => (led ? this.elector.renew(signal) : undefined));
  }

  /** Ends it, with or without a release of the lease. */
  end(release: boolean): void {
    this.#stop.abort();
    if (release) void this.elector.release();
    else this.elector.end();
  }
}

const leaseKey = { namespace: "default", name: "manager" };

/** What somebody does to the Lease of an election by hand. */
export const handWork: readonly ((api: FakeApi) => unknown)[] = [
  (api) => api.remove(Lease, leaseKey),
  (api) => setHolder(api, ""),
  (api) => setHolder(api, "thief"),
];

async function setHolder(api: FakeApi, holderIdentity: string): Promise<void> {
  const stored = await api.client.find(Lease, leaseKey);
  if (stored !== undefined) api.put(Lease, { ...stored, spec: { ...stored.spec, holderIdentity } });
}
