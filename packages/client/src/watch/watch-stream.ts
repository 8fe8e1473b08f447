// Reads the events of one watch connection. Lines are split on bytes, so that a character in two chunks stays whole. A line that the end of
// the connection cuts is dropped. An answer that does not start with an event is not a watch, and an error.
import { failureStatus, isJsonObject, type KubeObject } from "@capstan/kube";
import { ByteCollector } from "@capstan/kube/http";
import { parseLeanEvent } from "@capstan/kube/json-text";
import { ApiError } from "../api-error.ts";
import type { ClientLimits } from "../limits.ts";
import type { Attempt } from "../transport/connection-error.ts";
import { jsonLimitOf, limitError } from "../transport/answer-limits.ts";
import { badAnswer } from "../transport/read-answer.ts";
import { readStatus } from "../transport/status.ts";
import type { WatchEvent } from "./watch-event.ts";

const newline = 0x0a;
/** A server that sends so many lines in a row that are no events is none. Each costs as much as a small event. */
const mostIdleLines = 100;

/** A watch, for its errors, and what it may send. */
export interface WatchReading {
  readonly attempt: Attempt;
  readonly limits: ClientLimits;
  /** Whether fields that take far more memory than their JSON stay JSON until they are read. */
  readonly lean: boolean;
}

/** The events of a connection, those of one chunk together. An ERROR event is thrown as an ApiError. */
export async function* readWatch<T extends KubeObject>(
  body: AsyncIterable<Buffer>,
  watch: WatchReading,
): AsyncGenerator<readonly WatchEvent<T>[]> {
  const { attempt, limits } = watch;
  const lines = new LineSplitter(limits.watchLineBytes);
  let first = true;
  let idle = 0;
  for await (const chunk of body) {
    const complete = lines.add(chunk);
    if (complete === undefined) throw limitError(attempt, "watchLineBytes", limits);
    if (first && complete[0] !== undefined) {
      if (!isEvent(parseLine(complete[0], watch)))
        throw badAnswer(attempt, Buffer.concat([...complete, lines.unfinished]).toString("utf8"), "watch events");
      first = false;
    }
    const parsed = parseLines<T>(complete, idle, watch);
    const { events, error } = parsed;
    idle = parsed.idle;
    if (events.length > 0) yield events;
    if (error !== undefined) throw error;
  }
  // Without a single line, what came may be an event that the end of the connection cut.
  const unfinished = lines.unfinished.toString("utf8");
  if (first && !/^(?:\{"type":|$)/.test(unfinished)) throw badAnswer(attempt, unfinished, "watch events");
}

interface AnyEvent {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** Whether a line has the form of an event, of a type that may be unknown. */
function isEvent(line: unknown): line is AnyEvent & Record<string, unknown> {
  return isJsonObject(line) && typeof line["type"] === "string" && isJsonObject(line["object"]);
}

const known: ReadonlySet<string> = new Set(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]);

/** Whether an event can be used; the server is trusted for the kind of its object. */
function isKnownEvent<T extends KubeObject>(event: AnyEvent): event is AnyEvent & WatchEvent<T> {
  const { metadata } = event.object;
  return known.has(event.type) && isJsonObject(metadata) && typeof metadata["resourceVersion"] === "string";
}

interface ParsedLines<T extends KubeObject> {
  readonly events: readonly WatchEvent<T>[];
  readonly error: Error | undefined;
  /** How many lines at the end are no events. */
  readonly idle: number;
}

/** After the first, lines that are not events are skipped, so that one of them does not end the watch; many in a row do. */
function parseLines<T extends KubeObject>(
  lines: readonly Buffer[],
  idleBefore: number,
  watch: WatchReading,
): ParsedLines<T> {
  const events: WatchEvent<T>[] = [];
  let idle = idleBefore;
  for (const line of lines) {
    const event = parseLine(line, watch);
    idle = isEvent(event) ? 0 : idle + 1;
    if (idle > mostIdleLines)
      return { events, idle, error: badAnswer(watch.attempt, line.toString("utf8"), "watch events") };
    if (!isEvent(event)) continue;
    if (event.type === "ERROR") return { events, idle, error: rejection(event.object, watch) };
    if (isKnownEvent<T>(event)) events.push(event);
  }
  return { events, idle, error: undefined };
}

function rejection(object: unknown, { attempt, limits }: WatchReading): ApiError {
  const status = readStatus(object, 500) ?? failureStatus("InternalError", "the watch failed without a Status");
  return new ApiError({
    doing: attempt.doing,
    status,
    foreign: attempt.foreign !== undefined,
    messageCharacters: limits.statusMessageCharacters,
  });
}

/** What a line holds; undefined when it is not JSON. */
function parseLine(line: Buffer, { attempt, limits, lean }: WatchReading): unknown {
  const excess = jsonLimitOf(line, limits);
  if (excess !== undefined) throw limitError(attempt, excess, limits);
  try {
    return lean ? parseLeanEvent(line) : JSON.parse(line.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Splits chunks into lines, and keeps the pieces of an unfinished line until its end arrives. */
export class LineSplitter {
  readonly #unfinished: ByteCollector;

  constructor(limit: number) {
    this.#unfinished = new ByteCollector(limit);
  }

  /** The lines that end in this chunk; undefined when one of them, or the unfinished one, exceeds the limit. */
  add(chunk: Buffer): Buffer[] | undefined {
    const lines: Buffer[] = [];
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      if (!this.#unfinished.add(chunk.subarray(from, at))) return undefined;
      lines.push(this.#unfinished.take());
      from = at + 1;
    }
    return from === chunk.length || this.#unfinished.add(chunk.subarray(from)) ? lines : undefined;
  }

  /** What came after the last line. It counts as read. */
  get unfinished(): Buffer {
    return this.#unfinished.take();
  }
}
