// How long a watch of a workload cluster waits: after an event, because a tenant's server may send without an end and takes the time of all others, and before it connects again.
import { type Clock, lineSizeOf, sleep, type WatchEvent } from "@capstan/client";

/**
 * What the pause is made of, for each event, for each value of its object and for each byte of its line: a server that sends objects without an end gets about a twentieth of the time of this process. What
 * it sends beside the objects, and pages of lists, cause no pause: with those it gets up to half.
 */
const pause = { eventMs: 10, valueMs: 1 / 60, byteMs: 1 / 2000 } as const;

/** How long the pause is after an event. An event whose line was not counted counts by the values and the characters of its object. */
export function eventPauseMs(event: WatchEvent): number {
  const line = lineSizeOf(event);
  const own = line !== undefined && line.values > 0 ? line : sizeOf(event.object);
  const { values } = own;
  const bytes = Math.max(line?.bytes ?? 0, own.bytes);
  return pause.eventMs + values * pause.valueMs + bytes * pause.byteMs;
}

/** What the pauses of a watch may sum up to before it waits: a change of one object, or of a few, is read at once. */
const freeMs = 100;

/** What is done with one event. */
export interface EventWork {
  readonly event: WatchEvent;
  readonly handle: () => Promise<void>;
}

/** The pauses of one watch. They are made up for by the time that passes between events, not by what their handling takes, and only what is beyond `freeMs` is waited for. */
export class EventPauses {
  readonly #clock: Clock;
  #owedMs = 0;
  /** When the handling of the last event ended. */
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  /** Handles an event, and waits after it if the watch owes too much; the end of the signal ends the wait. What the handling takes until its first wait is owed as well. */
  async around({ event, handle }: EventWork, signal: AbortSignal): Promise<void> {
    const begun = this.#clock.now();
    const handled = handle();
    const busyMs = this.#clock.now() - begun;
    await handled;
    this.#owedMs = Math.max(0, this.#owedMs - (begun - this.#at)) + eventPauseMs(event) + busyMs;
    this.#at = this.#clock.now();
    if (this.#owedMs > freeMs) await sleep(this.#clock, this.#owedMs - freeMs, signal);
  }
}

interface Size {
  values: number;
  /** Its characters: an object in ASCII has no fewer bytes. */
  bytes: number;
}

/** Of a value and all that is in it. */
function sizeOf(value: unknown, sum: Size = { values: 0, bytes: 0 }): Readonly<Size> {
  sum.values += 1;
  if (typeof value === "string") sum.bytes += value.length;
  if (typeof value !== "object" || value === null) return sum;
  for (const [name, inner] of Object.entries(value)) {
    sum.bytes += name.length;
    sizeOf(inner, sum);
  }
  return sum;
}

/** Looks at workload clusters begin at multiples of this time. */
const tickMs = 500;

/**
 * A wait that ends together with others, a little later than it would alone. A look has two calls, and a process that wakes up for each of them alone needs half as much processor time again as one
 * that has some of them at once.
 */
export function togetherMs(clock: Clock, ms: number): number {
  const end = clock.now() + ms;
  return ms + (Math.ceil(end / tickMs) * tickMs - end);
}

/** Upstream's wait before it connects again. */
export const reconnectMs = 30_000;
/** client-go's waits after connections that failed. */
const firstWaitMs = 800;

/** Half of a wait and a random part of the rest: what failed together does not come back together. */
export function spread(clock: Clock, ms: number): number {
  return ms * (1 - clock.random() / 2);
}

/** The wait after so many failures in a row. */
export function backoffMs(clock: Clock, failures: number): number {
  return spread(clock, Math.min(reconnectMs, firstWaitMs * 2 ** (failures - 1)));
}
