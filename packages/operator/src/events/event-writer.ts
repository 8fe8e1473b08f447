// Writes recorded events to the API server, in the background and in order.
// A repeated event on an object increases the count of the first, and an object with too many events is limited: events are hints for
// people, and the API server keeps them for an hour.
import { type Client, type Clock, isNotFound } from "@capstan/client";
import { describeError, formatTime, type KubeObject } from "@capstan/kube";
import { Event } from "@capstan/kube/builtin";
import type { EventRecorder, RecordedEvent } from "./event-recorder.ts";
import { FairBacklog } from "./fair-backlog.ts";
import type { Logger } from "@capstan/process";

/** What an event writer works with. */
export interface EventWriterOptions {
  readonly client: Pick<Client, "create" | "patch">;
  readonly clock: Clock;
  readonly log: Logger;
  /** The `source.component` of the events. */
  readonly source: string;
  /** Whether this process leads; what waits is dropped when it does not any more. */
  readonly leads: () => boolean;
}

/** client-go's limits: events of one object at once, and the time after which it may have one more. */
const burst = 25;
const refillMs = 300_000;
/** How long a repeated event increases the count instead of adding an event. */
const rememberMs = 600_000;
/** How often what is remembered is searched for what is too old. Each time, all of it is read. */
const forgetEveryMs = 60_000;
/** Of how many events and objects something is remembered, as client-go does; what was written longest ago is forgotten first. */
const mostRemembered = 4096;
/** The longest name of an event: that of the object, a point and a number of at most 16 digits. */
const longestName = 253 - 17;
/** What no name ends with. */
// Short input: it is part of a name.
const cutEnd = /[-.]+$/;
/** The longest message of an event, as the API server has it. */
const longestMessage = 1024;
/** How many events may wait; an unreachable server must not fill the memory. */
const backlog = 1000;

interface Series {
  readonly event: Event;
  count: number;
  lastAt: number;
}

/** Sets an entry of a limited map, as the newest one. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= mostRemembered) return;
    map.delete(oldest);
  }
}

interface Waiting {
  readonly object: KubeObject;
  readonly event: RecordedEvent;
  readonly at: number;
}

/** Writes events. Those of one namespace wait for those of others no longer than one of each takes. */
export class EventWriter implements EventRecorder {
  readonly #options: EventWriterOptions;
  readonly #series = new Map<string, Series>();
  /** For each object, when its budget is full again. */
  readonly #budgets = new Map<string, number>();
  readonly #waiting = new FairBacklog<Waiting>(backlog);
  #writing: Promise<void> | undefined;
  #sequence = 0;
  #forgotAt: number;

  constructor(options: EventWriterOptions) {
    this.#options = options;
    this.#forgotAt = options.clock.now();
  }

  record(object: KubeObject, event: RecordedEvent): void {
    const at = this.#options.clock.now();
    if (!this.#spend(object.metadata.uid ?? "", at)) return;
    this.#waiting.add(object.metadata.namespace ?? "", { object, event, at });
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything recorded so far is written or dropped. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take())
      if (this.#options.leads()) await this.#write(next);
    // At once: what is recorded from now on begins to be written again.
    this.#writing = undefined;
  }

  #spend(uid: string, now: number): boolean {
    const fullAt = Math.max(this.#budgets.get(uid) ?? now, now) + refillMs;
    if (fullAt - now > burst * refillMs) return false;
    remember(this.#budgets, uid, fullAt);
    return true;
  }

  async #write({ object, event: recorded, at: now }: Waiting): Promise<void> {
    const name = [object.metadata.uid, recorded.type, recorded.reason, recorded.message.slice(0, longestMessage)].join(
      "\n",
    );
    const known = this.#series.get(name);
    try {
      const counted = known !== undefined && now - known.lastAt < rememberMs && (await this.#countUp(known, now));
      if (!counted)
        remember(this.#series, name, { event: await this.#create(object, recorded), count: 1, lastAt: now });
    } catch (error) {
      this.#options.log.warn("Event not written", { reason: recorded.reason, error: describeError(error) });
    }
    this.#forget(now);
  }

  async #create(object: KubeObject, { type, reason, message }: RecordedEvent): Promise<Event> {
    const { client, source } = this.#options;
    const { namespace = "", name = "", uid = "", resourceVersion = "" } = object.metadata;
    const at = this.#timestamp();
    return client.create(Event, {
      apiVersion: "v1",
      kind: "Event",
      // client-go's form: the name of the object and a unique number.
      metadata: {
        namespace: namespace === "" ? "default" : namespace,
        name: `${name.slice(0, longestName).replace(cutEnd, "")}.${(this.#options.clock.date().getTime() * 1000 + this.#sequence++).toString(16)}`,
      },
      involvedObject: { apiVersion: object.apiVersion, kind: object.kind, namespace, name, uid, resourceVersion },
      type,
      reason,
      message: message.slice(0, longestMessage),
      count: 1,
      firstTimestamp: at,
      lastTimestamp: at,
      source: { component: source },
      reportingComponent: source,
    });
  }

  /** False when the event no longer exists. */
  async #countUp(series: Series, now: number): Promise<boolean> {
    const { namespace = "", name = "" } = series.event.metadata;
    try {
      await this.#options.client.patch(
        Event,
        { namespace, name },
        { type: "merge", body: { count: series.count + 1, lastTimestamp: this.#timestamp() } },
      );
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
    series.count += 1;
    series.lastAt = now;
    return true;
  }

  #forget(now: number): void {
    if (now - this.#forgotAt < forgetEveryMs) return;
    this.#forgotAt = now;
    for (const [name, { lastAt }] of this.#series) if (now - lastAt >= rememberMs) this.#series.delete(name);
    for (const [uid, fullAt] of this.#budgets) if (fullAt <= now) this.#budgets.delete(uid);
  }

  #timestamp(): string {
    return formatTime(this.#options.clock.date());
  }
}
