// The connections to one API server, kept alive: a pool for calls, one for urgent calls and one for watches, so that neither of these waits behind slow calls.
// All connections share one TLS context; Node's default, a context for each connection, costs more than the rest of the handshake.
// New credentials get new pools, and the connections of the old ones close after their last answer.
import { X509Certificate } from "node:crypto";
import type { Agent } from "node:http";
import { createSecureContext, type SecureContext } from "node:tls";
import { type ClusterCredentials, errorFrom } from "@capstan/kube";
import { foreignLookup, nodeHttp } from "@capstan/kube/http";
import { clientTls, LimitedAgent } from "@capstan/kube/tls";
import { certificateProblem } from "../credentials/credential-problems.ts";
import { usesTls, withoutUser } from "../credentials/server-address.ts";
import { clientError } from "../errors.ts";

/** What a connection is used for. */
export type Pool = "calls" | "urgent" | "watches";

/** The pools of one set of credentials. */
export interface Agents extends Readonly<Record<Pool, Agent>> {
  /** Closes idle connections now, and the others after their answer. */
  retire(): void;
}

/** How many connections a pool has; further calls wait for one. */
const connections: Readonly<Record<Pool, number>> = { calls: 32, urgent: 4, watches: Number.POSITIVE_INFINITY };
/** Less than servers and load balancers wait, so that no request uses a connection that they are closing. */
const idleMs = 45_000;

/** What belongs to the server, not to the credentials. */
export interface AgentOptions {
  /** The server in messages. Default: its address. */
  readonly name?: string | undefined;
  /** Bytes that the server may send before a connection is encrypted. Default: not counted. */
  readonly handshakeBytes?: number;
  /** Whether TLS 1.3 is used. Default: true. */
  readonly tls13?: boolean;
}

/** Creates the pools. Throws `client/bad-credentials` or `client/expired-certificate` for credentials that TLS cannot use. */
export function createAgents(credentials: ClusterCredentials, options: AgentOptions = {}): Agents {
  const { name = withoutUser(credentials.server), handshakeBytes = Number.POSITIVE_INFINITY, tls13 = true } = options;
  const common = { keepAlive: true, timeout: idleMs, scheduling: "lifo" } as const;
  const tls = usesTls(credentials.server) ? tlsOptions(credentials, { server: name, tls13 }) : undefined;
  if (tls !== undefined) rejectExpired(credentials, name);
  const isForeign = !tls13 || handshakeBytes < Number.POSITIVE_INFINITY;
  const lookup = isForeign ? { lookup: foreignLookup() } : {};
  const make = (pool: Pool): Agent => {
    const maxSockets = connections[pool];
    if (tls === undefined) return new nodeHttp.Agent({ ...common, maxSockets });
    return new LimitedAgent({ ...common, ...tls, ...lookup, maxSockets }, { handshakeBytes, tls13 });
  };
  const pools = { calls: make("calls"), urgent: make("urgent"), watches: make("watches") };
  return { ...pools, retire: () => Object.values(pools).forEach(retire) };
}

interface TlsOptions {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
  readonly servername?: string;
}

const usePem = "use a certificate and its own private key, both in PEM";

interface TlsChoice {
  readonly server: string;
  readonly tls13: boolean;
}

function tlsOptions(credentials: ClusterCredentials, { server, tls13 }: TlsChoice): TlsOptions {
  const { caData, certData, keyData, tlsServerName, insecureSkipTlsVerify } = credentials;
  const problem = caData === undefined ? undefined : certificateProblem(caData);
  if (problem !== undefined)
    throw clientError("client/bad-credentials", {
      server,
      reason: `the certificate authority ${problem}`,
      help: "use the certificate of the authority in PEM",
    });
  try {
    const secureContext = createSecureContext({
      ...clientTls(tls13),
      ...(caData === undefined ? {} : { ca: caData }),
      ...(certData === undefined ? {} : { cert: certData }),
      ...(keyData === undefined ? {} : { key: keyData }),
    });
    return {
      secureContext,
      rejectUnauthorized: insecureSkipTlsVerify !== true,
      ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
    };
  } catch (error) {
    throw clientError("client/bad-credentials", { server, reason: errorFrom(error).message, help: usePem });
  }
}

/** The certificate parses: TLS has accepted it. */
function rejectExpired({ certData }: ClusterCredentials, server: string): void {
  if (certData === undefined) return;
  const { validToDate } = new X509Certificate(certData);
  if (validToDate.getTime() >= Date.now()) return;
  throw clientError("client/expired-certificate", {
    server,
    until: validToDate.toISOString().replace(".000Z", "Z"),
  });
}

/** `Agent.destroy` would also end requests in flight. */
function retire(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
