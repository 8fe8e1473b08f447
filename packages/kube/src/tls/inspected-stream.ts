// The bytes of a connection, before TLS gets them, or the parser of requests on a server without it. OpenSSL decodes and checks a certificate chain in the event loop, and compares each name in it
// with each name constraint: 100 KB, which it accepts, take seconds, and so do ten keys that nobody uses. Node has no setting for this, so the
// bytes are read before OpenSSL gets them. They reach it in small portions, with turns of the event loop between those of all connections: a hundred
// that send records which change their keys, ten microseconds for 27 bytes, would be read in one turn, for seconds.
import type { Socket } from "node:net";
import { Duplex, type Writable } from "node:stream";
import { errorFrom } from "../errors/errors.ts";
import { SharedTurns } from "../turns/shared-turns.ts";
import { type PassedRecords, SecondHandshake, TlsRecords } from "./tls-records.ts";

/**
 * The turns of connections, a piece of each: those that cost what their bytes let expect, small pieces apart from large ones, and apart from both those
 * that cost far more, so that callers do not wait for a hundred others that do nothing but change their keys. What a large piece of a new connection
 * costs is known when it was read: hundreds of them must not keep handshakes and small calls waiting. Other work has turns of its own: a connection
 * must not wait for it.
 */
export class ConnectionTurns {
  readonly small: SharedTurns = new SharedTurns();
  readonly large: SharedTurns = new SharedTurns();
  readonly costly: SharedTurns = new SharedTurns();
}

/** Those of all connections that are given none. */
const commonTurns = new ConnectionTurns();

/** A piece has no more bytes, and no more records begin in it. */
const pieceBytes = 16 * 1024;
const pieceRecords = 32;
const smallPieceBytes = 4 * 1024;

/** A connection is a costly one when more records, requests and pieces of bodies come than one for so many bytes, and these. */
const freeUnits = 64;
const bytesOfUnit = 256;

/** What is done with the bytes of a connection. */
export interface Inspection {
  /** Gets all bytes that the peer sends, before they are passed on; when it throws, the connection ends with that error. */
  readonly inspect?: ((bytes: Buffer) => void) | undefined;
  /** Whether bytes may be passed on at once, as long as this turn has time. Default: when nobody inspects them. */
  readonly isQuick?: boolean;
  /** Default: the turns that are common to all connections without turns of their own. */
  readonly turns?: ConnectionTurns;
  /** Whether the bytes are those of TLS. */
  readonly isEncrypted: boolean;
}

interface Waiting {
  readonly run: () => void;
  readonly bytes: number;
  /** Whether this turn may do it, as long as it has time. */
  readonly isForNow: boolean;
}

/** A connection whose bytes are inspected until `pass` is called. */
export class InspectedStream extends Duplex {
  readonly #wire: Socket;
  readonly #records: TlsRecords | undefined;
  readonly #turns: ConnectionTurns;
  #inspect: ((bytes: Buffer) => void) | undefined;
  /** Bytes that come together may be passed on at once when they are no more than these. */
  #mostQuick: number;
  #failure: Error | undefined;
  /** What waits for a turn, each after the one before; and whether the first has been planned, and whether more can be read after them. */
  readonly #waiting: Waiting[] = [];
  #isPlanned = false;
  #isWanted = false;
  #bytes = 0;
  #units = 0;
  #secure: Writable | undefined;
  #isRejected = false;
  /** How many writes without bytes Node has not seen the end of. */
  #emptyWrites = 0;

