// The verbs that read: get, list, watch. Each answers the request itself; handler.ts chooses among them.
import { notFound } from "./api-status.ts";
import { sendJson } from "./exchange.ts";
import { listObjects, parseVersion } from "./list-objects.ts";
import { textOf } from "./rendering.ts";
import type { ResourceCall } from "./resource-call.ts";
import { watchObjects } from "./watch-objects.ts";

/** GET of one object. */
export async function getOne({ runtime, exchange, view, place }: ResourceCall): Promise<void> {
  const stored = runtime.server.store.collection(view.kind).get(place);
  parseVersion(exchange.query.get("resourceVersion"));
  if (stored === undefined) throw notFound(view.kind, place.name);
  sendJson(exchange, 200, await textOf(view, stored));
}

/** GET of a collection. */
export async function listAll({ runtime, exchange, view, place }: ResourceCall): Promise<void> {
  sendJson(
    exchange,
    200,
    await listObjects(runtime.server, runtime.pages, { view, namespace: place.namespace, query: exchange.query }),
  );
}

/** A watch of a collection or of one object. */
export function startWatch({ runtime, exchange, view, place }: ResourceCall): void {
  watchObjects(runtime.server, exchange, {
    view,
    namespace: place.namespace,
    name: place.name,
    faults: runtime.faults,
  });
}
