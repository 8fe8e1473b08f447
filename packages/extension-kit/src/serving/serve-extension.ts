// Serves an extension: hooks over TLS on one port, probes in plain HTTP on another.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@capstan/client";
import {
  certificateCheck,
  isServed,
  loggedChecks,
  type Logger,
  protectMetrics,
  silentLogger,
  startServers,
} from "@capstan/process";
import type {
  AuthoritySource,
  CertificatePair,
  CertificateSource,
  RunningServer,
  ServerLimits,
  ServeRequest,
  ServerOptions,
  TlsLimits,
} from "@capstan/serve";
import type { CallServices } from "../answering/answer-call.ts";
import type { HookMetrics } from "../metrics/hook-metrics.ts";
import type { Extension } from "../authoring/define-extension.ts";
import { beginRecording, type RecordOptions } from "../recording/begin-recording.ts";
import { LateRecorder } from "../recording/late-recorder.ts";
import { type CallWrapper, hookLimits, routesAround } from "./hook-routes.ts";
import { ownCallHeader, selfDiscovery } from "./self-discovery.ts";
import { tracedCalls } from "./trace-calls.ts";

/** Where and how an extension is served. */
export interface ServeExtensionOptions {
  /** The certificate; Cluster API calls extensions over https only. */
  readonly tls: CertificateSource;
  /** The port of the hooks; 0 takes any free one. Default: 9443. */
  readonly port?: number;
  /** The address of the hooks; the empty string is every address. Default: 127.0.0.1. */
  readonly host?: string;
  /** Authorities (PEM) of which callers must have a certificate, or a file of them, which is read again when it changes. Default: anyone may call. */
  readonly clientCa?: AuthoritySource;
  /** Limits of the hooks' server: bytes, time, connections, size of JSON. Default: those of `@capstan/serve`, with `hookLimits`. */
  readonly limits?: Partial<ServerLimits>;
  /** Whether callers may choose HTTP/2 in the handshake, as core's client does. It takes about twice the time of HTTP/1.1 for small calls. Default: false. */
  readonly http2?: boolean;
  /** Where `/healthz` and `/readyz` are served, ":9440"; "0" serves none. Default: nowhere. */
  readonly healthAddress?: string;
  /** Where `/metrics` is served, ":8443"; "0" serves none. Default: nowhere. Except on loopback addresses: over TLS, for callers whose token may get `/metrics`. */
  readonly metricsAddress?: string;
  /** The certificate of `/metrics`. Default: a self-signed one. */
  readonly metricsCertificate?: CertificateSource;
  /** Whether `/metrics` is served in plain HTTP and to everyone, on every address. Default: false. */
  readonly insecureDiagnostics?: boolean;
  /** Which versions and cipher suites of TLS the servers accept. Default: TLS 1.2 and 1.3, with forward secrecy and authenticated encryption. */
  readonly tlsLimits?: TlsLimits;
  /** What is put before every path, as in the URL of the ExtensionConfig. Default: nothing. */
  readonly prefix?: string;
  /** Where calls of topology hooks are recorded, with their answers, for `capstan plan`. Default: nowhere. */
  readonly record?: RecordOptions;
  /** Default: nothing is logged. */
  readonly log?: Logger;
  /** Creates the client of the management cluster for `ctx.client()`, when it is first used. Default: one with the credentials of the environment. */
  readonly client?: () => Promise<Client>;
}

/** An extension that is served. */
export interface RunningExtension extends AsyncDisposable {
  /** Where hooks are called. */
  readonly url: string;
  readonly port: number;
  /** Where health probes are served; undefined when they are not. */
  readonly healthUrl: string | undefined;
  /** Where metrics are served; undefined when they are not. */
  readonly metricsUrl: string | undefined;
  /** Makes `/readyz` fail, stops listening, lets calls in progress end, and closes everything. */
  close(options?: CloseExtensionOptions): Promise<void>;
}

/** How an extension is closed. */
export interface CloseExtensionOptions {
  /** How long new calls are still answered while `/readyz` fails, so that nobody calls a port that is closed. Default: 0. */
  readonly delayMs?: number;
  /** How long calls in progress may take after that. Default: 10 s. */
  readonly drainMs?: number;
}

/**
 * Serves an extension until it is closed, without flags and signals: for tests, and for programs that serve an extension
 * beside something else.
 *
 * Resolves when everything listens. Rejects, and leaves nothing open, when the certificate cannot be read
 * (`serve/certificate-...`) or a port is in use (`serve/port-in-use`). A certificate that is a folder, and authorities that are a file, are read again when
 * they change. Rejects with `extension/tape-file` when `record` names a file that cannot be written.
 *
 * `/readyz` has three checks: `certificate` fails ten minutes before the certificate expires, `discovery` when a call of discovery on the own port
 * is not answered, and `running` when the extension is being closed. A line is logged when one changes.
 *
 * @example
 * await using running = await serveExtension(extension, { tls: { directory: "certs" }, port: 0 });
 * console.log(running.url);
 */
