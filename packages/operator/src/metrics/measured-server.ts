// Counts the requests of a manager's servers, in the metrics that controller-runtime has for webhooks.
import { isCapstanError } from "@capstan/kube";
import type { Route, ServeResponse, ServerOptions } from "@capstan/serve";
import type { Metrics } from "./metrics.ts";

/** The server with routes that count. */
export function measuredServer(options: ServerOptions, metrics: Metrics): ServerOptions {
  return { ...options, routes: options.routes.map((route) => measuredRoute(route, metrics)) };
}

function measuredRoute(route: Route, metrics: Metrics): Route {
  const { path } = route;
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
        // The server answers for what is wrong with the request; everything else is a fault of the program.
        if (!isCapstanError(error)) metrics.webhookPanicked(path);
        throw error;
      } finally {
        metrics.webhookRequest(path, { inFlight: -1, code, seconds: (performance.now() - began) / 1000 });
      }
    },
  };
}
