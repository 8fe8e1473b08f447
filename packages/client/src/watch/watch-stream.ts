// Reads the events of one watch connection. Lines are split on bytes, so that a character in two chunks stays whole. A line that the end of
// the connection cuts is dropped. An answer that does not start with an event is not a watch, and an error.
import { isJsonObject, type KubeObject } from "@capstan/kube";
import { ApiError } from "../api-error.ts";
import type { Attempt } from "../transport/connection-error.ts";
import { badAnswer } from "../transport/read-answer.ts";
import type { ErrorEvent, WatchEvent } from "./watch-event.ts";

const newline = 0x0a;

/** The events of a connection, those of one chunk together. An ERROR event is thrown as an ApiError. */
export async function* readWatch<T extends KubeObject>(
  body: AsyncIterable<Buffer>,
  watch: Attempt,
): AsyncGenerator<readonly WatchEvent<T>[]> {
  const lines = new LineSplitter();
  let first = true;
  for await (const chunk of body) {
    const complete = lines.add(chunk);
    if (first && complete[0] !== undefined) {
      if (!isEvent(parseLine(complete[0])))
        throw badAnswer(watch, [...complete, lines.unfinished].join("\n"), "watch events");
      first = false;
    }
    const { events, error } = parseLines<T>(complete, watch.doing);
    if (events.length > 0) yield events;
    if (error !== undefined) throw error;
  }
  // Without a single line, what came may be an event that the end of the connection cut.
  if (first && !/^(?:\{"type":|$)/.test(lines.unfinished)) throw badAnswer(watch, lines.unfinished, "watch events");
}

/** Whether a line has the form of an event, of a type that may be unknown. */
function isEvent(line: unknown): boolean {
  return isJsonObject(line) && typeof line["type"] === "string" && isJsonObject(line["object"]);
}

const known: ReadonlySet<string> = new Set(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]);

/** After the first, lines that are not events are skipped, so that one of them does not end the watch. */
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

  /** What came after the last line. */
  get unfinished(): string {
    return Buffer.concat(this.#pieces).toString("utf8");
  }

  #finish(end: Buffer): string {
    if (this.#pieces.length === 0) return end.toString("utf8");
    const line = Buffer.concat([...this.#pieces, end]).toString("utf8");
    this.#pieces = [];
    return line;
  }
}
