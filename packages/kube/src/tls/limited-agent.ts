// The connections of a client to a server that somebody else owns.
import { constants } from "node:crypto";
import { Agent, type AgentOptions } from "node:https";
import { type ConnectionOptions, DEFAULT_CIPHERS, type SecureContextOptions, type TLSSocket } from "node:tls";
import { errorFrom } from "../errors/errors.ts";
import { quickKeyGroups } from "./key-groups.ts";
import { connectMeasured, type HandshakeLimits } from "./measured-connection.ts";

/** TLS 1.2, in which certificates can be read, with the suites of servers in Go that it shares with TLS 1.3. */
const onlyTls12: SecureContextOptions = {
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2",
  ciphers: "ECDHE+AESGCM:ECDHE+CHACHA20",
};
/** With a prime of 10,000 bits, which a server may choose, one key exchange takes a second. No API server in Go offers it. */
const usualTls: SecureContextOptions = { ciphers: `${DEFAULT_CIPHERS}:!kDHE` };

/** The alert "protocol version" in OpenSSL's messages. Its code is one of several, by what Node did when it came. */
const versionAlert = "SSL alert number 70";

/** Whether a connection failed because the server does not accept the versions of TLS that the client uses. */
export function isVersionAlert(error: unknown): boolean {
  return errorFrom(error).message.includes(versionAlert);
}

/** What a client negotiates with a server that somebody else owns: TLS 1.2 unless 1.3 is allowed, and one handshake for each connection. */
export function clientTls(tls13: boolean): SecureContextOptions {
  // In a second handshake the server could send another chain of certificates at any time.
  const ecdhCurve = quickKeyGroups();
  return { ...(tls13 ? usualTls : onlyTls12), ecdhCurve, secureOptions: constants.SSL_OP_NO_RENEGOTIATION };
}

/**
 * Connections whose handshake may be limited. No sessions are resumed then: a server may send tickets without an end, and each would be stored.
 * The options must have what `clientTls` returns, or a context of it.
 *
 * Servers are checked by the alternative names in their certificates; as in Go, the common name does not count. Node would first make an object
 * of every certificate of the chain, and Node 24 ends with a segmentation fault where one has a key on a curve that NIST has no name for.
 */
export class LimitedAgent extends Agent {
  readonly #limits: HandshakeLimits;

  constructor(options: AgentOptions, limits: HandshakeLimits) {
    super(options);
    this.#limits = limits;
  }

  override createConnection(options: ConnectionOptions): TLSSocket {
    const { handshakeBytes, tls13 } = this.#limits;
    const isLimited = !tls13 || handshakeBytes < Number.POSITIVE_INFINITY;
    // Node's own agent of https makes connections of TLS.
    const socket = isLimited ? connectMeasured(options, this.#limits) : (super.createConnection(options) as TLSSocket);
    // A connection that fails twice, in one turn of the event loop, has the agent's own listener for the first time only.
    socket.on("error", () => undefined);
    // What Node's own check reads.
    const names = (): object => ({ subject: {}, subjectaltname: socket.getPeerX509Certificate()?.subjectAltName });
    return Object.assign(socket, { getPeerCertificate: names });
  }
}
