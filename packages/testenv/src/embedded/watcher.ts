// One open watch: what its client gets to see of each change, and what ends it. watch-objects.ts reads the request and starts
// it; the lines go out through event-stream.ts.
import { apiVersionOf } from "./api-kind.ts";
import type { StatusError } from "./api-status.ts";
import type { Change, StoredObject } from "./collection.ts";
import type { EventStream } from "./event-stream.ts";
import type { Exchange } from "./exchange.ts";
import type { Faults } from "./faults.ts";
import { textOf, type View } from "./rendering.ts";
import type { Selection } from "./selectors.ts";
import type { ServerState } from "./server-state.ts";

/** What a watch asks for. */
export interface WatchRequest {
  readonly view: View;
  readonly namespace: string;
  readonly name: string;
}

/** Where a watch begins. */
export interface Start {
  readonly version: number;
  /** Whether what there is comes first. */
  readonly initial: boolean;
  /** Whether its end is marked. */
  readonly marked: boolean;
}

/** How often a quiet watch is told the current version. */
const bookmarkMs = 60_000;

/** How a watch chooses and where it writes. */
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

  constructor(server: ServerState, request: WatchRequest, parts: WatcherParts) {
    this.#server = server;
    this.#request = request;
    this.#parts = parts;
  }

  /** Ends the watch with an error event, which is how a watch is refused once it is accepted. */
  refuse({ status }: StatusError): void {
    this.#parts.stream.send("ERROR", JSON.stringify(status));
    this.#parts.stream.end();
  }

  /** Sends what there is, or what was missed. */
  begin({ initial, marked }: Start, replay: readonly Change[]): void {
    if (initial)
      for (const stored of this.#server.store.collection(this.#request.view.kind).list(this.#request.namespace))
        if (this.#wants(stored)) this.#send("ADDED", stored);
    for (const change of replay) this.#follow(change);
    if (marked) this.#bookmark({ "k8s.io/initial-events-end": "true" });
    this.#parts.stream.flush();
  }

  /** Follows every change until something ends the watch. */
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
      faults.watching({ group, plural }, () => exchange.response.destroy()),
    ];
    exchange.response.on("close", () => {
      clearTimeout(timer);
      clearInterval(beat);
      for (const end of ends) end();
    });
  }

  #wants({ object }: StoredObject): boolean {
    const { namespace, name } = this.#request;
    if (namespace !== "" && object.metadata.namespace !== namespace) return false;
    return (
      (name === "" || object.metadata.name === name) &&
      (this.#parts.selection.everything || this.#parts.selection.matches(object))
    );
  }

  /** A change as this watcher sees it: objects come and go by the selection too. */
  #follow({ type, current, previous }: Change): void {
    const wanted = previous !== undefined && this.#wants(previous);
    if (type === "DELETED") {
      if (wanted) this.#send("DELETED", current);
    } else if (this.#wants(current)) this.#send(wanted ? "MODIFIED" : "ADDED", current);
    else if (wanted) this.#send("DELETED", atRevision(previous, current.revision));
  }

  #send(type: string, stored: StoredObject): void {
    this.#parts.stream.send(type, textOf(this.#request.view, stored));
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

/** The last state a watcher knew, under the version in which it lost sight of it. */
function atRevision(stored: StoredObject, revision: number): StoredObject {
  const metadata = { ...stored.object.metadata, resourceVersion: String(revision) };
  return { ...stored, object: { ...stored.object, metadata }, revision, texts: new Map() };
}
