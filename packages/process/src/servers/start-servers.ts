// The servers of a long-running program: its own (webhooks, hooks), health probes and metrics. They start and stop together.
import { readFile } from "node:fs/promises";
import { isIP, isIPv4 } from "node:net";
import { describeError, errorFrom } from "@capstan/kube";
import {
  type AuthorityFile,
  type CertificateSource,
  type CloseOptions,
  parseListenAddress,
  type ProbeCheck,
  probeRoutes,
  type Route,
  type RunningServer,
  type ServeRequest,
  type ServeResponse,
  type ServerOptions,
  startProbes,
  startServer,
  textResponse,
  type TlsLimits,
} from "@capstan/serve";
import type { Logger } from "../log/logger.ts";
import { processError } from "../process-errors.ts";

/** The page that Prometheus reads. */
export interface MetricsPage {
  readonly contentType: string;
  text(): Promise<string>;
}

/** How metrics are protected from those who may not read them. */
export interface MetricsProtection {
  /** The certificate of the server. */
  readonly tls: CertificateSource;
  /** The answer for a caller that may not read the page; undefined when it may. */
  rejection(request: ServeRequest): Promise<ServeResponse | undefined>;
}

/** What to serve. Addresses are written as in Go, ":9440"; "0" and the empty string serve nothing. */
export interface ServersOptions {
  /** The program's own servers. They listen on every address unless they set a host. A function starts one elsewhere, such as in threads. */
  readonly servers: readonly (ServerOptions | (() => Promise<RunningServer>))[];
  /** Where `/healthz` and `/readyz` are served. */
  readonly healthAddress?: string | undefined;
  /** The checks of `/healthz`. When one fails, the process is to be restarted. */
  readonly healthz?: Readonly<Record<string, ProbeCheck>>;
  /** The checks of `/readyz`. */
  readonly readyz?: Readonly<Record<string, ProbeCheck>>;
  /** Where `/metrics` is served, if there are metrics. */
  readonly metricsAddress?: string | undefined;
  readonly metrics?: MetricsPage | undefined;
  /** How metrics are protected. Default: plain HTTP, for everyone who reaches the address. */
  readonly metricsProtection?: MetricsProtection | undefined;
  /** What all of them accept of TLS; those that a function starts have their own. Default: that of `@capstan/serve`. */
  readonly tlsLimits?: TlsLimits | undefined;
  /** Called each time a certificate was read from its directory: whether it can be used. */
  readonly onCertificateRead?: (ok: boolean) => void;
  readonly log: Logger;
}

/** Servers that listen. */
export interface RunningServers {
  /** The program's own, in the order they were given. */
  readonly servers: readonly RunningServer[];
  readonly health: RunningServer | undefined;
  readonly metrics: RunningServer | undefined;
  /** Stops listening, lets requests in flight end, and resolves when all are closed: the program's own first, so that probes and metrics tell how they end. */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Starts a program's own servers, health probes and metrics, in this order; addresses that are "0" or empty are left out. When one cannot start, those that did are closed before the error is thrown
 * (`serve/port-in-use`, `serve/cannot-listen`, `serve/certificate-...`). Errors of handlers are logged.
 *
 * @example
 * const running = await startServers({ servers: [{ port: 9443, tls, routes }], healthAddress: ":9440", log });
 * await running.close();
 */
export async function startServers(options: ServersOptions): Promise<RunningServers> {
  const { log, metrics, onCertificateRead, tlsLimits, healthz = {}, readyz = {} } = options;
  const common = {
    ...(onCertificateRead === undefined ? {} : { onCertificateRead }),
    ...(tlsLimits === undefined ? {} : { tlsLimits }),
  };
  const onError = (error: unknown): void => log.error("Server error", { error: describeError(error) });
  const started: RunningServer[] = [];
  const start = async (server: ServersOptions["servers"][number]): Promise<RunningServer> => {
    const running = await (typeof server === "function"
      ? server()
      : startServer({ host: "", onError, ...common, ...server }));
    started.push(running);
    return running;
  };
  const startHealth = (address: string): Promise<RunningServer> => {
    const probes = { healthz: { ping: () => true, ...healthz }, readyz };
    const listening = { ...parseListenAddress(address), onError };
    // A thread of their own costs 20 MB. It is for processes that callers can keep busy.
    const isCalled = options.servers.length > 0;
    return start(
      isCalled ? () => startProbes({ ...listening, ...probes }) : { ...listening, routes: probeRoutes(probes) },
    );
  };
  const close = async (how?: CloseOptions): Promise<void> => {
    const own = started.slice(0, options.servers.length);
    await Promise.all(own.map((server) => server.close(how)));
    await Promise.all(started.slice(own.length).map((server) => server.close(how)));
  };
  try {
    const servers: RunningServer[] = [];
    for (const server of options.servers) servers.push(await start(server));
    const health = isServed(options.healthAddress) ? await startHealth(options.healthAddress) : undefined;
    const { metricsAddress } = options;
    const page =
      metrics !== undefined && isServed(metricsAddress)
        ? await start({ ...parseListenAddress(metricsAddress), ...metricsServer(metrics, options) })
        : undefined;
    return { servers, health, metrics: page, close };
  } catch (error) {
    await close({ drainMs: 0 });
    throw error;
  }
}

/** Whether anything is served at an address; "0" and the empty string are controller-runtime's values for nothing. */
export function isServed(address: string | undefined): address is string {
  return address !== undefined && address !== "" && address !== "0";
}

/** Whether only programs on this computer reach an address. */
export function isLoopback(address: string): boolean {
  const { host } = parseListenAddress(address);
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

function metricsServer(
  metrics: MetricsPage,
  { metricsAddress = "", metricsProtection: protection }: ServersOptions,
): Pick<ServerOptions, "routes" | "tls"> {
  const open = metricsRoute(metrics);
  if (protection === undefined)
    return { routes: [isServed(metricsAddress) && isLoopback(metricsAddress) ? forLocalHosts(open) : open] };
  const handle: Route["handle"] = async (request) =>
    (await protection.rejection(request)) ?? (await open.handle(request));
  return { tls: protection.tls, routes: [{ ...open, handle }] };
}

function metricsRoute(metrics: MetricsPage): Route {
  return {
    method: "GET",
    path: "/metrics",
    handle: async () => {
      const page = textResponse(200, await metrics.text());
      return { ...page, headers: { "content-type": metrics.contentType } };
    },
  };
}

/** A browser calls a loopback address for a website, too, whose name leads there: it could read the answer. */
function forLocalHosts(route: Route): Route {
  const rejection = textResponse(403, "name an IP address or localhost as the host\n");
  return {
    ...route,
    handle: (request) => (isLocalHost(request.headers.host) ? route.handle(request) : rejection),
  };
}

/** Whether the host of a request is an address or `localhost`. Browsers always send one. */
function isLocalHost(host: string | undefined): boolean {
  const name = host?.replace(/:\d{0,5}$/, "").replace(/^\[(.*)\]$/, "$1");
  return name === undefined || name === "localhost" || isIP(name) !== 0;
}

/** The authorities of callers' certificates in the file that `--client-ca-file` names, which can be read; undefined when no file is named. Rejects with `process/client-ca-file`. */
export async function authorityFile(file: string | undefined): Promise<AuthorityFile | undefined> {
  if (file === undefined) return undefined;
  try {
    await readFile(file, "utf8");
    return { file };
  } catch (error) {
    throw processError("process/client-ca-file", { reason: errorFrom(error).message }, error);
  }
}
