// Empties what is being deleted and holds other objects: a namespace its objects, a definition those of its kind. When
// nothing is left, the finalizer that held it goes. Listens to the store like the garbage collector.
import type { ApiKind, ApiObject } from "./api-kind.ts";
import { StatusError } from "./api-status.ts";
import type { Change, StoredObject } from "./collection.ts";
import { cleanupFinalizer } from "./definition-rules.ts";
import { updateObject } from "./change-object.ts";
import { deleteObject } from "./delete-object.ts";
import type { ServerState } from "./server-state.ts";
import { systemContext } from "./write-context.ts";
import type { ObjectPlace } from "./write-rules.ts";
import { WorkQueue } from "./work-queue.ts";

interface Container {
  readonly type: "namespace" | "definition";
  readonly name: string;
}

/** Empties deleted namespaces and definitions until it is stopped. */
export class ContentController {
  readonly queue: WorkQueue<Container> = new WorkQueue(
    ({ type, name }) => `${type}/${name}`,
    (container) => this.#empty(container),
  );
  readonly #server: ServerState;

  constructor(server: ServerState) {
    this.#server = server;
    server.store.subscribe((kind, change) => this.#observe(kind, change));
  }

  #observe(kind: ApiKind, { type, current }: Change): void {
    const { deletionTimestamp, name = "", namespace = "" } = current.object.metadata;
    const container = containerType(kind);
    if (container !== undefined && deletionTimestamp !== undefined && type !== "DELETED")
      this.queue.add({ type: container, name });
    if (type !== "DELETED") return;
    if (this.#server.namespace(namespace)?.metadata.deletionTimestamp !== undefined)
      this.queue.add({ type: "namespace", name: namespace });
    const definition = `${kind.plural}.${kind.group}`;
    if (this.#definition(definition)?.metadata.deletionTimestamp !== undefined)
      this.queue.add({ type: "definition", name: definition });
  }

  #definition(name: string): ApiObject | undefined {
    const kind = this.#server.kinds.get("apiextensions.k8s.io", "customresourcedefinitions");
    return kind === undefined ? undefined : this.#server.store.collection(kind).get({ namespace: "", name })?.object;
  }

  async #empty(container: Container): Promise<void> {
    let left = 0;
    try {
      for (const { kind, stored } of this.#contentOf(container)) left += await this.#remove(kind, stored);
      if (left === 0) await this.#letGo(container);
    } catch (caught) {
      if (!(caught instanceof StatusError)) throw caught;
      this.queue.addLater(container);
    }
  }

  #contentOf({ type, name }: Container): { kind: ApiKind; stored: StoredObject }[] {
    return this.#server.kinds.all().flatMap((kind) => {
      const inside = type === "namespace" ? kind.scope === "Namespaced" : `${kind.plural}.${kind.group}` === name;
      return inside
        ? this.#server.store
            .collection(kind)
            .list(type === "namespace" ? name : "")
            .map((stored) => ({ kind, stored }))
        : [];
    });
  }

  /** 1 when the object is still there afterwards. */
  async #remove(kind: ApiKind, { object }: StoredObject): Promise<number> {
    if (object.metadata.deletionTimestamp !== undefined) return 1;
    try {
      const place = placeOf(kind, object);
      const { gone } = await deleteObject(this.#server, place, {
        options: { propagation: "Background" },
        context: systemContext(),
      });
      return gone ? 0 : 1;
    } catch (caught) {
      if (caught instanceof StatusError && caught.status.code === 404) return 0;
      throw caught;
    }
  }

  async #letGo({ type, name }: Container): Promise<void> {
    const [group, plural] =
      type === "namespace" ? ["", "namespaces"] : ["apiextensions.k8s.io", "customresourcedefinitions"];
    const kind = this.#server.kinds.get(group, plural);
    const object =
      kind === undefined ? undefined : this.#server.store.collection(kind).get({ namespace: "", name })?.object;
    if (kind === undefined || object === undefined) return;
    const change = (current: ApiObject): ApiObject => {
      if (type === "namespace") return { ...current, spec: { ...(current["spec"] as object), finalizers: [] } };
      const finalizers = (current.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
      return { ...current, metadata: { ...current.metadata, finalizers } };
    };
    await updateObject(
      this.#server,
      { ...placeOf(kind, object), subresource: type === "namespace" ? "finalize" : "" },
      { change, context: systemContext() },
    );
  }
}

function containerType(kind: ApiKind): Container["type"] | undefined {
  if (kind.group === "" && kind.plural === "namespaces") return "namespace";
  return kind.group === "apiextensions.k8s.io" && kind.plural === "customresourcedefinitions"
    ? "definition"
    : undefined;
}

function placeOf(kind: ApiKind, { metadata: { namespace = "", name = "" } }: ApiObject): ObjectPlace {
  const version = kind.versions.find((one) => one.name === kind.storageVersion);
  if (version === undefined) throw new Error(`${kind.kind} has no storage version`);
  return { resource: { kind, version }, namespace, name, subresource: "" };
}
