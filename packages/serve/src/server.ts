// The HTTP server that all packages share: HTTP/1.1, over TLS when it has a certificate, and HTTP/2 where it is told to offer it. It does listening, certificates, limits and the
// drain; routes (route.ts) answer. docs/decisions/0038-extensions-may-offer-http2.md says why HTTP/1.1 is the default.
import type {
  IncomingMessage,
  RequestListener,
  Server as PlainServer,
  ServerOptions as PlainOptions,
  ServerResponse,
} from "node:http";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";
import { errorFrom } from "@capstan/kube";
import { nodeHttp } from "@capstan/kube/http";
import type { AuthoritySource } from "./authority-source.ts";
import type { CertificateSource } from "./certificate-source.ts";
import { limitConnections } from "./connections.ts";
import { drain } from "./drain.ts";
import { acceptHttp2, type Http2Sessions } from "./http2-sessions.ts";
import { InFlight } from "./in-flight.ts";
import { IncomingRequest } from "./incoming-request.ts";
import { readInTurns } from "./inspect-callers.ts";
import { defaultLimits, type ServerLimits } from "./limits.ts";
import { listen } from "./listen.ts";
import { formatListenAddress } from "./listen-address.ts";
import { readThroughStream } from "./read-through-stream.ts";
import type { Route } from "./route.ts";
import { routeTable } from "./route-table.ts";
import { type ServedCertificate, ServerTls, type TlsLimits } from "./server-tls.ts";
import { Answer } from "./write-body.ts";

/** What to serve, where, and under which limits. */
export interface ServerOptions {
  /** The address to listen on; the empty string is every address of this computer. Default: 127.0.0.1. */
  readonly host?: string;
  /** The port; 0 selects any free one. */
  readonly port: number;
  /** Whether other threads and processes of this user may listen on the same port, so that the system gives each some of the connections. Needs Node 23.1, and Linux or a BSD. Default: false. */
  readonly reusePort?: boolean;
  /** The server's certificate; without one the server uses plain HTTP. */
  readonly tls?: CertificateSource;
  /** Which versions and cipher suites it accepts. Only used with `tls`. */
  readonly tlsLimits?: TlsLimits;
  /**
   * Authorities (PEM) that must have signed client certificates, or a file of them, which is read again when it changes. When set, the server asks callers for a
   * certificate. It uses TLS 1.2 then, in which it reads certificates before OpenSSL decodes them.
   */
  readonly clientCa?: AuthoritySource;
  /** Authorities (PEM) that may sign client certificates as well, and never change: for calls of the program itself. Only used with `clientCa`. */
  readonly moreAuthorities?: string;
  /** Whether the handshake rejects a caller without such a certificate. Default: true. Only used with `clientCa`. */
  readonly requireClientCertificate?: boolean;
  /** Whether callers may choose HTTP/2 in the handshake; only used with `tls`. Default: false. */
  readonly http2?: boolean;
  /** Limits that differ from `defaultLimits`. */
  readonly limits?: Partial<ServerLimits>;
  /** What is served. Two routes may not share a method and a path. */
  readonly routes: readonly Route[];
  /** Answers requests of its method at every path without a route, under the limits of routes, such as those that a proxy passes on. Then there is no `listener`. Default: 404. */
  readonly otherwise?: Omit<Route, "path">;
  /** Answers every path without a route, with Node's own request and response, for example to stream. Default: 404. */
  readonly listener?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called with errors that callers do not see: those that routes throw, and certificates that cannot be reloaded. Default: `process.emitWarning`. */
  readonly onError?: (error: unknown) => void;
  /** Called each time the certificate's directory was read: whether it has a pair that can be used. */
  readonly onCertificateRead?: (ok: boolean) => void;
}

/** How to stop. */
export interface CloseOptions {
  /** How long requests in flight may take; after that their connections are closed. Default: 10 s. */
  readonly drainMs?: number;
}

/** A server that listens. */
export interface RunningServer extends AsyncDisposable {
  /** The server's base URL; of a server on every address it has the host localhost. */
  readonly url: string;
  /** The port that the server listens on. */
  readonly port: number;
  /** The certificate that new callers get now; undefined without TLS, and for a server in threads. */
  readonly certificate?: ServedCertificate | undefined;
  /** Stops listening at once, waits for requests in flight, and resolves when every connection is closed. Later calls wait for the first. */
  close(options?: CloseOptions): Promise<void>;
}

