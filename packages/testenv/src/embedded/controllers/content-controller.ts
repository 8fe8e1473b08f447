// Deletes the content of deleted namespaces and CustomResourceDefinitions, then removes the finalizer that kept them.
import { isJsonObject, keyOf } from "@capstan/kube";
import type { ApiKind, ApiObject } from "../kinds/api-kind.ts";
import { StatusError } from "../api-status.ts";
import type { Change, StoredObject } from "../store/collection.ts";
import { cleanupFinalizer } from "../kinds/definition-rules.ts";
import { updateObject } from "../write/change-object.ts";
import { deleteObject } from "../write/delete-object.ts";
import type { ServerState } from "../server-state.ts";
import { systemContext } from "../write/write-context.ts";
import { storedPlace } from "../write/write-rules.ts";
import { ControllerQueue } from "./work-queue.ts";

interface Container {
  readonly type: "namespace" | "definition";
  readonly name: string;
}

/** Deletes the content of deleted namespaces and definitions. */
export class ContentController {
  readonly queue: ControllerQueue<Container> = new ControllerQueue(
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
      if (left === 0) await this.#release(container);
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

  /** Returns 1 when the object still exists afterwards. */
  async #remove(kind: ApiKind, { object }: StoredObject): Promise<number> {
    if (object.metadata.deletionTimestamp !== undefined) return 1;
    try {
      const place = storedPlace(kind, keyOf(object));
      const { deleted } = await deleteObject(this.#server, place, {
        options: { propagation: "Background" },
        context: systemContext(),
      });
      return deleted ? 0 : 1;
    } catch (caught) {
      if (caught instanceof StatusError && caught.status.code === 404) return 0;
      throw caught;
    }
  }

  async #release({ type, name }: Container): Promise<void> {
    const [group, plural] =
      type === "namespace" ? ["", "namespaces"] : ["apiextensions.k8s.io", "customresourcedefinitions"];
    const kind = this.#server.kinds.get(group, plural);
    const object =
      kind === undefined ? undefined : this.#server.store.collection(kind).get({ namespace: "", name })?.object;
    if (kind === undefined || object === undefined) return;
    const change = (current: ApiObject): ApiObject => {
      if (type === "namespace")
        return { ...current, spec: { ...(isJsonObject(current["spec"]) ? current["spec"] : {}), finalizers: [] } };
      const finalizers = (current.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
      return { ...current, metadata: { ...current.metadata, finalizers } };
    };
    await updateObject(
      this.#server,
      { ...storedPlace(kind, keyOf(object)), subresource: type === "namespace" ? "finalize" : "" },
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
