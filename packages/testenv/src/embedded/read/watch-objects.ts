// Starts a watch: validates the request, replays history, then follows changes.
import { forbidden, rootPath } from "@capstan/schema/structural";
import { expired, invalidOptions, tooLargeVersion } from "../api-status.ts";
import { EventStream } from "./event-stream.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Faults } from "../faults.ts";
import { flagOf, integerOf, parseResourceVersion } from "./list-options.ts";
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
  const bookmarks = flagOf(query, "allowWatchBookmarks") === true;
  const start = parseStart(server, query);
  const timeoutMs = timeoutOf(query);
  const watcher = new Watcher(server, request, {
    selection,
    stream: new EventStream(exchange.response),
    bookmarks,
  });
  const replay = start.initial ? [] : server.store.collection(request.view.kind).since(start.version);
  if (replay === undefined)
    return watcher.reject(
      expired(`too old resource version: ${start.version} (${server.store.collection(request.view.kind).oldest})`),
    );
  watcher.begin(start, replay);
  watcher.live({ timeoutMs, exchange, faults: request.faults });
}

function parseStart(server: ServerState, query: URLSearchParams): Start {
  const version = parseResourceVersion(query.get("resourceVersion"));
  const sendInitial = flagOf(query, "sendInitialEvents");
  const match = query.get("resourceVersionMatch") ?? "";
  const reject = (why: string): Error =>
    invalidOptions("ListOptions", forbidden(rootPath.child("resourceVersionMatch"), why));
  if (sendInitial !== undefined && match !== "NotOlderThan")
    throw reject("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  if (sendInitial === undefined && match !== "")
    throw reject("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
  // Without a list, kube-apiserver accepts a version that it has not reached, and is silent until it has.
  if (sendInitial !== undefined && version > server.store.revision)
    throw tooLargeVersion(version, server.store.revision);
  const initial = sendInitial ?? version === 0;
  return {
    version: version === 0 && !initial ? server.store.revision : version,
    initial,
    marked: sendInitial === true,
  };
}

function timeoutOf(query: URLSearchParams): number {
  const seconds = integerOf(query, "timeoutSeconds");
  return seconds === 0 ? shortestDefaultMs * (1 + Math.random()) : seconds * 1000;
}
