// One watch connection, read by one loop. The chunks come by events, and an event that somebody waits for is given on in the same callback: with generators between the socket and the loop,
// each of its steps would be several microtasks, which cost more than to parse a small object.
import { finished, type Readable } from "node:stream";
import type { KubeObject } from "@capstan/kube";
import type { StreamResponse } from "../transport/raw-request.ts";
import type { WatchEvent } from "./watch-event.ts";
import { WatchParser, type WatchReading } from "./watch-stream.ts";

/** A server may send a list as fast as it is read: after so much of it the rest of the process gets a turn. Node itself would read up to 2 MiB in one. */
const bytesOfTurn = 64 * 1024;
/** When so much waits for the loop, the server has to wait too. */
const mostWaiting = 16 * 1024;

/** What a connection is opened and read with. */
export interface WatchConnectionOptions<T extends KubeObject> {
  /** Sends the request, when the loop begins. */
  readonly open: () => Promise<StreamResponse>;
  readonly reading: WatchReading;
  /** Completes an event. */
  readonly complete: ((event: WatchEvent<T>) => void) | undefined;
  /** The error that the loop gets for what ended the connection; undefined when the caller ended it. */
  readonly errorOf: (error: unknown) => unknown;
}

type Events<T extends KubeObject> = readonly WatchEvent<T>[];
type Step<T extends KubeObject> = IteratorResult<Events<T>, undefined>;

/** A step of the loop that waits. */
interface Waiting<T extends KubeObject> {
  readonly promise: Promise<Step<T>>;
  readonly resolve: (step: Step<T>) => void;
  readonly reject: (error: unknown) => void;
}

/** The events of one connection, those of one chunk together. */
export class WatchConnection<T extends KubeObject> implements AsyncIterableIterator<Events<T>, undefined> {
  readonly #options: WatchConnectionOptions<T>;
  readonly #parser: WatchParser<T>;
  #isOpened = false;
  #body: Readable | undefined;
  /** What came while nobody waited, or another one has its turn. */
  readonly #chunks: Buffer[] = [];
  /** Their bytes. */
  #kept = 0;
  /** Bytes that were read since others had a turn. */
  #read = 0;
  #isResting = false;
  /** How the connection ended: no chunk comes any more. */
  #end: { readonly error: unknown } | undefined;
  #waiting: Waiting<T> | undefined;

  constructor(options: WatchConnectionOptions<T>) {
    this.#options = options;
    this.#parser = new WatchParser(options.reading);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step<T>> {
    const before = this.#waiting;
    if (before !== undefined) return before.promise.then(() => this.next());
    const waiting = Promise.withResolvers<Step<T>>();
    this.#waiting = waiting;
    if (this.#isOpened) this.#goOn();
    else void this.#open();
    return waiting.promise;
  }

  /** The loop needs no more events. */
  return(): Promise<Step<T>> {
    this.#close(undefined);
    this.#goOn();
    return Promise.resolve({ done: true, value: undefined });
  }

  async #open(): Promise<void> {
    this.#isOpened = true;
    try {
      const { body, onBytes } = await this.#options.open();
      this.#body = body;
      finished(body, { writable: false }, (error) => this.#ended(error ?? undefined));
      body.on("data", (chunk: Buffer) => {
        onBytes?.(chunk.length);
        this.#take(chunk);
      });
      // The loop may have ended meanwhile.
      if (this.#end !== undefined) body.destroy();
    } catch (error) {
      this.#ended(error);
    }
  }

  #take(chunk: Buffer): void {
    if (this.#end !== undefined) return;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    this.#goOn();
    if (this.#kept >= mostWaiting) this.#body?.pause();
  }

  /** Gives the loop what it waits for. */
  #goOn(): void {
    while (this.#waiting !== undefined && !this.#isResting) {
      const chunk = this.#chunks.shift();
      if (chunk === undefined) return this.#drained(this.#waiting);
      this.#kept -= chunk.length;
      this.#parse(chunk, this.#waiting);
    }
  }

  #parse(chunk: Buffer, waiting: Waiting<T>): void {
    const { events, error } = this.#parser.add(chunk);
    if (error !== undefined) this.#close(error);
    if (events.length > 0) {
      const { complete } = this.#options;
      if (complete !== undefined) for (const event of events) complete(event);
      this.#waiting = undefined;
      waiting.resolve({ done: false, value: events });
    }
    this.#read += chunk.length;
    if (this.#read >= bytesOfTurn) this.#rest();
  }

  #rest(): void {
    this.#isResting = true;
    this.#read = 0;
    setImmediate(() => {
      this.#isResting = false;
      this.#goOn();
    });
  }

  /** Everything that came is read. */
  #drained(waiting: Waiting<T>): void {
    if (this.#end === undefined) {
      if (this.#body?.isPaused() === true) this.#body.resume();
      return;
    }
    const error = this.#end.error ?? this.#parser.end();
    // Once: the steps after it are over.
    this.#end = { error: undefined };
    this.#waiting = undefined;
    const thrown = error === undefined ? undefined : this.#options.errorOf(error);
    if (thrown === undefined) waiting.resolve({ done: true, value: undefined });
    else waiting.reject(thrown);
  }

  /** The connection has ended; what came before is read all the same, unless the caller ended it. */
  #ended(error: unknown): void {
    if (this.#end !== undefined) return;
    if (error !== undefined && this.#options.errorOf(error) === undefined) this.#close(error);
    else this.#end = { error };
    this.#goOn();
  }

  /** Nothing more is read. */
  #close(error: unknown): void {
    this.#end ??= { error };
    this.#chunks.length = 0;
    this.#kept = 0;
    this.#body?.destroy();
  }
}