export async function serveExtension(extension: Extension, options: ServeExtensionOptions): Promise<RunningExtension> {
  const { log = silentLogger, healthAddress, metricsAddress, prefix = "", port = 9443 } = options;
  const own = options.clientCa === undefined ? undefined : await ownCertificate();
  const mark = randomBytes(18).toString("base64url");
  const stopping = new AbortController();
  const served: { hooks?: RunningServer | undefined } = {};
  const server = (): RunningServer | undefined => served.hooks;
  const readyz = {
    running: () => !stopping.signal.aborted,
    ...loggedChecks(
      { certificate: certificateCheck(server), discovery: selfDiscovery({ server, prefix, client: own, mark }) },
      log,
    ),
  };
  const metrics = isServed(metricsAddress) ? await metricsOf(extension, server, mark) : undefined;
  const client = once(options.client ?? clientByDefault);
  const recorder = options.record && new LateRecorder();
  const services = { log, client, ...(recorder && { recorder }) };
  const running = await startServers({
    servers: [hooksServer(extension, { ...options, ...services }, { own, metrics, traced: await tracedCalls() })],
    healthAddress,
    readyz,
    tlsLimits: options.tlsLimits,
    log,
    ...(metrics === undefined ? {} : { onCertificateRead: metrics.certificateRead }),
    metricsAddress,
    metrics: metrics?.page,
    metricsProtection: await protectMetrics({
      address: metricsAddress,
      certificate: options.metricsCertificate,
      insecure: options.insecureDiagnostics ?? false,
      client: { request: async (review) => (await client()).request(review) },
      log,
    }),
  });
  const { record } = options;
  if (record) await recorder?.beginBehind(running, () => beginRecording(extension, record, { log, client }));
  served.hooks = running.servers[0];
  const close = async ({ delayMs = 0, ...how }: CloseExtensionOptions = {}): Promise<void> => {
    stopping.abort();
    if (delayMs > 0) await sleep(delayMs);
    await running.close(how);
    await recorder?.close();
  };
  return {
    url: served.hooks?.url ?? "",
    port: served.hooks?.port ?? port,
    healthUrl: running.health?.url,
    metricsUrl: running.metrics?.url,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** The certificate with which a server calls itself that demands one; its key never leaves the process. */
async function ownCertificate(): Promise<CertificatePair> {
  const { createSelfSigned } = await import("@capstan/serve/certificates");
  return createSelfSigned({ commonName: "readiness", usages: ["client"], days: ownDays });
}

/** Longer than a process runs. */
const ownDays = 3650;

async function metricsOf(
  extension: Extension,
  server: () => RunningServer | undefined,
  mark: string,
): Promise<HookMetrics> {
  const { createHookMetrics } = await import("../metrics/hook-metrics.ts");
  const isOwn = ({ headers }: ServeRequest): boolean => headers[ownCallHeader] === mark;
  return createHookMetrics(extension, { certificate: () => server()?.certificate, isOwn });
}

interface ServerParts {
  readonly own: CertificatePair | undefined;
  readonly metrics: HookMetrics | undefined;
  readonly traced: CallWrapper | undefined;
}

function hooksServer(
  extension: Extension,
  options: ServeExtensionOptions & CallServices,
  { own, metrics, traced }: ServerParts,
): ServerOptions {
  const { host = "127.0.0.1", port = 9443, tls, clientCa, limits, prefix, http2 = false } = options;
  const routes = routesAround(extension, options, { prefix, around: bothAround(metrics?.around, traced) });
  return {
    host,
    port,
    tls,
    http2,
    ...(clientCa === undefined ? {} : { clientCa }),
    ...(own === undefined ? {} : { moreAuthorities: own.certPem }),
    limits: { ...hookLimits, ...limits },
    routes: metrics === undefined ? routes : routes.map(metrics.measured),
  };
}

/** One inside the other, where there are two. */
function bothAround(outer: CallWrapper | undefined, inner: CallWrapper | undefined): CallWrapper | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner;
  return (handler, run, request) => outer(handler, () => inner(handler, run, request), request);
}

/** In-cluster credentials, KUBECONFIG or the default kubeconfig, in the order of @capstan/client. */
async function clientByDefault(): Promise<Client> {
  const { createClient, loadCredentials } = await import("@capstan/client");
  return createClient(await loadCredentials());
}

/** The same promise for every call, until one fails: then the next tries again. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
