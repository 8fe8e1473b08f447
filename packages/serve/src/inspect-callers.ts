// What OpenSSL gets of the bytes of callers, and when: in turns of the event loop, and on a server with authorities of callers after their certificates
// were read. OpenSSL decodes those before it rejects them: forty with keys of an unusual form, in one connection that nobody has to prove anything
// for, would hold the event loop for twelve seconds. Certificates can be read in TLS 1.2 only; in TLS 1.3 they are encrypted.
import { AsyncLocalStorage } from "node:async_hooks";
import { constants } from "node:crypto";
import type { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import { CertificateFault, HandshakeInspection, InspectedStream } from "@capstan/kube/tls";

/** The context of such a server: handshakes that can be read, each with the caller's certificates, and none after the first. */
export const readableTls: SecureContextOptions = {
  maxVersion: "TLSv1.2",
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,
};

/** A connection below TLS, and its bytes. */
interface Caller {
  readonly wire: Socket;
  readonly stream: InspectedStream;
}

/** The type of a record of a handshake. OpenSSL reads no other form of a handshake but that of SSL 2, which begins with a length. */
const handshakeRecord = 22;

/** How many connections at once are read without turns, where nothing is inspected: it is a fifth faster, and so few cannot hold the event loop for long. */
const mostDirect = 8;

/**
 * Passes what callers send on to TLS in turns of the event loop, except on the first connections. With a limit of bytes before a connection is encrypted, it reads the certificates
 * of all callers, and ends connections that send more. Listeners of `connection` get the connection below TLS.
 */
export function readInTurns(server: TlsServer, handshakeBytes?: number): void {
  const callers = new AsyncLocalStorage<Caller>();
  // Node's own listener, which begins TLS: it takes any stream. Others are called before it, so it is the last.
  const accept = server.listeners("connection").at(-1) as (stream: Duplex) => void;
  server.off("connection", accept);
  let direct = 0;
  server.on("connection", (wire: Socket) => {
    if (handshakeBytes === undefined && direct < mostDirect) {
      direct += 1;
      wire.once("close", () => (direct -= 1));
      accept.call(server, wire);
      return;
    }
    const stream = new InspectedStream(wire, handshakeBytes === undefined ? undefined : inspection(handshakeBytes));
    callers.run({ wire, stream }, () => accept.call(server, stream));
  });
  server.prependListener("secureConnection", (socket: TLSSocket) => {
    const caller = callers.getStore();
    caller?.stream.pass();
    // TLS over a stream has no addresses of its own.
    if (caller !== undefined) Object.defineProperties(socket, addressesOf(caller.wire));
  });
}

function inspection(handshakeBytes: number): (bytes: Buffer) => void {
  const certificates = new HandshakeInspection();
  let left = handshakeBytes;
  return (bytes) => {
    if (left === handshakeBytes && bytes[0] !== handshakeRecord) throw new CertificateFault("is missing");
    left -= bytes.length;
    if (left < 0) throw new CertificateFault("is too large");
    certificates.read(bytes);
  };
}

function addressesOf({
  remoteAddress,
  remotePort,
  remoteFamily,
  localAddress,
  localPort,
}: Socket): PropertyDescriptorMap {
  const values = { remoteAddress, remotePort, remoteFamily, localAddress, localPort };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}
