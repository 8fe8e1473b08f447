// The servers of a manager: probes, metrics and webhooks. Started by manager.ts before anything else, because the API server may have to
// ask a conversion webhook before it can answer the first list; stopped last.
import {
  parseListenAddress,
  probeRoutes,
  type ProbeCheck,
  type Route,
  type RunningServer,
  type ServerOptions,
  startServer,
  textResponse,
} from "@capstan/serve";
import { describeError } from "@capstan/kube";
import type { Logger } from "./logger.ts";
import type { PrometheusMetrics } from "./prometheus-metrics.ts";

/** What to serve. */
export interface ManagerServersOptions {
  readonly healthAddress: string | undefined;
  readonly metricsAddress: string | undefined;
  readonly metrics: PrometheusMetrics | undefined;
  readonly readyz: Readonly<Record<string, ProbeCheck>>;
  readonly servers: readonly ServerOptions[];
  readonly log: Logger;
}

/** Starts every server; one that cannot start stops those that did. */
export async function startServers(options: ManagerServersOptions): Promise<readonly RunningServer[]> {
  const { healthAddress, metricsAddress, metrics, readyz, servers, log } = options;
  const onError = (error: unknown): void => log.error("Server error", { error: describeError(error) });
  // Webhooks are called from other computers, so they listen on every address unless they say otherwise.
  const plan: ServerOptions[] = servers.map((server) => ({ host: "", onError, ...server }));
  if (isServed(healthAddress))
    plan.push({
      ...parseListenAddress(healthAddress),
      routes: probeRoutes({ healthz: { ping: () => true }, readyz }),
      onError,
    });
  if (isServed(metricsAddress) && metrics !== undefined)
    plan.push({ ...parseListenAddress(metricsAddress), routes: [metricsRoute(metrics)], onError });
  const started: RunningServer[] = [];
  try {
    for (const server of plan) started.push(await startServer(server));
  } catch (error) {
    await Promise.all(started.map((server) => server.close({ drainMs: 0 })));
    throw error;
  }
  return started;
}

/** Whether an address is one; "0" and the empty text are controller-runtime's words for none. */
export function isServed(address: string | undefined): address is string {
  return address !== undefined && address !== "" && address !== "0";
}

function metricsRoute(metrics: PrometheusMetrics): Route {
  return {
    method: "GET",
    path: "/metrics",
    handle: async () => {
      const answer = textResponse(200, await metrics.text());
      return { ...answer, headers: { "content-type": metrics.contentType } };
    },
  };
}
