// How many bytes the line of an event had, for readers of servers that somebody else owns. What was parsed may be far less: of a field that is sent again and again the last one is left, and of blanks and long numbers nothing.
import type { WatchEvent } from "./watch-event.ts";

const bytesOf = new WeakMap<WatchEvent, number>();

/** Keeps the bytes of an event. */
export function keepLineBytes(event: WatchEvent, bytes: number): void {
  bytesOf.set(event, bytes);
}

/** The bytes of the line that an event of a foreign server had; undefined for other events, and for copies. */
export function lineBytesOf(event: WatchEvent): number | undefined {
  return bytesOf.get(event);
}
