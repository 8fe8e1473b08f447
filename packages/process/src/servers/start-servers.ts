// The servers of a long-running program: its own (webhooks, hooks), health probes and metrics. They start and stop together.
import { describeError } from "@capstan/kube";
import {
  type CloseOptions,
  parseListenAddress,
  type ProbeCheck,
  probeRoutes,
  type Route,
  type RunningServer,
  type ServerOptions,
  startServer,
  textResponse,
} from "@capstan/serve";
import type { Logger } from "../log/logger.ts";

/** The page that Prometheus reads. */
export interface MetricsPage {
  readonly contentType: string;
  text(): Promise<string>;
}

/** What to serve. Addresses are written as in Go, ":9440"; "0" and the empty string serve nothing. */
export interface ServersOptions {
  /** The program's own servers. They listen on every address unless they set a host. */
  readonly servers: readonly ServerOptions[];
  /** Where `/healthz` and `/readyz` are served. */
  readonly healthAddress?: string | undefined;
  /** The checks of `/readyz`. */
  readonly readyz?: Readonly<Record<string, ProbeCheck>>;
  /** Where `/metrics` is served, if there are metrics. */
  readonly metricsAddress?: string | undefined;
  readonly metrics?: MetricsPage | undefined;
  readonly log: Logger;
}

/** Servers that listen. */
export interface RunningServers {
  /** The program's own, in the order they were given. */
  readonly servers: readonly RunningServer[];
  readonly health: RunningServer | undefined;
  readonly metrics: RunningServer | undefined;
  /** Stops listening, lets requests in flight end, and resolves when all are closed. */
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
  const { log, metrics, readyz = {} } = options;
  const onError = (error: unknown): void => log.error("Server error", { error: describeError(error) });
  const started: RunningServer[] = [];
  const start = async (server: ServerOptions): Promise<RunningServer> => {
    const running = await startServer({ host: "", onError, ...server });
    started.push(running);
    return running;
  };
  const startAt = (address: string | undefined, routes: readonly Route[]): Promise<RunningServer> | undefined =>
    isServed(address) ? start({ ...parseListenAddress(address), routes }) : undefined;
  const close = async (how?: CloseOptions): Promise<void> => {
    await Promise.all(started.map((server) => server.close(how)));
  };
  try {
    const servers: RunningServer[] = [];
    for (const server of options.servers) servers.push(await start(server));
    const health = await startAt(options.healthAddress, probeRoutes({ healthz: { ping: () => true }, readyz }));
    const page = metrics && (await startAt(options.metricsAddress, [metricsRoute(metrics)]));
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
