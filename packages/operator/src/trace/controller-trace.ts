// What one controller tells those who listen to the trace. Nothing is built or remembered while nobody does.
import type { Clock } from "@capstan/client";
import { keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
import {
  isTraced,
  publishTrace,
  type QueueTrace,
  type RunCause,
  type RunTrace,
  type TracedChange,
  type TracedObject,
  type TracedWay,
} from "@capstan/kube/trace";
import type { CacheEvent } from "../cache/cache.ts";
import type { Informer } from "../cache/informer.ts";
import { KeyCauses } from "./causes.ts";
import { type OpenEvent, TracedEvent } from "./traced-event.ts";

/** The controller. */
export interface TracedController {
  readonly controller: string;
  readonly kind: string;
  readonly clock: Clock;
  /** How much it has to do. */
  readonly load: () => Pick<QueueTrace, "ready" | "delayed" | "running" | "abandoned">;
}

/** A run that has begun. */
export interface BegunRun {
  readonly key: ObjectKey;
  readonly run: { readonly reconcileId: string };
  readonly waitedMs: number;
}

/** Publishes the record of a run that has ended. */
export type EndRun = (ended: Pick<RunTrace, "outcome" | "nextMs" | "error" | "failures">) => void;

/** Records of the load come at most so often. */
const loadMs = 1000;

/** A run that takes longer has a record before its end. */
const longMs = 10_000;

/** The trace of one controller. */
export class ControllerTrace {
  readonly #traced: TracedController;
  readonly #causes = new KeyCauses();
  readonly #informers = new Set<Informer>();
  #cancelLoad: (() => void) | undefined;
  #loadAt = Number.NEGATIVE_INFINITY;
  #lastLoad = "";
  #isClosed = false;

  constructor(traced: TracedController) {
    this.#traced = traced;
  }

  /** A kind that the controller has in memory. */
  caches(informer: Informer): void {
    this.#informers.add(informer);
  }

  /** Follows an event of a watch; undefined when nobody listens. */
  event(event: CacheEvent, via: TracedWay): TracedEvent | undefined {
    if (!isTraced()) return undefined;
    return this.#follow({ ...this.#opened(changeOf(event), via), object: tracedObject(event.object) });
  }

  /** Follows what a source gave; undefined when nobody listens. */
  external(source: string): TracedEvent | undefined {
    return isTraced() ? this.#follow({ ...this.#opened("external", "source"), source }) : undefined;
  }

  /** An earlier run lets the key wait. */
  scheduled(key: ObjectKey, cause: RunCause["cause"], afterMs: number): void {
    if (!isTraced()) return;
    this.#causes.add(key, { cause: { at: this.#wallClock, cause, afterMs }, dueAt: this.#now + afterMs });
    this.changed();
  }

  /** A run begins; what is returned is called at its end. Undefined when nobody listens. */
  run(begun: BegunRun): EndRun | undefined {
    if (!isTraced()) {
      this.forget(begun.key);
      return undefined;
    }
    const { controller, kind, clock } = this.#traced;
    const steady = clock.steady ?? clock;
    const { key, run, waitedMs } = begun;
    const { reconcileId } = run;
    const why = this.#causes.take(key, this.#now);
    const at = this.#wallClock;
    const began = steady.now();
    this.changed();
    const endsSoon = steady.after(longMs, () => {
      const ms = steady.now() - began;
      publishTrace({ type: "running", at: this.#wallClock, controller, kind, key, reconcileId, ms });
    });
    return (ended) => {
      endsSoon();
      const ms = steady.now() - began;
      publishTrace({ type: "run", at, controller, kind, key, reconcileId, ...why, waitedMs, ms, ...ended });
    };
  }

  /** Nothing is remembered of a key. */
  forget(key: ObjectKey): void {
    this.#causes.forget(key);
  }

  /** What the controller has to do may have changed. */
  changed(): void {
    if (!isTraced() || this.#cancelLoad !== undefined || this.#isClosed) return;
    const waitMs = Math.max(0, this.#loadAt + loadMs - this.#now);
    this.#cancelLoad = this.#traced.clock.after(waitMs, () => this.#publishLoad());
  }

  /** The controller stops. */
  close(): void {
    this.#isClosed = true;
    this.#cancelLoad?.();
  }

  #follow(event: OpenEvent): TracedEvent {
    this.changed();
    const { at, change, via, object, source } = event;
    const cause = { at, cause: change, via, object, source };
    return new TracedEvent(event, (key) => this.#causes.add(key, { cause, dueAt: this.#now }));
  }

  #opened(change: TracedChange, via: TracedWay): OpenEvent {
    return { at: this.#wallClock, controller: this.#traced.controller, change, via };
  }

  #publishLoad(): void {
    this.#cancelLoad = undefined;
    this.#loadAt = this.#now;
    if (!isTraced()) return;
    const { controller, load } = this.#traced;
    const cached = Array.from(this.#informers, ({ resource, store }) => {
      const { apiVersion, kind } = resource;
      return { apiVersion, kind, objects: store.size };
    });
    const now = { controller, ...load(), cached };
    const asText = JSON.stringify(now);
    if (asText === this.#lastLoad) return;
    this.#lastLoad = asText;
    publishTrace({ type: "queue", at: this.#wallClock, ...now });
  }

  get #now(): number {
    return this.#traced.clock.now();
  }

  get #wallClock(): number {
    return this.#traced.clock.date().getTime();
  }
}

function changeOf(event: CacheEvent): TracedChange {
  if (event.type === "update") return "updated";
  if (event.type === "delete") return "deleted";
  return event.initial ? "listed" : "added";
}

function tracedObject(object: KubeObject): TracedObject {
  const { apiVersion, kind, metadata } = object;
  return { apiVersion, kind, ...keyOf(object), resourceVersion: metadata.resourceVersion };
}
