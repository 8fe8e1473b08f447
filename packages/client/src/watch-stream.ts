// Reads the events of one watch connection. Called by create-client.ts for `watchOnce`.
// Lines are split on bytes, so that a character cut by two chunks stays whole; a line cut by the end of the connection is dropped.
import type { Readable } from "node:stream";
import type { KubeObject } from "@capstan/kube";
import { ApiError } from "./api-error.ts";
import type { ErrorEvent, WatchEvent } from "./watch-event.ts";

const newline = 0x0a;

/** The events of a connection, those of one chunk together; an ERROR event ends it as the ApiError it stands for. */
export async function* readWatch<T extends KubeObject>(
  body: Readable,
  doing: string,
): AsyncGenerator<readonly WatchEvent<T>[]> {
  const lines = new LineSplitter();
  for await (const chunk of body) {
    const { events, error } = parseLines<T>(lines.add(chunk as Buffer), doing);
    if (events.length > 0) yield events;
    if (error !== undefined) throw error;
  }
}

const known: ReadonlySet<string> = new Set(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]);

/** What cannot be understood is left out: one strange event must not end a watch. */
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

function parseLine<T extends KubeObject>(line: string): WatchEvent<T> | ErrorEvent | undefined {
  try {
    return JSON.parse(line) as WatchEvent<T> | ErrorEvent;
  } catch {
    return undefined;
  }
}

/** Splits chunks into lines; keeps the pieces of an unfinished one apart until its end is there. */
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
