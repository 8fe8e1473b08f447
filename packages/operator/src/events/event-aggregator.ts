// Combines events that differ in their message alone, by client-go's rules (EventAggregator of tools/record): after ten different messages of one kind of event on one object, each within ten minutes of the one
// before, further ones count up one event, which has the newest message.
import type { RecordedEvent } from "./event-recorder.ts";
import { RecentMap } from "./recent-map.ts";

const mostMessages = 10;
const intervalMs = 600_000;
const combined = "(combined from similar events): ";

interface Similar {
  readonly messages: Set<string>;
  lastAt: number;
}

/** What an event is counted with, and what is written. */
export interface AggregatedEvent {
  /** Events with the same key are one series. */
  readonly key: string;
  readonly message: string;
}

/** Remembers the messages of each kind of event on each object. */
export class EventAggregator {
  readonly #similar = new RecentMap<Similar>();

  /** The series of an event on an object; `object` is the identity of the object. */
  seriesOf(object: string, { type, reason, message }: RecordedEvent, now: number): AggregatedEvent {
    const kind = JSON.stringify([object, type, reason]);
    const known = this.#similar.get(kind);
    const similar = known === undefined || isOver(known, now) ? { messages: new Set<string>(), lastAt: now } : known;
    similar.lastAt = now;
    this.#similar.set(kind, similar);
    if (similar.messages.size < mostMessages - 1 || similar.messages.has(message)) {
      similar.messages.add(message);
      return { key: JSON.stringify([object, type, reason, message]), message };
    }
    return { key: kind, message: combined + message };
  }

  /** Removes what is too old to be combined with a new event. */
  prune(now: number): void {
    this.#similar.prune((similar) => isOver(similar, now));
  }
}

function isOver({ lastAt }: Similar, now: number): boolean {
  return now - lastAt > intervalMs;
}
