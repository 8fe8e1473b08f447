// The verbs that read: get, list, watch.
import { notFound, tooLargeVersion } from "../api-status.ts";
import { sendJson } from "./exchange.ts";
import { listObjects } from "../read/list-objects.ts";
import { parseResourceVersion } from "../read/list-options.ts";
import { documentOf } from "../store/rendering.ts";
import type { ResourceCall } from "./resource-call.ts";
import { watchObjects } from "../read/watch-objects.ts";

/** GET of one object. */
export async function getOne({ runtime, exchange, view, place }: ResourceCall): Promise<void> {
  const { store } = runtime.server;
  const version = parseResourceVersion(exchange.query.get("resourceVersion"));
  if (version > store.revision) throw tooLargeVersion(version, store.revision);
  const stored = store.collection(view.kind).get(place);
  if (stored === undefined) throw notFound(view.kind, place.name);
  sendJson(exchange, 200, await documentOf(view, stored));
}

/** GET of a collection. */
export async function listAll({ runtime, exchange, view, place }: ResourceCall): Promise<void> {
  sendJson(
    exchange,
    200,
    await listObjects(runtime.server, runtime.pages, { view, namespace: place.namespace, query: exchange.query }),
  );
}

/** A watch of a collection. */
export function startWatch({ runtime, exchange, view, place }: ResourceCall): void {
  watchObjects(runtime.server, exchange, {
    view,
    namespace: place.namespace,
    faults: runtime.faults,
  });
}
