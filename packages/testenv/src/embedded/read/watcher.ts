// One open watch: which changes its client sees, as which events, and what ends it.
import { apiVersionOf } from "../kinds/api-kind.ts";
import type { StatusError } from "../api-status.ts";
import type { Change, StoredObject } from "../store/collection.ts";
import type { EventStream } from "./event-stream.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Faults } from "../faults.ts";
import { documentOf, type View } from "../store/rendering.ts";
import type { Selection } from "./selectors.ts";
import type { ServerState } from "../server-state.ts";

/** The objects that a watch is for. */
export interface WatchRequest {
  readonly view: View;
  readonly namespace: string;
}

/** Where a watch starts. */
export interface Start {
  readonly version: number;
  /** Whether existing objects are sent first. */
  readonly initial: boolean;
  /** Whether a bookmark marks the end of the existing objects, for clients that accept bookmarks. */
  readonly marked: boolean;
}

/** The interval of bookmarks. */
const bookmarkMs = 60_000;

/** What a watch selects and where it writes. */
export interface WatcherParts {
  readonly selection: Selection;
  readonly stream: EventStream;
  readonly bookmarks: boolean;
}

/** One open watch. */
export class Watcher {
  readonly #server: ServerState;
  readonly #request: WatchRequest;
  readonly #parts: WatcherParts;
  /** Changes up to this revision are not sent: the client says that it has seen them, which a server that was restored has not. */
  #after = 0;

  constructor(server: ServerState, request: WatchRequest, parts: WatcherParts) {
    this.#server = server;
    this.#request = request;
    this.#parts = parts;
  }

  /** Ends the watch with an ERROR event: the status of the response is sent already. */
  reject({ status }: StatusError): void {
    this.#parts.stream.send("ERROR", JSON.stringify(status));
    this.#parts.stream.end();
  }

  /** Sends existing objects or missed changes. */
  begin({ version, initial, marked }: Start, replay: readonly Change[]): void {
    if (!initial) this.#after = version;
    if (initial)
      for (const stored of this.#server.store.collection(this.#request.view.kind).list(this.#request.namespace))
        if (this.#wants(stored)) this.#send("ADDED", stored);
    for (const change of replay) this.#follow(change);
    if (marked && this.#parts.bookmarks) this.#bookmark({ "k8s.io/initial-events-end": "true" });
    this.#parts.stream.flush();
  }

  /** Sends every change until the watch ends. */
  live({
    timeoutMs,
    exchange,
    faults,
  }: {
    readonly timeoutMs: number;
    readonly exchange: Exchange;
    readonly faults: Faults;
  }): void {
    const { stream, bookmarks } = this.#parts;
    const { group, plural } = this.#request.view.kind;
    const collection = this.#server.store.collection(this.#request.view.kind);
    const timer = setTimeout(() => stream.end(), timeoutMs).unref();
    const beat = bookmarks ? setInterval(() => this.#bookmark(), bookmarkMs).unref() : undefined;
    const ends = [
      collection.subscribe((change) => this.#follow(change)),
      collection.onEnd(() => stream.end()),
      faults.watching(
        { group, plural },
        { cut: () => exchange.response.destroy(), stall: () => stream.stall(), garble: (line) => stream.garble(line) },
      ),
    ];
    exchange.response.on("close", () => {
      clearTimeout(timer);
      clearInterval(beat);
      for (const end of ends) end();
    });
  }

  #wants({ object }: StoredObject): boolean {
    const { namespace } = this.#request;
    return (namespace === "" || object.metadata.namespace === namespace) && this.#parts.selection.matches(object);
  }

  /** Sends a change as this client sees it: an object that stops matching the selection is DELETED. */
  #follow({ type, revision, current, previous }: Change): void {
    if (revision <= this.#after) return;
    const wanted = previous !== undefined && this.#wants(previous);
    if (type === "DELETED") {
      if (wanted) this.#send("DELETED", current);
    } else if (this.#wants(current)) this.#send(wanted ? "MODIFIED" : "ADDED", current);
    else if (wanted) this.#send("DELETED", atRevision(previous, current.revision));
  }

  #send(type: string, stored: StoredObject): void {
    this.#parts.stream.send(type, documentOf(this.#request.view, stored));
  }

  #bookmark(annotations?: Readonly<Record<string, string>>): void {
    const { kind, version, form } = this.#request.view;
    const type =
      form === "metadata"
        ? { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1" }
        : { kind: kind.kind, apiVersion: apiVersionOf(kind, version.name) };
    const metadata = {
      resourceVersion: String(this.#server.store.revision),
      ...(annotations === undefined ? {} : { annotations }),
    };
    this.#parts.stream.send("BOOKMARK", JSON.stringify({ ...type, metadata }));
  }
}

/** An old state under the revision in which it stopped matching. */
function atRevision(stored: StoredObject, revision: number): StoredObject {
  const metadata = { ...stored.object.metadata, resourceVersion: String(revision) };
  return { ...stored, object: { ...stored.object, metadata }, revision, json: new Map() };
}
