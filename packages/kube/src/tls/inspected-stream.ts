// The bytes of a connection, before TLS gets them, or the parser of requests on a server without it. OpenSSL decodes and checks a certificate chain in the event loop, and compares each name in it
// with each name constraint: 100 KB, which it accepts, take seconds, and so do ten keys that nobody uses. Node has no setting for this, so the
// bytes are read before OpenSSL gets them. They reach it in small portions, with turns of the event loop between those of all connections: a hundred
// that send records which change their keys, ten microseconds for 27 bytes, would be read in one turn, for seconds.
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { errorFrom } from "../errors/errors.ts";
import { SharedTurns } from "../turns/shared-turns.ts";

/** One for all connections, however many there are. Other work has turns of its own: a connection must not wait for it. */
const turns = new SharedTurns();

/** How many bytes are passed on in one piece: there can be hundreds of requests or records in them. */
const pieceBytes = 16 * 1024;

/** A connection whose bytes are inspected until `pass` is called. */
export class InspectedStream extends Duplex {
  readonly #wire: Socket;
  #inspect: ((bytes: Buffer) => void) | undefined;
  #failure: Error | undefined;
  /** How many pieces wait for their turn, and whether more can be read after them. */
  #waiting = 0;
  #isWanted = false;

  /** `inspect`, if there is one, gets all bytes that the peer sends, before they are passed on; when it throws, the connection ends with that error. */
  constructor(wire: Socket, inspect?: (bytes: Buffer) => void) {
    super();
    this.#wire = wire;
    this.#inspect = inspect;
    wire.on("data", (bytes) => {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        this.#add(bytes.subarray(at, at + pieceBytes), inspect === undefined);
      // Without it, a flood of tiny records would come in one turn of the event loop.
      if (this.#waiting > 0) wire.pause();
    });
    wire.once("end", () => this.#afterBytes(() => this.push(null)));
    wire.once("error", (error) => {
      this.#failure = error;
      this.#afterBytes(() => this.destroy(error));
    });
    wire.once("close", () => this.#afterBytes(() => this.destroy()));
  }

  /** Passes further bytes on as they are. */
  pass(): void {
    this.#inspect = undefined;
  }

  /** Bytes may wait for their turn. */
  #afterBytes(piece: () => void): void {
    if (this.#wire.isPaused()) turns.later(piece);
    else piece();
  }

  /** What nobody inspects may come at once, as long as this turn has time. */
  #add(bytes: Buffer, mayComeAtOnce: boolean): void {
    this.#waiting += 1;
    const receive = (): void => {
      this.#waiting -= 1;
      this.#receive(bytes);
      if (this.#waiting === 0 && this.#isWanted && this.#wire.isPaused()) this.#wire.resume();
    };
    if (mayComeAtOnce) turns.begin(receive);
    else turns.later(receive);
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
  }

  override _read(): void {
    this.#isWanted = true;
    if (this.#waiting === 0) this.#wire.resume();
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    // When a connection fails, its writes are told that it was closed, and not why.
    this.#wire.write(bytes, (error) => done(error && (this.#failure ?? error)));
  }

  override _final(done: () => void): void {
    this.#wire.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#wire.destroy();
    done(error);
  }
}
