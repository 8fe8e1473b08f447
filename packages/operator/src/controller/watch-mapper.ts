// Calls the `map` of one watch with the objects that change, and queues the keys that it returns.
//
// A function that returns a list is called in the event, and its keys are queued at once. The first promise that it returns shows that it is asynchronous: from then on the
// objects wait here for one of a few calls. Each object has at most one call at a time; what happens to it meanwhile is mapped by the next one. A call that fails is repeated.
import type { Client, Clock } from "@capstan/client";
import { formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import { Backoff } from "../cache/backoff.ts";
import type { CacheReader } from "../cache/cache.ts";
import { engineTurns, inSlices } from "../in-slices.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { KeyMap } from "../queue/key-map.ts";
import type { TracedEvent } from "../trace/traced-event.ts";
import type { ControllerWatch } from "./controller-options.ts";
import { describeMap, eachKey, notKeys } from "./given-keys.ts";
import { MapCall } from "./map-call.ts";
import { authorFields } from "../author-errors.ts";

/** Where keys come from: the object that was mapped, and its event if somebody follows it. */
export interface MappedFrom {
  readonly object: KubeObject;
  readonly traced: TracedEvent | undefined;
}

/** What a mapper works with. */
export interface WatchMapperDeps {
  readonly controller: string;
  readonly client: Client;
  readonly cache: CacheReader;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Queues the keys that an object maps to, and throws `operator/not-keys` for another list. */
  readonly addAll: (keys: readonly ObjectKey[], priority: number, from: MappedFrom) => void;
  /** Queues one key. */
  readonly add: (key: ObjectKey, priority: number, traced: TracedEvent | undefined) => void;
}

/** The watched kind and its function. */
interface Mapped {
  readonly resource: Resource;
  readonly map: NonNullable<ControllerWatch["map"]>;
}

/** An object whose states wait for a call, or have one. */
interface Pending {
  readonly name: string;
  /** The states that no call has mapped, the oldest first. */
  states: KubeObject[];
  priority: number;
  failures: number;
  /** The states that the call in progress has still to map; undefined when there is no call. */
  inCall: Set<KubeObject> | undefined;
  readonly backoff: Backoff;
  cancelTimer: () => void;
  /** The last event of the object, when somebody listens to the trace. */
  traced: TracedEvent | undefined;
}

/** How long keys of an object's states are collected: each call may take half a minute. */
const longestCollectionMs = 1000;
/** How many calls run at the same time. */
const mostCalls = 10;
/** How often a failing call is made, until the object changes. */
const mostTries = 10;
/** How many states of one object wait: memory is bounded, also while calls fail and the object changes all the time. */
const mostStates = 16;

/** Maps the objects of one watch to keys. */
export class WatchMapper {
  readonly #mapped: Mapped;
  readonly #deps: WatchMapperDeps;
  readonly #pending = new Map<string, Pending>();
  /** The pending objects whose call may begin, in order. */
  readonly #ready = new Set<Pending>();
  #isAsync = false;
  #calls = 0;
  #pumping = false;
  #stop: AbortSignal | undefined;

  constructor(mapped: Mapped, deps: WatchMapperDeps) {
    this.#mapped = mapped;
    this.#deps = deps;
  }

  /** How many objects wait or have a call. */
  get size(): number {
    return this.#pending.size;
  }

  /** The caches are filled: asynchronous calls begin, until the signal aborts. */
  start(stop: AbortSignal): void {
    this.#stop = stop;
    stop.addEventListener("abort", () => this.#stopped(), { once: true });
    this.#pumpSoon();
  }

  /** An object has changed; `states` are its state now and the one before. */
  changed(states: readonly [KubeObject, KubeObject?], priority: number, traced?: TracedEvent): void {
    if (this.#stop?.aborted === true) return;
    const name = formatKey(keyOf(states[0]));
    if (!this.#isAsync && !this.#pending.has(name)) {
      try {
        if (this.#mapNow(states, priority, traced)) return traced?.end();
      } catch (error) {
        return this.#failed(follow(this.#wait(name, states, priority), traced), error);
      }
    }
    const pending = follow(this.#wait(name, states, priority), traced);
    pending.failures = 0;
    pending.backoff.reset();
    if (pending.inCall === undefined) this.#ready.add(pending);
    this.#pumpSoon();
  }

  /** Maps states in the event; false when the function returns a promise. That call is repeated: the caches may not be filled yet. */
  #mapNow(states: readonly [KubeObject, KubeObject?], priority: number, traced: TracedEvent | undefined): boolean {
    for (const object of states) {
      if (object === undefined) continue;
      const call = this.#call(object);
      const found: unknown = this.#mapped.map(object, call);
      if (found instanceof Promise) {
        this.#isAsync = true;
        call.end(new Error("the call is repeated when the caches are filled"));
        found.catch(() => undefined);
        return false;
      }
      if (!Array.isArray(found)) throw notKeys(found, this.#what);
      this.#deps.addAll(found, priority, { object, traced });
    }
    return true;
  }

  #wait(name: string, states: readonly [KubeObject, KubeObject?], priority: number): Pending {
    const pending = this.#pending.get(name) ?? this.#create(name, priority);
    pending.cancelTimer();
    pending.priority = Math.max(pending.priority, priority);
    for (const state of states.toReversed()) {
      // The state before is the one after the last change. Once its keys are known they may be reconciled before the change is known, so it is mapped again.
      const isKnown = state === undefined || pending.states.includes(state) || pending.inCall?.has(state) === true;
      if (!isKnown) pending.states.push(state);
    }
    limitStates(pending.states);
    return pending;
  }

  #create(name: string, priority: number): Pending {
    const pending: Pending = {
      name,
      states: [],
      priority,
      failures: 0,
      inCall: undefined,
      backoff: new Backoff(this.#deps.clock),
      cancelTimer: () => undefined,
      traced: undefined,
    };
    this.#pending.set(name, pending);
    return pending;
  }

  #pumpSoon(): void {
    if (this.#pumping || this.#ready.size === 0) return;
    this.#pumping = true;
    engineTurns.later(() => this.#pump(), this);
  }

  /** Begins one call. */
  #pump(): void {
    this.#pumping = false;
    const stop = this.#stop;
    if (stop === undefined || stop.aborted || this.#calls >= mostCalls) return;
    const [pending] = this.#ready;
    if (pending === undefined) return;
    this.#ready.delete(pending);
    void this.#run(pending, stop);
    this.#pumpSoon();
  }

  /** Maps the states of an object. The keys of a second are queued together: most are the same ones, and would be reconciled once for each state otherwise. */
  async #run(pending: Pending, stop: AbortSignal): Promise<void> {
    const { priority, traced } = pending;
    const keys = new KeyMap<ObjectKey>();
    const states = new Set(pending.states);
    pending.inCall = states;
    pending.states = [];
    pending.traced = undefined;
    this.#calls += 1;
    const add = (key: ObjectKey): void => {
      if (!stop.aborted) this.#deps.add(key, priority, traced);
    };
    let cancel: (() => void) | undefined;
    const flush = async (): Promise<void> => {
      cancel?.();
      cancel = undefined;
      if (keys.size > 0) await inSlices(keys.takeAll(), add);
    };
    const collect = (key: ObjectKey): void => {
      keys.set(key, key);
      cancel ??= this.#deps.clock.after(longestCollectionMs, () => void flush());
    };
    const failure = await this.#mapAll(states, collect, stop);
    await flush();
    pending.inCall = undefined;
    if (failure !== undefined) {
      pending.states = [...new Set([failure.state, ...states, ...pending.states])];
      limitStates(pending.states);
      if (pending.traced === undefined) pending.traced = traced;
      else traced?.ignored("later event");
      if (!stop.aborted) this.#failed(pending, failure.error);
    } else {
      traced?.end();
      if (pending.states.length > 0) this.#ready.add(pending);
      else this.#pending.delete(pending.name);
    }
    this.#calls -= 1;
    this.#pumpSoon();
  }

  /** Collects the keys of states until one fails, and returns that one. A state leaves `states` when its call has ended. */
  async #mapAll(
    states: Set<KubeObject>,
    collect: (key: ObjectKey) => void,
    stop: AbortSignal,
  ): Promise<{ readonly state: KubeObject; readonly error: unknown } | undefined> {
    for (const state of states) {
      const call = this.#call(state);
      // The function may also throw, or return a list.
      const found = (async () => this.#mapped.map(state, call))();
      try {
        const keys = await call.result(found, stop);
        states.delete(state);
        await eachKey(keys, this.#what, collect);
      } catch (error) {
        return { state, error };
      }
    }
    return undefined;
  }

  /** Repeats a call later, or gives up until the object changes. */
  #failed(pending: Pending, error: unknown): void {
    const { clock, controller, log, metrics } = this.#deps;
    const { kind } = this.#mapped.resource;
    pending.failures += 1;
    const { failures, name } = pending;
    metrics.mapFailed(controller, kind);
    const fields = { kind, object: name, ...authorFields("operator/map-failed", error), failures };
    if (failures >= mostTries) {
      log.error("Map failed, not repeated until the object changes", fields);
      this.#pending.delete(name);
      return pending.traced?.ignored("map failed");
    }
    const waitMs = pending.backoff.next();
    log.error("Map failed", { ...fields, retryMs: Math.round(waitMs) });
    pending.cancelTimer = clock.after(waitMs, () => {
      this.#ready.add(pending);
      this.#pumpSoon();
    });
  }

  #stopped(): void {
    for (const { cancelTimer } of this.#pending.values()) cancelTimer();
    this.#pending.clear();
    this.#ready.clear();
  }

  #call(object: KubeObject): MapCall {
    const { cache, client, clock, log } = this.#deps;
    return new MapCall({ resource: this.#mapped.resource, object, cache, client, clock, log });
  }

  get #what(): string {
    return describeMap(this.#mapped.resource, this.#deps.controller);
  }
}

/** The keys of an object's states are those of its last event. */
function follow(pending: Pending, traced: TracedEvent | undefined): Pending {
  if (traced !== undefined) pending.traced?.ignored("later event");
  pending.traced = traced ?? pending.traced;
  return pending;
}

/** Keeps the oldest state and the newest ones. */
function limitStates(states: KubeObject[]): void {
  if (states.length > mostStates) states.splice(1, states.length - mostStates);
}
