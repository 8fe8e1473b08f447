// What an extension counts. Requests have the names that controller-runtime has for webhooks, since Cluster API's own extension servers are such; calls have names of their own, as no server of Cluster API counts them. Loaded only when
// metrics are served.
import { addProcessMetrics, type MetricFamily, type MetricsPage, TextMetrics } from "@capstan/process";
import { isCapstanError } from "@capstan/kube";
import type { Route, ServedCertificate, ServeRequest, ServeResponse } from "@capstan/serve";
import type { HookResponse } from "../answering/to-response.ts";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import type { CallWrapper } from "../serving/hook-routes.ts";

/** The page of an extension, and what counts for it. */
export interface HookMetrics {
  readonly page: MetricsPage;
  /** Counts the calls of handlers. */
  readonly around: CallWrapper;
  /** The same route, whose requests count. */
  readonly measured: (route: Route) => Route;
  readonly certificateRead: (ok: boolean) => void;
}

/** Handlers have up to 30 s. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

const ofHandler = ["hook", "handler"] as const;

const families = {
  calls: {
    name: "capstan_hook_calls_total",
    help: "Total number of calls of a handler by the status of the answer and whether it asks for a later call",
    labels: [...ofHandler, "status", "retry"],
  },
  callTimes: {
    name: "capstan_hook_call_duration_seconds",
    help: "Histogram of how long calls of a handler take in seconds",
    labels: ofHandler,
  },
  openCalls: {
    name: "capstan_hook_calls_in_flight",
    help: "Current number of calls of a handler",
    labels: ofHandler,
  },
  requests: {
    name: "controller_runtime_webhook_requests_total",
    help: "Total number of requests of a path by HTTP status code",
    labels: ["webhook", "code"],
  },
  requestTimes: {
    name: "controller_runtime_webhook_latency_seconds",
    help: "Histogram of the latency of processing requests of a path",
    labels: ["webhook"],
  },
  openRequests: {
    name: "controller_runtime_webhook_requests_in_flight",
    help: "Current number of requests of a path",
    labels: ["webhook"],
  },
  reads: { name: "certwatcher_read_certificate_total", help: "Total number of certificate reads" },
  readErrors: { name: "certwatcher_read_certificate_errors_total", help: "Total number of certificate read errors" },
} as const satisfies Readonly<Record<string, MetricFamily>>;

const expiry = {
  name: "capstan_certificate_expiry_timestamp_seconds",
  help: "When the serving certificate expires, in seconds since unix epoch",
} as const;

/** The status of a call that the server had no room for. */
const rejected = "Rejected";

/** What the page needs of the server. */
export interface MeasuredServer {
  /** Undefined while it does not listen. */
  readonly certificate: () => ServedCertificate | undefined;
  /** Whether a request is the server's own, by which it checks itself: it does not count. */
  readonly isOwn: (request: ServeRequest) => boolean;
}

/** Creates the page of an extension. */
export function createHookMetrics({ handlers }: Extension, { certificate, isOwn }: MeasuredServer): HookMetrics {
  const page = new TextMetrics();
  const around = measuredCalls(page, handlers);
  const measured = measuredRoutes(page, isOwn);
  const [reads, readErrors] = [page.counter(families.reads)(), page.counter(families.readErrors)()];
  page.read("gauge", expiry, () => {
    const { expires } = certificate() ?? {};
    return expires === undefined ? undefined : expires.getTime() / 1000;
  });
  addProcessMetrics(page);
  const certificateRead = (ok: boolean): void => {
    reads.add(1);
    if (!ok) readErrors.add(1);
  };
  return { page, around, measured, certificateRead };
}

function measuredCalls(page: TextMetrics, handlers: readonly RegisteredHandler[]): CallWrapper {
  const [calls, times, open] = [
    page.counter(families.calls),
    page.histogram(families.callTimes, buckets),
    page.gauge(families.openCalls),
  ];
  const count = ({ hook, name }: RegisteredHandler, response: Partial<HookResponse>, by: number): void => {
    const { status = rejected, retryAfterSeconds = 0 } = response;
    calls(hook.name, name, status, String(retryAfterSeconds > 0)).add(by);
  };
  for (const handler of handlers) {
    times(handler.hook.name, handler.name);
    open(handler.hook.name, handler.name);
    for (const status of ["Success", "Failure"] as const) count(handler, { status }, 0);
  }
  return async (handler, run) => {
    const names = [handler.hook.name, handler.name];
    const began = performance.now();
    let response: Partial<HookResponse> = {};
    open(...names).add(1);
    try {
      const answer = await run();
      response = answer;
      return answer;
    } finally {
      open(...names).add(-1);
      count(handler, response, 1);
      times(...names).observe((performance.now() - began) / 1000);
    }
  };
}

const busy: readonly string[] = ["serve/busy", "serve/connection-busy"];

function measuredRoutes(page: TextMetrics, isOwn: MeasuredServer["isOwn"]): (route: Route) => Route {
  const [requests, times, open] = [
    page.counter(families.requests),
    page.histogram(families.requestTimes, buckets),
    page.gauge(families.openRequests),
  ];
  return (route) => {
    const { path } = route;
    const inFlight = open(path);
    const latency = times(path);
    for (const code of ["200", "500"]) requests(path, code).add(0);
    const handle = async (request: ServeRequest): Promise<ServeResponse> => {
      if (isOwn(request)) return await route.handle(request);
      const began = performance.now();
      let code = 500;
      inFlight.add(1);
      try {
        const response = await route.handle(request);
        code = response.status;
        return response;
      } catch (error) {
        if (isCapstanError(error) && busy.includes(error.code)) code = 503;
        throw error;
      } finally {
        inFlight.add(-1);
        requests(path, String(code)).add(1);
        latency.observe((performance.now() - began) / 1000);
      }
    };
    return { ...route, handle };
  };
}
