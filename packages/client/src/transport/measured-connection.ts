// A TLS connection to a server that somebody else owns. OpenSSL decodes and checks a certificate chain in the event loop, and compares each name
// in it with each name constraint: 100 KB, which it accepts, take seconds, and so do ten keys that nobody uses. Node has no setting for this, so
// the bytes are counted and read before OpenSSL gets them. They reach it in small portions, with a turn of the event loop between two.
import { connect as connectTcp, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";
import { errorFrom } from "@capstan/kube";
import { LimitExcess } from "./answer-limits.ts";
import { foreignLookup } from "./foreign-lookup.ts";
import { HandshakeInspection } from "./handshake-inspection.ts";

/** What a server may send before the connection is encrypted. */
export interface HandshakeLimits {
  readonly handshakeBytes: number;
  /** Whether TLS 1.3 is used, in which certificates cannot be read before OpenSSL reads them. */
  readonly tls13: boolean;
}

/**
 * Connects. When the server exceeds the limit, the connection fails with `LimitExcess`, or with `CertificateFault` for certificates that it
 * sends, before OpenSSL reads them. Without TLS 1.3, the options must have a context that does not use it.
 */
export function connectMeasured(
  { host = "localhost", port = 443, ...tls }: ConnectionOptions,
  limits: HandshakeLimits,
): TLSSocket {
  const wire = connectTcp({ host, port, noDelay: true, keepAlive: true, lookup: foreignLookup() });
  const measured = new MeasuredStream(wire, limits);
  const secure = connectTls({ ...tls, host, socket: measured });
  secure.once("secureConnect", () => measured.stopCounting());
  // TLS would report the end of the stream, not its reason.
  measured.once("error", (error) => secure.destroy(error));
  return secure;
}

/** The bytes of a connection, counted and read until `stopCounting`. */
class MeasuredStream extends Duplex {
  readonly #wire: Socket;
  #left: number;
  #inspection: HandshakeInspection | undefined;

  constructor(wire: Socket, { handshakeBytes, tls13 }: HandshakeLimits) {
    super();
    this.#wire = wire;
    this.#left = handshakeBytes;
    this.#inspection = tls13 ? undefined : new HandshakeInspection();
    wire.on("data", (bytes) => this.#receive(bytes));
    wire.once("end", () => this.push(null));
    wire.once("error", (error) => this.destroy(error));
    wire.once("close", () => this.destroy());
  }

  stopCounting(): void {
    this.#left = Number.POSITIVE_INFINITY;
    this.#inspection = undefined;
  }

  #receive(bytes: Buffer): void {
    // Without it, a flood of tiny records would come in one turn of the event loop.
    this.#wire.pause();
    this.#left -= bytes.length;
    try {
      if (this.#left < 0) throw new LimitExcess("handshakeBytes");
      this.#inspection?.read(bytes);
      this.push(bytes);
    } catch (error) {
      this.destroy(errorFrom(error));
    }
  }

  override _read(): void {
    setImmediate(() => this.#wire.resume());
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
