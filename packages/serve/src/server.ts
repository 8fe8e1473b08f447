// Starts the one server of the house: HTTP/1.1, over TLS when it is given a certificate. Called by managers, extensions and testenv.
// It owns listening, certificates, limits and the drain; what is served are routes (route.ts). HTTP/2 is left out on purpose:
// its callers (kube-apiserver, Cluster API, kubelets) all speak HTTP/1.1, and node's is the faster of the two.
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type Server as PlainServer,
  type ServerOptions as PlainOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import type { SecureContextOptions, TlsOptions } from "node:tls";
import { errorFrom } from "@capstan/kube";
import { type CertificateSource, followCertificate, loadCertificate } from "./certificate-source.ts";
import type { CertificatePair } from "./certificate-check.ts";
import { drain } from "./drain.ts";
import { serveError } from "./errors.ts";
import { defaultLimits, type ServerLimits } from "./limits.ts";
import { formatListenAddress } from "./listen-address.ts";
import type { Route } from "./route.ts";
import { routeTable } from "./route-table.ts";

/** What to serve, where, and under which limits. */
export interface ServerOptions {
  /** Where to listen; the empty text is every address of this computer. Default: 127.0.0.1. */
  readonly host?: string;
  /** The port; 0 takes any free one. */
  readonly port: number;
  /** The server's certificate; without one it speaks plain HTTP. */
  readonly tls?: CertificateSource;
  /** Authorities (PEM) that client certificates must come from. Callers are asked for one when this is given. */
  readonly clientCa?: string;
  /** Whether a caller without such a certificate is turned away in the handshake. Default: true; only with `clientCa`. */
  readonly requireClientCertificate?: boolean;
  readonly limits?: Partial<ServerLimits>;
  readonly routes: readonly Route[];
  /** Answers every path that no route has, with node's own request and response: for streaming. */
  readonly listener?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Told of failures that no caller can be told of: what routes throw, certificates that do not reload. Default: a warning of the process. */
  readonly onError?: (error: unknown) => void;
}

/** How to stop. */
export interface CloseOptions {
  /** How long requests in flight may take to end; then their connections are cut. Default: 10 s. */
  readonly drainMs?: number;
}

/** A server that listens. */
export interface RunningServer extends AsyncDisposable {
  /** Where it is reached; a server on every address says localhost. */
  readonly url: string;
  readonly port: number;
  /** Stops listening at once, lets requests in flight end, and resolves when every connection is closed. May be called twice. */
  close(options?: CloseOptions): Promise<void>;
}

type NodeServer = PlainServer | TlsServer;

const defaultDrainMs = 10_000;

/** Starts a server; rejects when the certificate cannot be used or the port cannot be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const limits = { ...defaultLimits, ...options.limits };
  const onError = options.onError ?? ((error: unknown) => process.emitWarning(errorFrom(error)));
  const pair = options.tls === undefined ? undefined : await loadCertificate(options.tls);
  const answer = routeTable(options.routes, { bodyBytes: limits.bodyBytes, listener: options.listener, onError });
  const server = createServer(options, { limits, pair, answer });
  await listen(server, options);
  const following =
    pair === undefined || options.tls === undefined
      ? undefined
      : follow(server as TlsServer, { source: options.tls, pair, options, onError });
  return running(server, options, () => following?.close());
}

interface Parts {
  readonly limits: ServerLimits;
  readonly pair: CertificatePair | undefined;
  readonly answer: RequestListener;
}

function createServer(options: ServerOptions, { limits, pair, answer }: Parts): NodeServer {
  const http: PlainOptions = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    // How long after its time a slow caller may stay: node looks at all connections at this interval.
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
    noDelay: true,
  };
  const server =
    pair === undefined
      ? createPlainServer(http, answer)
      : createTlsServer({ ...http, ...tlsOptions(options, limits, pair) }, answer);
  server.maxConnections = limits.connections;
  return server;
}

function tlsOptions(options: ServerOptions, limits: ServerLimits, pair: CertificatePair): TlsOptions {
  const clients: TlsOptions =
    options.clientCa === undefined
      ? {}
      : { requestCert: true, rejectUnauthorized: options.requireClientCertificate ?? true };
  return {
    ...secureContext(options, pair),
    ...clients,
    ALPNProtocols: ["http/1.1"],
    handshakeTimeout: limits.handshakeMs,
  };
}

function secureContext(options: ServerOptions, pair: CertificatePair): SecureContextOptions {
  return {
    cert: pair.certPem,
    key: pair.keyPem,
    minVersion: "TLSv1.2",
    ...(options.clientCa === undefined ? {} : { ca: options.clientCa }),
  };
}

interface Following {
  readonly source: CertificateSource;
  readonly pair: CertificatePair;
  readonly options: ServerOptions;
  readonly onError: (error: unknown) => void;
}

/** New connections use the new certificate; those that are open keep the one they began with. */
function follow(server: TlsServer, { source, pair, options, onError }: Following): { close(): void } {
  return followCertificate(source, pair, {
    onChange: (next) => server.setSecureContext(secureContext(options, next)),
    onError,
  });
}

function listen(server: NodeServer, { host = "127.0.0.1", port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, { host, port })));
    server.listen({ port, ...(host === "" ? {} : { host }) }, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function listenError(error: NodeJS.ErrnoException, at: { readonly host: string; readonly port: number }): Error {
  const address = formatListenAddress(at);
  if (error.code === "EADDRINUSE") return serveError("serve/port-in-use", { address, port: at.port }, error);
  return serveError("serve/cannot-listen", { address, reason: error.message }, error);
}

function running(server: NodeServer, options: ServerOptions, stopFollowing: () => void): RunningServer {
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : options.port;
  const host = options.host === "" ? "localhost" : (options.host ?? "127.0.0.1");
  const shut = drain(server);
  const close = ({ drainMs = defaultDrainMs }: CloseOptions = {}): Promise<void> => {
    stopFollowing();
    return shut(drainMs);
  };
  return {
    url: `${options.tls === undefined ? "http" : "https"}://${formatListenAddress({ host, port })}`,
    port,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}
