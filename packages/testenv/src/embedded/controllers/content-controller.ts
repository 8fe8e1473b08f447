// Deletes the content of deleted namespaces and CustomResourceDefinitions, then removes the finalizer that kept them.
import { keyOf } from "@capstan/kube";
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

  /** A container is emptied when its deletion begins, and again whenever one of its objects is deleted. */
  #observe(kind: ApiKind, { type, current }: Change): void {
    const { name, namespace } = keyOf(current.object);
    if (type !== "DELETED") return this.#addDeleted(kind, name);
    this.#addDeleted(this.#kindOf("namespace"), namespace);
    this.#addDeleted(this.#kindOf("definition"), `${kind.plural}.${kind.group}`);
  }

  /** Adds a namespace or a definition that is being deleted. */
  #addDeleted(kind: ApiKind, name: string): void {
    const type = (["namespace", "definition"] as const).find((one) => this.#kindOf(one) === kind);
    if (type === undefined) return;
    const object = this.#server.store.collection(kind).get({ namespace: "", name })?.object;
    if (object?.metadata.deletionTimestamp !== undefined) this.queue.add({ type, name });
  }

  #kindOf(type: Container["type"]): ApiKind {
    return type === "namespace"
      ? this.#server.builtin("", "namespaces")
      : this.#server.builtin("apiextensions.k8s.io", "customresourcedefinitions");
  }

  async #empty(container: Container): Promise<void> {
    let left = 0;
    for (const { kind, stored } of this.#contentOf(container)) left += await this.#remove(kind, stored);
    if (left === 0) await this.#release(container);
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
    const kind = this.#kindOf(type);
    const change = (current: ApiObject): ApiObject => {
      if (type === "namespace") return { ...current, spec: { finalizers: [] } };
      const finalizers = (current.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
      return { ...current, metadata: { ...current.metadata, finalizers } };
    };
    await updateObject(
      this.#server,
      { ...storedPlace(kind, { namespace: "", name }), subresource: type === "namespace" ? "finalize" : "" },
      { change, context: systemContext() },
    );
  }
}
