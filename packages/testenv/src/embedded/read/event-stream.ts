// A watch's response: one JSON line per event, in order, also while objects are being converted. Lines of one turn of the
// event loop are written together.
import type { ServerResponse } from "node:http";
import { describeError } from "@capstan/kube";
import { internalError, StatusError } from "../api-status.ts";

/** How many unread bytes a stream may buffer before it is cut, because its client has stopped reading. */
const mostUnread = 256 * 1024 * 1024;

/** Writes events to a response. */
export class EventStream {
  readonly #response: ServerResponse;
  /** Pending while an object is converted; later lines wait for it. */
  #waiting: Promise<void> | undefined;
  #lines: string[] = [];
  /** What is written in the place of the next event. */
  #garbage: string | undefined;
  #scheduled = false;
  #ended = false;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, {
      "content-type": "application/json",
      "cache-control": "no-cache, private",
      "transfer-encoding": "chunked",
    });
    response.flushHeaders();
  }

  /** Sends an event with the JSON of its object. */
  send(type: string, text: string | Promise<string>): void {
    if (this.#ended) return;
    if (this.#waiting === undefined && typeof text === "string") return this.#push(type, text);
    const after = (this.#waiting ?? Promise.resolve())
      .then(async () => this.#push(type, await text))
      .catch((error: unknown) => this.#fail(error));
    this.#waiting = after;
    void after.then(() => {
      if (this.#waiting === after) this.#waiting = undefined;
    });
  }

  /** Writes another line in the place of the next event. */
  garble(line: string): void {
    this.#garbage = line;
  }

  /** Writes nothing any more, and leaves the connection open. */
  stall(): void {
    this.#ended = true;
    this.#lines = [];
  }

  /** Writes all pending lines. */
  flush(): void {
    this.#scheduled = false;
    if (this.#lines.length === 0 || this.#response.destroyed) return;
    this.#response.write(this.#lines.join(""));
    this.#lines = [];
    if (this.#response.writableLength > mostUnread) this.#response.destroy();
  }

  /** Ends the stream once everything is written. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const finish = (): void => {
      this.flush();
      this.#response.end();
    };
    if (this.#waiting === undefined) finish();
    else void this.#waiting.then(finish);
  }

  #push(type: string, text: string): void {
    // What follows a failed conversion.
    if (this.#response.writableEnded) return;
    this.#lines.push(`${this.#garbage ?? `{"type":"${type}","object":${text}}`}\n`);
    this.#garbage = undefined;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  /** An object that cannot be converted ends the watch: later events must not overtake it. */
  #fail(error: unknown): void {
    const { status } = error instanceof StatusError ? error : internalError(describeError(error));
    this.#push("ERROR", JSON.stringify(status));
    this.#ended = true;
    this.flush();
    this.#response.end();
  }
}
