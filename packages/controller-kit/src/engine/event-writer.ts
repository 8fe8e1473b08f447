// Writes recorded events to the API server, in the background and in order. Made by manager.ts; reconciles see event-recorder.ts.
// The same event on the same object is counted up in place, and an object that floods is cut off: events are hints for people, and the
// API server keeps them for an hour.
import { type Client, type Clock, isNotFound } from "@capstan/client";
import { describeError, formatTime, type KubeObject } from "@capstan/kube";
import { Event } from "@capstan/kube/builtin";
import type { EventRecorder, RecordedEvent } from "./event-recorder.ts";
import type { Logger } from "./logger.ts";

/** What an event writer works with. */
export interface EventWriterOptions {
  readonly client: Pick<Client, "create" | "patch">;
  readonly clock: Clock;
  readonly log: Logger;
  /** Who records: `source.component` of the events. */
  readonly source: string;
}

/** client-go's bounds: events of one object at once, and the time after which there may be one more. */
const burst = 25;
const refillMs = 300_000;
/** How long a repetition counts up an event instead of adding one; also how long an object's budget is remembered. */
const rememberMs = 600_000;
/** How many may wait to be written; a server that is away must not fill our memory. */
const backlog = 1000;

interface Series {
  readonly event: Event;
  count: number;
  lastAt: number;
}

/** Writes events. */
export class EventWriter implements EventRecorder {
  readonly #options: EventWriterOptions;
  readonly #series = new Map<string, Series>();
  /** For each object, when its budget is full again. */
  readonly #budgets = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();
  #waiting = 0;
  #sequence = 0;

  constructor(options: EventWriterOptions) {
    this.#options = options;
  }

  record(object: KubeObject, event: RecordedEvent): void {
    const now = this.#options.clock.now();
    if (this.#waiting >= backlog || !this.#spend(object.metadata.uid ?? "", now)) return;
    this.#waiting += 1;
    this.#writing = this.#writing.then(() => this.#write(object, event, now)).finally(() => (this.#waiting -= 1));
  }

  /** Resolves when everything recorded so far is written or dropped. */
  flushed(): Promise<void> {
    return this.#writing;
  }

  #spend(uid: string, now: number): boolean {
    const fullAt = Math.max(this.#budgets.get(uid) ?? now, now) + refillMs;
    if (fullAt - now > burst * refillMs) return false;
    this.#budgets.set(uid, fullAt);
    return true;
  }

  async #write(object: KubeObject, recorded: RecordedEvent, now: number): Promise<void> {
    const name = [object.metadata.uid, recorded.type, recorded.reason, recorded.message].join("\n");
    const known = this.#series.get(name);
    try {
      const counted = known !== undefined && now - known.lastAt < rememberMs && (await this.#countUp(known, now));
      if (!counted) this.#series.set(name, { event: await this.#create(object, recorded), count: 1, lastAt: now });
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
      // The name as client-go makes it: the object's, and a number that differs.
      metadata: {
        namespace: namespace === "" ? "default" : namespace,
        name: `${name}.${(this.#options.clock.date().getTime() * 1000 + this.#sequence++).toString(16)}`,
      },
      involvedObject: { apiVersion: object.apiVersion, kind: object.kind, namespace, name, uid, resourceVersion },
      type,
      reason,
      message: message.slice(0, 1024),
      count: 1,
      firstTimestamp: at,
      lastTimestamp: at,
      source: { component: source },
      reportingComponent: source,
    });
  }

  /** False when the event is gone by now. */
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
    for (const [name, { lastAt }] of this.#series) if (now - lastAt >= rememberMs) this.#series.delete(name);
    for (const [uid, fullAt] of this.#budgets) if (fullAt <= now) this.#budgets.delete(uid);
  }

  #timestamp(): string {
    return formatTime(this.#options.clock.date());
  }
}
