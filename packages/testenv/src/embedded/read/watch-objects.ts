// Starts a watch: validates the request, replays history, then follows changes.
import { badRequest, expired, rejection, tooLargeVersion } from "../api-status.ts";
import { EventStream } from "./event-stream.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Faults } from "../faults.ts";
import { parseResourceVersion } from "./list-objects.ts";
import { parseSelection } from "./selectors.ts";
import type { ServerState } from "../server-state.ts";
import { Watcher, type Start, type WatchRequest } from "./watcher.ts";

const shortestDefaultMs = 30 * 60_000;

/** Starts a watch, which owns the response from then on. Throws when the request is invalid. */
export function watchObjects(
  server: ServerState,
  exchange: Exchange,
  request: WatchRequest & { readonly faults: Faults },
): void {
  const { query } = exchange;
  const selection = parseSelection(request.view, query);
  const start = parseStart(server, query);
  const watcher = new Watcher(server, request, {
    selection,
    stream: new EventStream(exchange.response),
    bookmarks: query.get("allowWatchBookmarks") === "true",
  });
  const replay = start.initial ? [] : server.store.collection(request.view.kind).since(start.version);
  if (replay === undefined)
    return watcher.reject(
      expired(`too old resource version: ${start.version} (${server.store.collection(request.view.kind).oldest})`),
    );
  watcher.begin(start, replay);
  watcher.live({ timeoutMs: timeoutOf(query), exchange, faults: request.faults });
}

function parseStart(server: ServerState, query: URLSearchParams): Start {
  const version = parseResourceVersion(query.get("resourceVersion"));
  const sendInitial = query.get("sendInitialEvents");
  const match = query.get("resourceVersionMatch") ?? "";
  const options = (why: string): Error => rejection("Invalid", `ListOptions.meta.k8s.io "" is invalid: ${why}`);
  if (sendInitial !== null && match !== "NotOlderThan")
    throw options(
      `resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`,
    );
  if (sendInitial === null && match !== "")
    throw options(
      "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
    );
  if (version > server.store.revision) throw tooLargeVersion(version, server.store.revision);
  const initial = sendInitial === null ? version === 0 : sendInitial === "true";
  return {
    version: version === 0 && !initial ? server.store.revision : version,
    initial,
    marked: sendInitial === "true",
  };
}

function timeoutOf(query: URLSearchParams): number {
  const text = query.get("timeoutSeconds");
  const seconds = Number(text ?? 0);
  if (!Number.isInteger(seconds) || seconds < 0)
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return seconds > 0 ? seconds * 1000 : shortestDefaultMs * (1 + Math.random());
}
