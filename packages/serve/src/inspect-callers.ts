// What TLS, and on a server without it the parser of requests, gets of the bytes of callers, and when: in turns of the event loop, at most some
// kilobytes before a connection is encrypted, and on a server with authorities of callers after their certificates were read. OpenSSL decodes those before it rejects them: forty with keys of an unusual form, in one connection that nobody has to prove anything
// for, would hold the event loop for twelve seconds. Certificates can be read in TLS 1.2 only; in TLS 1.3 they are encrypted.
import { AsyncLocalStorage } from "node:async_hooks";
import { constants } from "node:crypto";
import type { Server as PlainServer } from "node:http";
import { Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import {
  CertificateFault,
  ConnectionTurns,
  HandshakeInspection,
  HandshakeLimit,
  InspectedStream,
  isHandshake,
} from "@capstan/kube/tls";
import { setCaller } from "./incoming-request.ts";

/** The context of a server: no handshake after the first, which nobody would limit. */
export const oneHandshake: SecureContextOptions = { secureOptions: constants.SSL_OP_NO_RENEGOTIATION };

/** The context of a server with authorities: handshakes that can be read, each with the caller's certificates. */
export const readableTls: SecureContextOptions = {
  maxVersion: "TLSv1.2",
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,
};

/** A connection below TLS, and its bytes. */
interface Caller {
  readonly wire: Socket;
  readonly stream: InspectedStream;
}

/** What callers of a server with TLS may send before their connections are encrypted. */
export interface Handshakes {
  readonly handshakeBytes: number;
  /** Whether the server asks for certificates, which are read before OpenSSL decodes them. */
  readonly haveCertificates: boolean;
}

/**
 * Passes what callers send on to TLS, or to the parser of requests, in turns of the event loop: Node reads up to 2 MB of a connection in one turn, and in that are ten
 * thousands of records or requests. Ends connections of TLS that send too much before they are encrypted, or certificates that OpenSSL must not get.
 * Listeners of `connection` get the connection below.
 */
export function readInTurns(server: PlainServer | TlsServer, handshakes: Handshakes): void {
  const callers = new AsyncLocalStorage<Caller>();
  // Node's own listener, which begins TLS or parses requests: it takes any stream. Others are called before it, so it is the last.
  const accept = server.listeners("connection").at(-1) as (stream: Duplex) => void;
  server.off("connection", accept);
  const isEncrypted = server instanceof TlsServer;
  // A flood of connections to one server must not keep those to another one waiting, such as probes.
  const turns = new ConnectionTurns();
  server.on("connection", (wire: Socket) => {
    const inspect = isEncrypted ? inspection(handshakes) : undefined;
    const stream = new InspectedStream(wire, { inspect, isQuick: !handshakes.haveCertificates, turns, isEncrypted });
    if (!isEncrypted) setCaller(likeSocket(stream, wire), stream);
    callers.run({ wire, stream }, () => accept.call(server, stream));
  });
  if (!isEncrypted) return;
  server.prependListener("secureConnection", (socket: TLSSocket) => {
    const caller = callers.getStore();
    if (caller === undefined) return;
    const { wire, stream } = caller;
    stream.pass();
    stream.isReadBy(socket);
    setCaller(socket, stream);
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

function inspection({ handshakeBytes, haveCertificates }: Handshakes): (bytes: Buffer) => void {
  const limit = new HandshakeLimit(handshakeBytes);
  if (!haveCertificates) return (bytes) => limit.read(bytes);
  const certificates = new HandshakeInspection();
  let isFirst = true;
  return (bytes) => {
    if (isFirst && !isHandshake(bytes)) throw new CertificateFault("is missing");
    isFirst = false;
    limit.read(bytes);
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
