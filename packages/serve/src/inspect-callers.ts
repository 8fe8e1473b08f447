// What TLS, and on a server without it the parser of requests, gets of the bytes of callers, and when: in turns of the event loop, and on a server with authorities of callers after their certificates
// were read. OpenSSL decodes those before it rejects them: forty with keys of an unusual form, in one connection that nobody has to prove anything
// for, would hold the event loop for twelve seconds. Certificates can be read in TLS 1.2 only; in TLS 1.3 they are encrypted.
import { AsyncLocalStorage } from "node:async_hooks";
import { constants } from "node:crypto";
import type { Server as PlainServer } from "node:http";
import { Server as TlsServer } from "node:https";
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

/**
 * Passes what callers send on to TLS, or to the parser of requests, in turns of the event loop: Node reads up to 2 MB of a connection in one turn, and in that are ten
 * thousands of records or requests. With a limit of bytes before a connection is encrypted, it reads the certificates of all callers, and ends connections that
 * send more. Listeners of `connection` get the connection below.
 */
export function readInTurns(server: PlainServer | TlsServer, handshakeBytes?: number): void {
  const callers = new AsyncLocalStorage<Caller>();
  // Node's own listener, which begins TLS or parses requests: it takes any stream. Others are called before it, so it is the last.
  const accept = server.listeners("connection").at(-1) as (stream: Duplex) => void;
  server.off("connection", accept);
  const isEncrypted = server instanceof TlsServer;
  const streams = new WeakMap<Duplex, InspectedStream>();
  server.prependListener("request", ({ socket }) => streams.get(socket)?.countRequest());
  server.on("connection", (wire: Socket) => {
    const inspect = handshakeBytes === undefined ? undefined : inspection(handshakeBytes);
    const stream = new InspectedStream(wire, { inspect, isEncrypted });
    if (!isEncrypted) streams.set(likeSocket(stream, wire), stream);
    callers.run({ wire, stream }, () => accept.call(server, stream));
  });
  if (!isEncrypted) return;
  server.prependListener("secureConnection", (socket: TLSSocket) => {
    const caller = callers.getStore();
    if (caller === undefined) return;
    const { wire, stream } = caller;
    stream.pass();
    stream.isReadBy(socket);
    streams.set(socket, stream);
    // TLS over a stream has no addresses of its own.
    Object.defineProperties(socket, addressesOf(wire));
  });
}

/** Gives a stream what servers use of a socket: its addresses, when it is idle for too long, and how it ends after the last answer. */
function likeSocket(stream: InspectedStream, wire: Socket): Duplex {
  wire.on("timeout", () => stream.emit("timeout"));
  return Object.assign(Object.defineProperties(stream, addressesOf(wire)), {
    setTimeout: (ms: number) => {
      wire.setTimeout(ms);
      return stream;
    },
    destroySoon: () => {
      stream.end();
      if (stream.writableFinished) stream.destroy();
      else stream.once("finish", () => stream.destroy());
    },
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
