// Reads the events of one watch connection. Lines are split on bytes, so that a character in two chunks stays whole. A line that the end of
// the connection cuts is dropped.
import type { KubeObject } from "@capstan/kube";
import { ApiError } from "../api-error.ts";
import type { ErrorEvent, WatchEvent } from "./watch-event.ts";

const newline = 0x0a;

/** The events of a connection, those of one chunk together. An ERROR event is thrown as an ApiError. */
export async function* readWatch<T extends KubeObject>(
  body: AsyncIterable<Buffer>,
  doing: string,
): AsyncGenerator<readonly WatchEvent<T>[]> {
  const lines = new LineSplitter();
  for await (const chunk of body) {
    const { events, error } = parseLines<T>(lines.add(chunk), doing);
    if (events.length > 0) yield events;
    if (error !== undefined) throw error;
  }
}

const known: ReadonlySet<string> = new Set(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]);

/** Lines that are not events are skipped, so that one of them does not end the watch. */
function parseLines<T extends KubeObject>(
  lines: readonly string[],
  doing: string,
): { events: readonly WatchEvent<T>[]; error: ApiError | undefined } {
  const events: WatchEvent<T>[] = [];
  for (const line of lines) {
    const event = parseLine<T>(line);
    if (event?.type === "ERROR") return { events, error: new ApiError({ doing, status: event.object }) };
    if (event !== undefined && known.has(event.type) && event.object?.metadata?.resourceVersion !== undefined)
      events.push(event);
  }
  return { events, error: undefined };
}

/** The cast trusts the server for the kind of the object; parseLines checks what it uses. */
function parseLine<T extends KubeObject>(line: string): WatchEvent<T> | ErrorEvent | undefined {
  try {
    return JSON.parse(line) as WatchEvent<T> | ErrorEvent;
  } catch {
    return undefined;
  }
}

/** Splits chunks into lines, and keeps the pieces of an unfinished line until its end arrives. */
export class LineSplitter {
  #pieces: Buffer[] = [];

  /** The lines that end in this chunk. */
  add(chunk: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      lines.push(this.#finish(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (from < chunk.length) this.#pieces.push(chunk.subarray(from));
    return lines;
  }

  #finish(end: Buffer): string {
    if (this.#pieces.length === 0) return end.toString("utf8");
    const line = Buffer.concat([...this.#pieces, end]).toString("utf8");
    this.#pieces = [];
    return line;
  }
}
