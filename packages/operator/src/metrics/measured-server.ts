// Counts the requests of a manager's servers, in the metrics that controller-runtime has for webhooks.
import type { Logger } from "@capstan/process";
import type { Route, ServeResponse, ServerOptions } from "@capstan/serve";
import { isProgramFault } from "../controller/reconcile-failure.ts";
import type { ServerContext } from "../manager/manager-options.ts";
import type { Metrics } from "./metrics.ts";

/** What a server gets that counts in these metrics. */
export function serverContext(log: Logger, metrics: Metrics): ServerContext {
  return {
    log,
    countProblem: (code, times) => metrics.webhookProblem(code, times),
    countPanic: (path) => metrics.webhookPanicked(path),
  };
}

/** The server with routes that count. */
export function measuredServer(options: ServerOptions, metrics: Metrics): ServerOptions {
  return { ...options, routes: options.routes.map((route) => measuredRoute(route, metrics)) };
}

function measuredRoute(route: Route, metrics: Metrics): Route {
  const { path } = route;
  metrics.webhookAdded(path);
  return {
    ...route,
    async handle(request): Promise<ServeResponse> {
      const began = performance.now();
      let code = 500;
      metrics.webhookRequest(path, { inFlight: 1 });
      try {
        const response = await route.handle(request);
        code = response.status;
        return response;
      } catch (error) {
        // The server answers for what is wrong with the request. Functions of authors are counted where they are called.
        if (isProgramFault(error)) metrics.webhookPanicked(path);
        throw error;
      } finally {
        metrics.webhookRequest(path, { inFlight: -1, code, seconds: (performance.now() - began) / 1000 });
      }
    },
  };
}
