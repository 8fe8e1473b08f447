// The typed API classes of @kubernetes/client-node on the transport of a client: its connections, credentials, limits and retries.
import {
  type ApiConstructor,
  type ApiType,
  type ConfigurationOptions,
  createConfiguration,
  Observable,
  type ObservableMiddleware,
  type RequestContext,
  ResponseContext,
  SelfDecodingBody,
  ServerConfiguration,
  wrapHttpLibrary,
} from "@kubernetes/client-node";
import { type ApiError, isApiError } from "../api-error.ts";
import type { Client } from "../client.ts";
import { clientError } from "../errors.ts";
import type { RawRequest, RawResponse } from "../transport/raw-request.ts";

/** The part of a client that sends the requests of API classes; that of a reconcile ends with it. */
export type RequestingClient = Pick<Client, "request" | "server">;

/**
 * Creates an API class of @kubernetes/client-node (`CoreV1Api`, `CustomObjectsApi`, `KubernetesObjectApi` ...) whose requests go through a client of Capstan: over its keep-alive connections, with its credentials and their renewal, its
 * limits and its retries. Given the client of a reconcile, calls end with the reconcile, and are rejected when this process does not lead any more; what they write counts as written by the reconcile.
 *
 * What the server rejects is an `ApiException` with its status, as with `KubeConfig.makeApiClient`. All other failures are errors of the client (`client/unreachable`, `client/timeout` ...). `setSignalOptions` ends a
 * call.
 *
 * Not offered, and rejected with `client/not-adapted`: `watch` (use `client.watch`) and `follow` of logs, whose answers do not end, and further headers. `Watch`, `Exec`, `Log` and `PortForward` of that package work on a `KubeConfig` as before.
 *
 * @example
 * const core = makeApiClient(client, CoreV1Api);
 * const { items } = await core.listNamespacedPod({ namespace: "default" });
 */
export function makeApiClient<T extends ApiType>(client: RequestingClient, apiClass: ApiConstructor<T>): T {
  return new apiClass(
    createConfiguration({
      baseServer: new ServerConfiguration(client.server, {}),
      httpApi: wrapHttpLibrary({ send: (request) => send(client, request) }),
    }),
  );
}

/**
 * The options of one call of an API class that end it when the signal aborts; the call rejects with the signal's reason. Combine them with a header as `setHeaderOptions(name, value, setSignalOptions(signal))`.
 *
 * @example
 * const { items } = await core.listNamespacedPod({ namespace: "default" }, setSignalOptions(signal));
 */
export function setSignalOptions(signal: AbortSignal): ConfigurationOptions<ObservableMiddleware> {
  const middleware: ObservableMiddleware = {
    pre(request) {
      request.setSignal(signal);
      return new Observable(Promise.resolve(request));
    },
    post: (response) => new Observable(Promise.resolve(response)),
  };
  return { middleware: [middleware] };
}

async function send(client: RequestingClient, request: RequestContext): Promise<ResponseContext> {
  const raw = rawRequest(request, client.server);
  try {
    return responseOf(await client.request(raw));
  } catch (error) {
    if (isApiError(error)) return rejectionOf(error, raw.doing);
    throw error;
  }
}

type AdaptedRequest = RawRequest & { readonly doing: string };

function rawRequest(request: RequestContext, server: string): AdaptedRequest {
  const url = new URL(request.getUrl());
  const path = url.pathname.slice(new URL(server).pathname.replace(/\/$/, "").length);
  const method = request.getHttpMethod();
  const doing = `${method} ${path}`;
  const { accept, "content-type": contentType } = headersOf(request, doing);
  if (!isMethod(method)) throw notAdapted(doing, `the method ${method} is not sent`, "use client-node's own transport");
  const query = Object.fromEntries(url.searchParams);
  if (query["watch"] === "true")
    throw notAdapted(doing, "a watch has no end, and this call would wait for it", "use `client.watch`");
  if (query["follow"] === "true")
    throw notAdapted(doing, "a log that is followed has no end", "leave `follow` out, or use `Log` of that package");
  const body = bodyOf(request, doing);
  const signal = request.getSignal();
  return {
    method,
    path,
    query,
    doing,
    ...(body === undefined ? {} : { body }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(accept === undefined ? {} : { accept }),
    ...(signal === undefined ? {} : { signal }),
  };
}

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function isMethod(method: string): method is RawRequest["method"] {
  return methods.includes(method);
}

function headersOf(request: RequestContext, doing: string): Readonly<Record<string, string>> {
  const headers = Object.fromEntries(
    Object.entries(request.getHeaders()).map(([name, value]) => [name.toLowerCase(), value]),
  );
  for (const name of Object.keys(headers))
    if (name !== "accept" && name !== "content-type")
      throw notAdapted(doing, `the header ${name} is not sent`, "leave it out: the client has its own credentials");
  return headers;
}

function bodyOf(request: RequestContext, doing: string): unknown {
  const body = request.getBody();
  if (body === undefined) return undefined;
  try {
    if (typeof body === "string") return JSON.parse(body);
  } catch {
    // Not quoted: it may be a Secret.
  }
  throw notAdapted(doing, "its body is not JSON", "use client-node's own transport");
}

function responseOf({ status, headers, text }: RawResponse): ResponseContext {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
  );
  return contextOf(status, Object.fromEntries(flat), text);
}

/** The answer that the error was made of; API classes make their own error of it. */
function rejectionOf(error: ApiError, doing: string): ResponseContext {
  const { status: code, reason, details, retryAfterMs } = error;
  const message = error.message.slice(`cannot ${doing}: `.length);
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code };
  const retryAfter = retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1000)) };
  return contextOf(code, { "content-type": "application/json", ...retryAfter }, JSON.stringify(status));
}

function contextOf(status: number, headers: Record<string, string>, text: string): ResponseContext {
  return new ResponseContext(status, headers, new SelfDecodingBody(Promise.resolve(Buffer.from(text))));
}

function notAdapted(doing: string, what: string, help: string): Error {
  return clientError("client/not-adapted", { doing, what, help });
}
