// Writes recorded events to the API server, in the background and in order.
// A repeated event on an object increases the count of the first, similar ones are combined, and an object with too many events is limited, all as client-go does it: events are hints for
// people, and the API server keeps them for an hour.
import { type Client, type Clock, isNotFound } from "@capstan/client";
import { describeError, formatTime, type KubeObject } from "@capstan/kube";
import { Event } from "@capstan/kube/builtin";
import { CallGate } from "../controller/call-gate.ts";
import { DropLog, type DropReason } from "./drop-log.ts";
import { EventAggregator } from "./event-aggregator.ts";
import { EventBudgets } from "./event-budgets.ts";
import type { EventRecorder, RecordedEvent } from "./event-recorder.ts";
import { FairBacklog } from "./fair-backlog.ts";
import { RecentMap } from "./recent-map.ts";
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

/** How long a repeated event increases the count instead of adding an event. */
const rememberMs = 600_000;
/** How often what is remembered is searched for what is too old. Each time, all of it is read. */
const forgetEveryMs = 60_000;
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

interface Waiting {
  readonly object: KubeObject;
  readonly event: RecordedEvent;
  readonly at: number;
  /** The series of the event. */
  readonly key: string;
}

/** Writes events. Those of one namespace wait for those of others no longer than one of each takes. */
export class EventWriter implements EventRecorder {
  readonly #options: EventWriterOptions;
  readonly #series = new RecentMap<Series>();
  readonly #aggregator = new EventAggregator();
  readonly #budgets = new EventBudgets();
  readonly #drops: DropLog;
  /** An event that was repeated may take two calls: the second must not begin when another process may lead. */
  readonly #gate: CallGate;
  readonly #waiting = new FairBacklog<Waiting>(backlog);
  #writing: Promise<void> | undefined;
  #isWriting = false;
  #hasEnded = false;
  #sequence = 0;
  #forgotAt: number;

  constructor(options: EventWriterOptions) {
    this.#options = options;
    this.#drops = new DropLog(options);
    this.#gate = new CallGate(() => (options.leads() ? undefined : new Error("this process does not lead any more")));
    this.#forgotAt = options.clock.now();
  }

  record(object: KubeObject, recorded: RecordedEvent): void {
    const at = this.#options.clock.now();
    const identity = identityOf(object);
    // First, because messages are remembered.
    const event = shortened(recorded);
    const { key, message } = this.#aggregator.seriesOf(identity, event, at);
    if (!this.#budgets.spend(identity, at))
      return this.#drops.dropped("its object has had too many events", object, event);
    const waiting: Waiting = { object, event: shortened({ ...event, message }), at, key };
    const dropped = this.#waiting.add(object.metadata.namespace ?? "", waiting);
    if (dropped !== undefined) this.#drops.dropped("too many events wait", dropped.object, dropped.event);
    if (!this.#isWriting) this.#writing = this.#writeAll();
  }

  /** Resolves when everything recorded so far is written or dropped. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  /** Ends the call in flight, and drops what waits and what is recorded from now on. */
  end(): void {
    this.#hasEnded = true;
    this.#gate.close(new Error("the manager has stopped"));
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (let next = this.#waiting.take(); next !== undefined; next = this.#waiting.take()) {
      const why = this.#dropReason();
      if (why === undefined) await this.#write(next);
      else this.#drops.dropped(why, next.object, next.event);
    }
    // At once: what is recorded from now on begins to be written again.
    this.#isWriting = false;
  }

  #dropReason(): DropReason | undefined {
    if (!this.#options.leads()) return "this process does not lead any more";
    return this.#hasEnded ? "the manager has stopped" : undefined;
  }

  async #write({ object, event, at: now, key }: Waiting): Promise<void> {
    const known = this.#series.get(key);
    try {
      const counted =
        known !== undefined && now - known.lastAt < rememberMs && (await this.#countUp(known, event, now));
      if (!counted) this.#series.set(key, { event: await this.#create(object, event), count: 1, lastAt: now });
    } catch (error) {
      this.#options.log.warn("Event not written", { reason: event.reason, error: describeError(error) });
    }
    this.#forget(now);
  }

  async #create(object: KubeObject, { type, reason, message }: RecordedEvent): Promise<Event> {
    const { client, source } = this.#options;
    const { namespace = "", name = "", uid = "", resourceVersion = "" } = object.metadata;
    const at = this.#timestamp();
    const created: Event = {
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
      message,
      count: 1,
      firstTimestamp: at,
      lastTimestamp: at,
      source: { component: source },
      reportingComponent: source,
    };
    return client.create(Event, created, this.#gate.begin());
  }

  /** False when the event no longer exists. */
  async #countUp(series: Series, { message }: RecordedEvent, now: number): Promise<boolean> {
    const { namespace = "", name = "" } = series.event.metadata;
    try {
      await this.#options.client.patch(
        Event,
        { namespace, name },
        // The message differs in combined events alone.
        {
          type: "merge",
          body: { count: series.count + 1, lastTimestamp: this.#timestamp(), message },
          ...this.#gate.begin(),
        },
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
    this.#series.prune(({ lastAt }) => now - lastAt >= rememberMs);
    this.#aggregator.prune(now);
    this.#budgets.prune(now);
  }

  #timestamp(): string {
    return formatTime(this.#options.clock.date());
  }
}

/** A message of a caught value that is no Error is no string, whatever its type says. */
function shortened(event: RecordedEvent): RecordedEvent {
  return { ...event, message: String(event.message).slice(0, longestMessage) };
}

/** What tells one object from another. Some have no uid. */
function identityOf({ apiVersion, kind, metadata: { namespace = "", name = "", uid = "" } }: KubeObject): string {
  return JSON.stringify([apiVersion, kind, namespace, name, uid]);
}
