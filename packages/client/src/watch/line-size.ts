// The size of the line of an event, for readers of servers that somebody else owns. What was parsed may be far less: of a field that is sent again and again the last one is left, and of blanks and long numbers nothing.
import type { WatchEvent } from "./watch-event.ts";

/** What a line has. */
export interface LineSize {
  readonly bytes: number;
  /** The values of its JSON, as they are counted for `limits.jsonValues`; 0 where these have no limit. */
  readonly values: number;
}

const sizeOf = new WeakMap<WatchEvent, LineSize>();

/** Keeps the size of the line of an event. */
export function keepLineSize(event: WatchEvent, size: LineSize): void {
  sizeOf.set(event, size);
}

/** The size of the line that an event of a foreign server had; undefined for other events, and for copies. */
export function lineSizeOf(event: WatchEvent): LineSize | undefined {
  return sizeOf.get(event);
}
