// Reads the events of one watch connection. Lines are split on bytes, so that a character in two chunks stays whole. A line that the end of
// the connection cuts is dropped. Any other line that is not an event ends the watch with an error: it may have been one, which would be lost.
import { failureStatus, isJsonObject, type KubeObject } from "@capstan/kube";
import { ByteCollector } from "@capstan/kube/http";
import { parseLeanEvent } from "@capstan/kube/json-text";
import { ApiError } from "../api-error.ts";
import type { ClientLimits } from "../limits.ts";
import type { Attempt } from "../transport/connection-error.ts";
import { countJson, limitError } from "../transport/answer-limits.ts";
import { badAnswer } from "../transport/read-answer.ts";
import { readStatus } from "../transport/status.ts";
import { keepLineSize } from "./line-size.ts";
import type { WatchEvent } from "./watch-event.ts";

const newline = 0x0a;
/** A server that sends so many empty lines in a row is none. Each costs as much as a small event. */
const mostEmptyLines = 100;

/** A watch, for its errors, and what it may send. */
export interface WatchReading {
  readonly attempt: Attempt;
  readonly limits: ClientLimits;
  /** Whether fields that take far more memory than their JSON stay JSON until they are read. */
  readonly lean: boolean;
}

/** What a chunk holds: the events before an error, if there is one. */
export interface ChunkEvents<T extends KubeObject> {
  readonly events: readonly WatchEvent<T>[];
  /** Why nothing after them can be read: an ERROR event as an ApiError, or what is no event. */
  readonly error?: Error | undefined;
}

/** Finds the events in the chunks of one connection. */
export class WatchParser<T extends KubeObject> {
  readonly #watch: WatchReading;
  readonly #lines: LineSplitter;
  #lineCount = 0;
  /** Empty lines since the last event. */
  #empty = 0;

  constructor(watch: WatchReading) {
    this.#watch = watch;
    this.#lines = new LineSplitter(watch.limits.watchLineBytes);
  }

  /** The events that end in the next chunk. */
  add(chunk: Buffer): ChunkEvents<T> {
    const { attempt, limits } = this.#watch;
    const complete = this.#lines.add(chunk);
    if (complete === undefined) return { events: [], error: limitError(attempt, "watchLineBytes", limits) };
    this.#lineCount += complete.length;
    const { events, error, broken, empty } = parseLines<T>(complete, this.#empty, this.#watch);
    this.#empty = empty;
    if (broken === undefined) return { events, error };
    const rest = [...complete.slice(broken.at), this.#lines.unfinished];
    return { events, error: notEvent(attempt, broken.parsed, rest) };
  }

  /** The connection has ended. Without a single line, what came may be an event that the end cut; the error if it is none. */
  end(): Error | undefined {
    const { unfinished } = this.#lines;
    if (this.#lineCount > 0 || /^(?:\{"type":|$)/.test(unfinished.toString("utf8"))) return undefined;
    return notEvent(this.#watch.attempt, undefined, [unfinished]);
  }
}

/** The error for a line that is no event. One that is JSON is named alone, any other with those that follow: it may be the first of a web page. */
function notEvent(attempt: Attempt, parsed: unknown, lines: readonly Buffer[]): Error {
  const content = parsed === undefined ? lines : lines.slice(0, 1);
  const wanted = isEvent(parsed) ? "watch events of a known type whose objects have a version" : "watch events";
  return badAnswer(attempt, Buffer.concat(content).toString("utf8"), wanted);
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
  /** The error that the server sent, or a limit that a line exceeds. */
  readonly error?: Error;
  /** The place of the line that is no event, and what it holds. */
  readonly broken?: { readonly at: number; readonly parsed: unknown };
  /** How many lines at the end are empty. */
  readonly empty: number;
}

/** The events before the first line that is not an event. */
function parseLines<T extends KubeObject>(
  lines: readonly Buffer[],
  emptyBefore: number,
  watch: WatchReading,
): ParsedLines<T> {
  const events: WatchEvent<T>[] = [];
  let empty = emptyBefore;
  for (const [at, line] of lines.entries()) {
    empty = line.length === 0 ? empty + 1 : 0;
    if (empty > 0 && empty <= mostEmptyLines) continue;
    const { values, excess } = countJson(line, watch.limits);
    if (excess !== undefined) return { events, empty, error: limitError(watch.attempt, excess, watch.limits) };
    const event = parseLine(line, watch.lean);
    if (isEvent(event) && event.type === "ERROR") return { events, empty, error: rejection(event.object, watch) };
    if (!isEvent(event) || !isKnownEvent<T>(event)) return { events, empty, broken: { at, parsed: event } };
    if (watch.attempt.foreign !== undefined) keepLineSize(event, { bytes: line.length, values });
    events.push(event);
  }
  return { events, empty };
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
function parseLine(line: Buffer, lean: boolean): unknown {
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
