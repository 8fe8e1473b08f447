// Finds the route of a request, runs it, and writes its answer.
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorFrom, excerpt, isCapstanError } from "@capstan/kube";
import { afterTurn } from "./byte-budget.ts";
import { serveError } from "./errors.ts";
import type { InFlight } from "./in-flight.ts";
import { forgetHeaders } from "./incoming-request.ts";
import type { ServerLimits } from "./limits.ts";
import { type Route, type ServeResponse, textResponse } from "./route.ts";
import { RequestPlaces } from "./request-places.ts";
import { NodeServeRequest, splitUrl } from "./serve-request.ts";
import { isUnread, writeBeforeRest } from "./unread-bodies.ts";
import { pieceBytes, writeBody, type WrittenBody, writtenBody } from "./write-body.ts";

/** How requests are answered that no route can answer. */
export interface RouteTableOptions {
  readonly limits: ServerLimits;
  readonly inFlight: InFlight;
  /** Answers paths without a route, whatever its own is. Default: the listener. */
  readonly otherwise?: Route | undefined;
  /** Answers paths without a route. Default: 404. */
  readonly listener?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Called with everything that a route or the listener throws. */
  readonly onError: (error: unknown) => void;
}

/** The statuses of errors in the request; their messages are safe to send back. */
const requestErrors: Readonly<Record<string, number>> = {
  "serve/body-too-large": 413,
  "serve/body-cut": 400,
  "serve/body-not-json": 400,
  "serve/busy": 503,
  "serve/connection-busy": 503,
  "serve/json-too-deep": 400,
  "serve/json-too-many-shapes": 413,
  "serve/json-too-many-values": 413,
};

/** Seconds after which a caller may try again. */
const retryAfter = "1";

/** Creates the function that answers a server's requests. */
export function routeTable(
  routes: readonly Route[],
  options: RouteTableOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const byPath = indexRoutes(routes);
  const { otherwise } = options;
  const others = otherwise === undefined ? undefined : new Map([[otherwise.method, otherwise]]);
  const all = [...routes, ...(others?.values() ?? [])];
  const places = new RequestPlaces(options.limits.requests);
  const limitsOf = new Map(all.map((route) => [route, { ...options.limits, ...route.limits }]));
  return (request, response) => {
    const open = options.inFlight.open(request, response);
    if (open === undefined) return void request.socket.destroy();
    const { path } = splitUrl(request);
    const methods = byPath.get(path) ?? others;
    if (methods === undefined && options.listener !== undefined) {
      open.passedOn();
      return callListener(options, request, response);
    }
    const write = (answer: ServeResponse): void => {
      const body = writtenBody(answer.body);
      open.answered(body.bytes, answer.pending);
      writeResponse(response, { ...answer, body }, options.limits.bodyBytes);
      forgetHeaders(request);
      disconnectSlowReader(response, request, options.limits.answerMs);
    };
    const route = methods?.get(request.method ?? "") ?? (request.method === "HEAD" ? methods?.get("GET") : undefined);
    if (route === undefined) return write(methods === undefined ? notFound(path) : methodNotAllowed(methods));
    // What nobody reads would stay in the memory of the request.
    if (route.method === "GET") request.resume();
    const place = places.of(route);
    const context = { limits: limitsOf.get(route) ?? options.limits, open, enter: place.take };
    // Its own path: that of the request is a part of the whole URL, and keeps it.
    const served = new NodeServeRequest(request, response, {
      ...context,
      path: route === otherwise ? path : route.path,
    });
    void run(route, served, options).then((answer) => {
      place.leave();
      write(answer);
    });
  };
}

/** Closes the connection of a caller that does not read its answer. */
function disconnectSlowReader(response: ServerResponse, { socket }: IncomingMessage, answerMs: number): void {
  // Most callers have read it then.
  afterTurn(() => {
    if (response.writableFinished || response.destroyed) return;
    const timer = setTimeout(() => socket.destroy(), answerMs).unref();
    response.once("close", () => clearTimeout(timer));
  });
}

function indexRoutes(routes: readonly Route[]): ReadonlyMap<string, ReadonlyMap<string, Route>> {
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const methods = byPath.get(route.path) ?? new Map<string, Route>();
    if (methods.has(route.method)) {
      throw serveError("serve/duplicate-route", { method: route.method, path: route.path });
    }
    byPath.set(route.path, methods.set(route.method, route));
  }
  return byPath;
}

function callListener(options: RouteTableOptions, request: IncomingMessage, response: ServerResponse): void {
  try {
    options.listener?.(request, response);
  } catch (error) {
    options.onError(error);
    if (response.headersSent) response.destroy();
    else {
      const answer = textResponse(500, "internal error\n");
      writeResponse(response, { ...answer, body: writtenBody(answer.body) }, options.limits.bodyBytes);
    }
  }
}

async function run(route: Route, request: NodeServeRequest, options: RouteTableOptions): Promise<ServeResponse> {
  try {
    if (route.method === "GET") request.enter();
    return await route.handle(request);
  } catch (error) {
    // The caller has left, and its handler ended by that: nobody reads the answer.
    if (request.signal.aborted && error === request.signal.reason) return textResponse(503, "the caller has left\n");
    const status = isCapstanError(error) ? requestErrors[error.code] : undefined;
    if (status !== undefined) return rejection(status, errorFrom(error).message);
    options.onError(error);
    // The message is not sent: it may reveal details of the program.
    return textResponse(500, "internal error\n");
  }
}

function rejection(status: number, message: string): ServeResponse {
  const answer = textResponse(status, `${message}\n`);
  return status === 503 ? { ...answer, headers: { ...answer.headers, "retry-after": retryAfter } } : answer;
}

function notFound(path: string): ServeResponse {
  return textResponse(404, `nothing is served at ${excerpt(path)}\n`);
}

function methodNotAllowed(methods: ReadonlyMap<string, Route>): ServeResponse {
  const allow = [...methods.keys()].join(", ");
  const answer = textResponse(405, `only ${allow} is served here\n`);
  return { ...answer, headers: { ...answer.headers, allow } };
}

interface WrittenAnswer extends Pick<ServeResponse, "status" | "headers"> {
  readonly body: WrittenBody;
}

function writeResponse(response: ServerResponse, answer: WrittenAnswer, bodyBytes: number): void {
  if (response.destroyed) return;
  const { req: request } = response;
  const { body } = answer;
  const headers: Record<string, string | number> = { ...answer.headers, "content-length": body.bytes };
  // The unread rest of a body would be parsed as the next request on this connection.
  const unread = isUnread(request);
  if (unread) headers["connection"] = "close";
  response.writeHead(answer.status, headers);
  // A caller that waits for leave to send its body does not send it any more.
  const isSent = unread && request.headers.expect === undefined && body.content.length <= pieceBytes;
  const isHead = request.method === "HEAD";
  if (isSent) writeBeforeRest(response, isHead ? "" : body.content, bodyBytes);
  else if (isHead) response.end();
  else writeBody(response, body);
}
