// A TLS connection whose server may send only so many bytes before it is encrypted. OpenSSL checks a certificate chain in the event loop, and
// compares each name in it with each name constraint: 100 KB, which it accepts, take seconds. Node has no setting for this, so the bytes are
// counted before OpenSSL gets them.
import { connect as connectTcp, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";
import { LimitExcess } from "./answer-limits.ts";
import { foreignLookup } from "./foreign-lookup.ts";

/** Connects. When the server exceeds the limit, the connection fails with `LimitExcess`, before OpenSSL reads the bytes beyond it. */
export function connectMeasured(
  { host = "localhost", port = 443, ...tls }: ConnectionOptions,
  handshakeBytes: number,
): TLSSocket {
  const wire = connectTcp({ host, port, noDelay: true, keepAlive: true, lookup: foreignLookup() });
  const measured = new MeasuredStream(wire, handshakeBytes);
  const secure = connectTls({ ...tls, host, socket: measured });
  secure.once("secureConnect", () => measured.stopCounting());
  // TLS would report the end of the stream, not its reason.
  measured.once("error", (error) => secure.destroy(error));
  return secure;
}

/** The bytes of a connection, counted until `stopCounting`. */
class MeasuredStream extends Duplex {
  readonly #wire: Socket;
  #left: number;

  constructor(wire: Socket, most: number) {
    super();
    this.#wire = wire;
    this.#left = most;
    wire.on("data", (bytes) => this.#receive(bytes));
    wire.once("end", () => this.push(null));
    wire.once("error", (error) => this.destroy(error));
    wire.once("close", () => this.destroy());
  }

  stopCounting(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  #receive(bytes: Buffer): void {
    this.#left -= bytes.length;
    if (this.#left < 0) this.destroy(new LimitExcess("handshakeBytes"));
    else if (!this.push(bytes)) this.#wire.pause();
  }

  override _read(): void {
    this.#wire.resume();
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#wire.write(bytes, done);
  }

  override _final(done: () => void): void {
    this.#wire.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#wire.destroy();
    done(error);
  }
}
