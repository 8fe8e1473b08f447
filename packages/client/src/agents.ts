// The connections to one API server: a pool for calls and another for watches, both kept alive. Used by transport.ts.
// The TLS context is made once and shared by every connection; made for each, as node does by default, it costs more than the handshake's
// other steps. New credentials make new pools: the old one's connections end with their last answer.
import { X509Certificate } from "node:crypto";
import { Agent as PlainAgent } from "node:http";
import { Agent as TlsAgent } from "node:https";
import { createSecureContext, type SecureContext } from "node:tls";
import { type ClusterCredentials, errorFrom } from "@capstan/kube";
import { clientError } from "./errors.ts";

/** The pools of one set of credentials. */
export interface Agents {
  readonly calls: PlainAgent;
  readonly watches: PlainAgent;
  /** Closes what is idle and keeps nothing alive from now on. */
  retire(): void;
}

/** How many calls are in flight at once; the rest wait for a connection. */
const callConnections = 32;
/** Closes a connection before a server or a balancer does, so that no request meets one that is being closed. */
const idleMs = 45_000;

/** Makes the pools; credentials that TLS cannot use are `client/bad-credentials` or `client/expired-certificate`. */
export function makeAgents(credentials: ClusterCredentials): Agents {
  const common = { keepAlive: true, timeout: idleMs, scheduling: "lifo" } as const;
  const tls = credentials.server.startsWith("https:") ? tlsOptions(credentials) : undefined;
  if (tls !== undefined) refuseExpired(credentials);
  const make = (maxSockets: number): PlainAgent =>
    tls === undefined ? new PlainAgent({ ...common, maxSockets }) : new TlsAgent({ ...common, ...tls, maxSockets });
  const calls = make(callConnections);
  const watches = make(Number.POSITIVE_INFINITY);
  return { calls, watches, retire: () => [calls, watches].forEach(retire) };
}

interface TlsOptions {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
  readonly servername?: string;
}

function tlsOptions(credentials: ClusterCredentials): TlsOptions {
  const { caData, certData, keyData, tlsServerName, insecureSkipTlsVerify } = credentials;
  try {
    const secureContext = createSecureContext({
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
    throw clientError("client/bad-credentials", { server: credentials.server, reason: errorFrom(error).message });
  }
}

/** Called with a certificate that TLS has accepted, so it parses. */
function refuseExpired({ server, certData }: ClusterCredentials): void {
  if (certData === undefined) return;
  const { validToDate } = new X509Certificate(certData);
  if (validToDate.getTime() >= Date.now()) return;
  throw clientError("client/expired-certificate", { server, until: validToDate.toISOString().replace(".000Z", "Z") });
}

/** `Agent.destroy` would cut requests in flight. */
function retire(agent: PlainAgent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
