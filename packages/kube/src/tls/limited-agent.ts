// The connections of a client to a server that somebody else owns.
import { constants } from "node:crypto";
import type { AgentOptions } from "node:https";
import { type ConnectionOptions, DEFAULT_CIPHERS, type SecureContextOptions, type TLSSocket } from "node:tls";
import { errorFrom } from "../errors/errors.ts";
import { CheckingAgent } from "./checking-agent.ts";
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
  return { ...(tls13 ? usualTls : onlyTls12), secureOptions: constants.SSL_OP_NO_RENEGOTIATION };
}

/**
 * Connections whose handshake is limited. No sessions are resumed then: a server may send tickets without an end, and each would be stored. The
 * options must have what `clientTls` returns, or a context of it.
 */
export class LimitedAgent extends CheckingAgent {
  readonly #limits: HandshakeLimits;

  constructor(options: AgentOptions, limits: HandshakeLimits) {
    super(options);
    this.#limits = limits;
  }

  protected override connect(options: ConnectionOptions): TLSSocket {
    const { handshakeBytes, tls13 } = this.#limits;
    const isLimited = !tls13 || handshakeBytes < Number.POSITIVE_INFINITY;
    return isLimited ? connectMeasured(options, this.#limits) : super.connect(options);
  }
}
