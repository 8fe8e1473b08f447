// An extension as routes: Discovery and one path for each handler, as Cluster API builds them. Headers play no part: its
// client sends no Content-Type. Called by serve-extension.ts, and by whoever serves hooks beside something else.
import { hookCatalog } from "@capstan/api/catalog";
import { isCapstanError } from "@capstan/kube";
import { jsonResponse, type Route, type ServeRequest, type ServeResponse } from "@capstan/serve";
import { answerCall, type CallServices } from "../answering/answer-call.ts";
import { failure, type HookResponse } from "../answering/to-response.ts";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import { discoveryResponse } from "../authoring/discovery.ts";

/** The largest request that is read: what Cluster API's own server reads. */
export const maxRequestBytes: number = 20 * 1024 * 1024;

/** The path of a handler below the extension's URL. */
function handlerPath({ hook, name }: RegisteredHandler): string {
  return `/${hook.group}/${hook.version}/${hook.name.toLowerCase()}/${name}`;
}

/** Every route of an extension, below a prefix such as "/hooks" where one is given. */
export function hookRoutes(extension: Extension, services: CallServices, prefix = ""): Route[] {
  const post = (path: string, handle: Route["handle"]): Route => ({ method: "POST", path: `${prefix}${path}`, handle });
  return [
    post(hookCatalog.Discovery.path, () => answer(discoveryResponse(extension))),
    ...extension.handlers.map((handler) =>
      post(handlerPath(handler), (request) => serveCall({ extension, handler }, request, services)),
    ),
  ];
}

async function serveCall(
  target: { readonly extension: Extension; readonly handler: RegisteredHandler },
  request: ServeRequest,
  services: CallServices,
): Promise<ServeResponse> {
  const body = await bodyOf(request);
  if (body === undefined) {
    return answer(failure(target.handler.hook, `the request is larger than ${maxRequestBytes} bytes`));
  }
  const { signal, query } = request;
  return answer(await answerCall(target, { body, timeout: query.get("timeout"), signal }, services));
}

/** The body, or undefined when it is too large: the caller wants a Failure then, with status 200. */
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
