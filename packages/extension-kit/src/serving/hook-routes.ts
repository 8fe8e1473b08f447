// An extension as routes: Discovery and one path for each handler, as Cluster API builds them. Headers are not read: its
// client sends no Content-Type.
import { hookCatalog } from "@capstan/api/catalog";
import { isCapstanError } from "@capstan/kube";
import { jsonResponse, type Route, type ServeRequest, type ServeResponse } from "@capstan/serve";
import { answerCall, type CalledHandler, type CallServices } from "../answering/answer-call.ts";
import { failure, type HookResponse } from "../answering/to-response.ts";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import { discoveryResponse } from "../authoring/discovery.ts";

/** The size of the largest request that is read, as in Cluster API's own server. */
export const maxRequestBytes: number = 20 * 1024 * 1024;

/** The path of a handler below the extension's URL. */
function handlerPath({ hook, name }: RegisteredHandler): string {
  return `/${hook.group}/${hook.version}/${hook.name.toLowerCase()}/${name}`;
}

/**
 * The routes of an extension, for a server that also serves something else: one for discovery and one for each handler, at the paths that Cluster API builds, below `prefix` ("/hooks") if there is one.
 * The URL of the ExtensionConfig must then have the prefix too. `serveExtension` and `run` have a server of their own.
 *
 * The routes answer every call with 200 and a response of the hook; what goes wrong is a response with status Failure: a request that does not validate or is too large, a handler that throws, returns
 * something else or exceeds its deadline. Details of thrown errors go to `services.log` only. Set the server's limit of bodies to 20 MiB, as Cluster API's own server has it: topology requests are large.
 *
 * @example
 * await startServer({
 *   port: 9443,
 *   tls: { directory: "/certs" },
 *   limits: { bodyBytes: 20 * 1024 * 1024 },
 *   routes: [...hookRoutes(extension, { log, client }, "/hooks"), ...otherRoutes],
 * });
 */
export function hookRoutes(extension: Extension, services: CallServices, prefix = ""): Route[] {
  const post = (path: string, handle: Route["handle"]): Route => ({ method: "POST", path: `${prefix}${path}`, handle });
  return [
    post(hookCatalog.Discovery.path, () => answer(discoveryResponse(extension))),
    ...extension.handlers.map((handler) =>
      post(handlerPath(handler), (request) => serveCall({ extension, handler }, request, services)),
    ),
  ];
}

async function serveCall(called: CalledHandler, request: ServeRequest, services: CallServices): Promise<ServeResponse> {
  const body = await bodyOf(request);
  if (body === undefined) {
    return answer(failure(called.handler.hook, "the request is larger than the server accepts"));
  }
  const { signal, query } = request;
  return answer(await answerCall(called, { body, timeout: query.get("timeout"), signal }, services));
}

/** The body, or undefined when it is too large: the caller expects a Failure with HTTP status 200 then. */
async function bodyOf(request: ServeRequest): Promise<Uint8Array | undefined> {
  try {
    return await request.body();
  } catch (error) {
    if (isCapstanError(error, "serve/body-too-large")) return undefined;
    throw error;
  }
}

function answer(response: HookResponse | object): ServeResponse {
  return jsonResponse(200, response);
}
