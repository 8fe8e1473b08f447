// A TLS connection to a server that somebody else owns: what it sends before the connection is encrypted is counted, and its certificates are
// read, before OpenSSL gets them.
import { connect as connectTcp } from "node:net";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";
import { HandshakeExcess } from "./handshake-limit.ts";
import { HandshakeInspection } from "./handshake-inspection.ts";
import { InspectedStream } from "./inspected-stream.ts";
import { SecondHandshake } from "./tls-records.ts";

/** What a server may send before the connection is encrypted. */
export interface HandshakeLimits {
  readonly handshakeBytes: number;
  /** Whether TLS 1.3 is used, in which certificates cannot be read before OpenSSL reads them. */
  readonly tls13: boolean;
}

/**
 * Connects. When the server exceeds the limit, the connection fails with `HandshakeExcess`, or with `CertificateFault` for certificates that it
 * sends, before OpenSSL reads them. Without TLS 1.3, the options must have a context that does not use it.
 */
export function connectMeasured(
  { host = "localhost", port = 443, lookup, ...tls }: ConnectionOptions,
  limits: HandshakeLimits,
): TLSSocket {
  // Half open: TLS still writes its end when the server has closed, and that must not be an error before the last bytes were read.
  const wire = connectTcp({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    allowHalfOpen: true,
    ...(lookup && { lookup }),
  });
  const measured = new InspectedStream(wire, { isEncrypted: true, inspect: inspection(limits) });
  const secure = connectTls({ ...tls, host, socket: measured });
  measured.isReadBy(secure);
  secure.once("secureConnect", () => {
    measured.pass();
    // Node emits it again when the server requests a second handshake, also in a record of the first, where only OpenSSL sees it.
    secure.once("secureConnect", () => secure.destroy(new SecondHandshake()));
  });
  // TLS would report the end of the stream, not its reason.
  measured.on("error", (error) => secure.destroy(error));
  return secure;
}

function inspection({ handshakeBytes, tls13 }: HandshakeLimits): (bytes: Buffer) => void {
  const certificates = tls13 ? undefined : new HandshakeInspection();
  let left = handshakeBytes;
  return (bytes) => {
    left -= bytes.length;
    if (left < 0) throw new HandshakeExcess();
    certificates?.read(bytes);
  };
}
