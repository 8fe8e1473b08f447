// An extension as routes: Discovery and one path for each handler, as Cluster API builds them. Headers are not read: its
// client sends no Content-Type.
import type { Hook } from "@capstan/api";
import { hookCatalog } from "@capstan/api/catalog";
import { isCapstanError } from "@capstan/kube";
import { jsonResponse, type Route, type ServerLimits, type ServeRequest, type ServeResponse } from "@capstan/serve";
import { answerCall, type CalledHandler, type CallServices } from "../answering/answer-call.ts";
import { failure, type HookResponse } from "../answering/to-response.ts";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import { discoveryResponse } from "../authoring/discovery.ts";
import { DeprecatedCalls } from "./deprecated-calls.ts";

/**
 * The limits of a server of hooks: bodies of 20 MiB, as in Cluster API's own server, with 1,000,000 values. A topology request of 20 MiB has
 * about 800,000 and takes a quarter of a second to parse; one whose names all differ takes up to three seconds.
 *
 * @example
 * await startServer({ port: 9443, tls, routes, limits: { ...hookLimits, inFlightBytes: 128 * 1024 * 1024 } });
 */
export const hookLimits: Pick<ServerLimits, "bodyBytes" | "jsonValues"> = {
  bodyBytes: 20 * 1024 * 1024,
  jsonValues: 1_000_000,
};

/** The path of a handler's version below the extension's URL; a hook with one handler needs no name. */
function handlerPath({ group, version, name, singleton }: Hook, handler: string): string {
  const path = `/${group}/${version}/${name.toLowerCase()}`;
  return singleton ? path : `${path}/${handler}`;
}

/**
 * The routes of an extension, for a server that also serves something else: one for discovery and one for each version of each handler, at the paths that Cluster API builds, below `prefix` ("/hooks") if there is one.
 * The URL of the ExtensionConfig must then have the prefix too. `serveExtension` and `run` have a server of their own.
 *
 * The routes answer every call with 200 and a response of the hook; what goes wrong is a response with status Failure: a request that does not validate or is too large, a handler that throws, returns
 * something else or exceeds its deadline. Details of thrown errors go to `services.log` only. Give the server the limits `hookLimits`: topology requests are large.
 *
 * @example
 * await startServer({
 *   port: 9443,
 *   tls: { directory: "/certs" },
 *   limits: hookLimits,
 *   routes: [...hookRoutes(extension, { log, client }, "/hooks"), ...otherRoutes],
 * });
 */
export function hookRoutes(extension: Extension, services: CallServices, prefix = ""): Route[] {
  return routesAround(extension, services, { prefix });
}

/** Called around each call of a handler, such as to count it. */
export type CallWrapper = (
  handler: RegisteredHandler,
  run: () => Promise<HookResponse>,
  request: ServeRequest,
) => Promise<HookResponse>;

/** How the routes of an extension differ. */
export interface RouteOptions {
  readonly prefix?: string | undefined;
  readonly around?: CallWrapper | undefined;
}

/** The routes of an extension. */
export function routesAround(
  extension: Extension,
  services: CallServices,
  { prefix = "", around = (_handler, run) => run() }: RouteOptions,
): Route[] {
  const deprecated = new DeprecatedCalls(services.log);
  const post = (path: string, handle: Route["handle"]): Route => ({ method: "POST", path: `${prefix}${path}`, handle });
  return [
    post(hookCatalog.Discovery.path, ({ query }) => answer(discoveryResponse(extension, query.getAll("group")))),
    ...extension.handlers.flatMap((handler) =>
      handler.versions.map((version) => {
        const called = { extension, handler, version };
        return post(handlerPath(version, handler.name), async (request) => {
          let pending: Promise<unknown> | undefined;
          const goesOn = (work: Promise<unknown>): void => void (pending = work);
          const response = answer(
            await around(handler, () => serveCall(called, { request, goesOn }, services), request),
          );
          return deprecated.marked(version, request, pending === undefined ? response : { ...response, pending });
        });
      }),
    ),
  ];
}

interface ServedCall {
  readonly request: ServeRequest;
  readonly goesOn: (work: Promise<unknown>) => void;
}

async function serveCall(
  called: CalledHandler,
  { request, goesOn }: ServedCall,
  services: CallServices,
): Promise<HookResponse> {
  try {
    await request.body();
  } catch (error) {
    // The caller expects a Failure with HTTP status 200 then. Other errors are the server's to answer.
    if (isCapstanError(error, "serve/body-too-large"))
      return failure(called.version ?? called.handler.hook, error.message);
    throw error;
  }
  const { signal } = request;
  const call = { json: () => request.json(), timeout: request.query.get("timeout"), signal, goesOn };
  return await answerCall(called, call, services);
}

function answer(response: HookResponse | object): ServeResponse {
  return jsonResponse(200, response);
}