  constructor(wire: Socket, inspection: Inspection) {
    super();
    const { inspect, isQuick = inspect === undefined, turns = commonTurns, isEncrypted } = inspection;
    this.#wire = wire;
    this.#turns = turns;
    this.#inspect = inspect;
    this.#mostQuick = isQuick ? Number.POSITIVE_INFINITY : 0;
    this.#records = isEncrypted ? new TlsRecords() : undefined;
    wire.on("data", (bytes) => {
      this.#add(bytes, bytes.length <= this.#mostQuick);
      // Without it, a flood of tiny records would come in one turn of the event loop.
      if (this.#waiting.length > 0) wire.pause();
    });
    wire.once("end", () => this.#afterBytes(() => this.push(null)));
    wire.on("error", (error) => {
      this.#failure = error;
      this.#afterBytes(() => this.destroy(error));
    });
    wire.once("close", () => this.#afterBytes(() => this.destroy()));
  }

  /** Passes further bytes on as they are, and a few at once, as long as this turn has time: of more than a few, Node would read megabytes in one turn. */
  pass(): void {
    this.#inspect = undefined;
    this.#mostQuick = Math.max(this.#mostQuick, smallPieceBytes);
  }

  /**
   * Tells which connection of TLS reads it. It gets no bytes once it has ended, only the end: TLS answers some records by itself, such as those
   * that ask for a change of keys, and Node ends the process when TLS over a stream writes after its end.
   */
  isReadBy(secure: Writable): void {
    this.#secure = secure;
  }

  /** Counts a request that has come, or a piece of a body: a record may have hundreds of them. */
  countUnit(): void {
    this.#units += 1;
  }

  /** Bytes may wait for their turn. */
  #afterBytes(run: () => void): void {
    if (!this.#wire.isPaused() && this.#waiting.length === 0) return run();
    this.#waiting.push({ run, bytes: 0, isForNow: false });
    this.#passOn();
  }

  #add(bytes: Buffer, isForNow: boolean): void {
    this.#bytes += bytes.length;
    for (let at = 0; at < bytes.length && !this.#isRejected;) {
      const { end, isSecondHandshake } = this.#pieceFrom(bytes, at);
      const piece = bytes.subarray(at, end);
      if (end > at) this.#waiting.push({ run: () => this.#receive(piece), bytes: piece.length, isForNow });
      if (isSecondHandshake) this.#rejectHandshake();
      at = end;
    }
    this.#passOn();
  }

  #pieceFrom(bytes: Buffer, from: number): Pick<PassedRecords, "end" | "isSecondHandshake"> {
    const most = Math.min(from + pieceBytes, bytes.length);
    if (this.#records === undefined) return { end: most, isSecondHandshake: false };
    const passed = this.#records.pass(bytes.subarray(0, most), from, pieceRecords);
    this.#units += passed.records;
    return passed;
  }

  /** OpenSSL, told to reject it, reports the end of a handshake all the same, and Node checks the peer again with what it no longer has. */
  #rejectHandshake(): void {
    this.#isRejected = true;
    const run = (): unknown => this.destroy(new SecondHandshake());
    this.#waiting.push({ run, bytes: 0, isForNow: false });
  }

  #turnsOf({ bytes }: Waiting): SharedTurns {
    const { small, large, costly } = this.#turns;
    if (this.#units > freeUnits + this.#bytes / bytesOfUnit) return costly;
    return bytes > smallPieceBytes ? large : small;
  }

  /** Plans the first of what waits; the next when that is done. */
  #passOn(): void {
    for (let [next] = this.#waiting; next !== undefined && !this.#isPlanned; [next] = this.#waiting) {
      if (this.#emptyWrites > 0) return;
      const { run, isForNow } = next;
      let isLater = false;
      const piece = (): void => {
        this.#isPlanned = false;
        if (this.#emptyWrites > 0) return;
        this.#waiting.shift();
        run();
        if (isLater) this.#passOn();
      };
      this.#isPlanned = true;
      const ours = this.#turnsOf(next);
      if (isForNow) ours.begin(piece);
      else ours.later(piece);
      isLater = true;
    }
  }

  #receive(bytes: Buffer): void {
    if (this.destroyed) return;
    this.#isWanted = false;
    try {
      this.#inspect?.(bytes);
      if (this.push(bytes)) this.#isWanted = true;
      else this.#wire.pause();
    } catch (error) {
      this.destroy(errorFrom(error));
    }
    this.#readOn();
  }

  #readOn(): void {
    if (this.#waiting.length === 0 && this.#isWanted && this.#wire.isPaused()) this.#wire.resume();
  }

  /** All bytes that TLS gets, also those that have waited in this stream. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === "data" && this.#secure?.writableEnded === true) return true;
    return super.emit(event, ...values);
  }

  override read(size?: number): unknown {
    return this.#emptyWrites > 0 ? null : super.read(size);
  }

  override _read(): void {
    this.#isWanted = true;
    if (this.#waiting.length === 0) this.#wire.resume();
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    if (bytes.length === 0 && this.#records !== undefined) return this.#writeNothing(done);
    // When a connection fails, its writes are told that it was closed, and not why.
    this.#wire.write(bytes, (error) => done(error && (this.#failure ?? error)));
  }

  /**
   * Such writes come from TLS when its own caller writes nothing, as Node's HTTP does after some bodies. TLS does not know them as its own, and would
   * write the answer to a record before Node has seen their end, which ends the process; so it gets no records until then.
   */
  #writeNothing(done: () => void): void {
    this.#emptyWrites += 1;
    done();
    // Node sees the end in the next turn.
    setImmediate(() => setImmediate(() => this.#readAfterEmptyWrite()));
  }

  #readAfterEmptyWrite(): void {
    this.#emptyWrites -= 1;
    if (this.#emptyWrites > 0 || this.destroyed) return;
    if (this.readableFlowing === true) this.pause().resume();
    this.#passOn();
  }

  override _final(done: () => void): void {
    this.#wire.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#wire.destroy();
    done(error);
  }
}