type NodeServer = PlainServer | TlsServer;

const defaultDrainMs = 10_000;

/**
 * Starts a server and resolves when it listens.
 *
 * A route's error is answered with 500 without its message, and passed to `onError`. Errors of the request (a body that is too large or is
 * not JSON) are answered with 413 or 400. A path without a route is answered with 404, a known path with another method with 405.
 * A certificate from a directory is read again when its files change; a new certificate that cannot be used never replaces a working one.
 *
 * Rejects with a `CapstanError` before it listens: `serve/certificate-*` when clients would reject the certificate, `serve/port-in-use` or
 * `serve/cannot-listen` when the address is not available, `serve/duplicate-route` when two routes share a method and a path.
 *
 * @example
 * await using server = await startServer({ port: 8080, routes: [{ method: "GET", path: "/", handle: () => textResponse(200, "hello") }] });
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const limits = { ...defaultLimits, ...options.limits };
  const onError = options.onError ?? ((error: unknown) => process.emitWarning(errorFrom(error)));
  const { tls: source, onCertificateRead } = options;
  const tls = source === undefined ? undefined : await ServerTls.load({ ...options, tls: source });
  const otherwise = options.otherwise && { ...options.otherwise, path: "" };
  const inFlight = new InFlight(limits, [...options.routes, ...(otherwise === undefined ? [] : [otherwise])]);
  const answer = routeTable(options.routes, { limits, inFlight, otherwise, listener: options.listener, onError });
  const { server, sessions } = createServer({ limits, tls, answer, http2: options.http2 ?? false });
  await listen(server, options);
  const following =
    tls !== undefined && server instanceof TlsServer ? tls.follow(server, { onError, onCertificateRead }) : undefined;
  const drained = drain(server, inFlight);
  const shut = (drainMs: number): Promise<void> => {
    sessions?.close();
    return drained(drainMs);
  };
  return running(server, options, { shut, stopFollowing: () => following?.close(), tls });
}

interface Parts {
  readonly limits: ServerLimits;
  readonly tls: ServerTls | undefined;
  readonly answer: RequestListener;
  readonly http2: boolean;
}

interface Created {
  readonly server: NodeServer;
  readonly sessions: Http2Sessions | undefined;
}

function createServer({ limits, tls, answer, http2 }: Parts): Created {
  const http: PlainOptions = {
    IncomingMessage: IncomingRequest,
    ServerResponse: Answer,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    // Node checks all connections at this interval, so a slow caller may stay this much longer than its limit.
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
    noDelay: true,
  };
  const server =
    tls === undefined
      ? nodeHttp.createServer(http, answer)
      : createTlsServer({ ...http, ...tls.serverOptions(limits.handshakeMs, http2) }, answer);
  // Without it, Node answers requests with an unknown `Expect` itself, and none of the limits holds for them.
  server.on("checkExpectation", answer);
  const sessions = http2 && server instanceof TlsServer ? acceptHttp2(server, limits) : undefined;
  if (server instanceof TlsServer) readThroughStream(server);
  limitConnections(server, limits.connections);
  readInTurns(server, { handshakeBytes: limits.handshakeBytes, haveCertificates: tls?.haveCertificates ?? false });
  return { server, sessions };
}

interface Stop {
  readonly shut: (drainMs: number) => Promise<void>;
  readonly stopFollowing: () => void;
  readonly tls: ServerTls | undefined;
}

function running(server: NodeServer, options: ServerOptions, { shut, stopFollowing, tls }: Stop): RunningServer {
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : options.port;
  const host = options.host === "" ? "localhost" : (options.host ?? "127.0.0.1");
  const close = ({ drainMs = defaultDrainMs }: CloseOptions = {}): Promise<void> => {
    stopFollowing();
    return shut(drainMs);
  };
  return {
    url: `${options.tls === undefined ? "http" : "https"}://${formatListenAddress({ host, port })}`,
    port,
    get certificate() {
      return tls?.certificate;
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}
