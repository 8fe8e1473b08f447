// Sends the simulator's writes and remembers each. Objects are changed as drafts; the difference goes out as merge patches,
// metadata and spec first, then status, as core's patch helper does. Nothing is sent for an empty difference.
import type { Client } from "@capstan/client";
import { createMergePatch, deepClone, isJsonObject, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { type CoreWrite, fieldsOf } from "./core-write.ts";

/** Writes as core's manager. */
export class Writer {
  readonly #client: Client;
  readonly #writes: CoreWrite[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** What was written since the last call. */
  take(): readonly CoreWrite[] {
    return this.#writes.splice(0);
  }

  async create<T extends KubeObject>(resource: Resource<T>, object: T): Promise<T> {
    const created = await this.#client.create(resource, object);
    const { apiVersion: _apiVersion, kind: _kind, metadata, ...body } = object;
    const { name: _name, namespace: _namespace, ...given } = metadata;
    this.#remember(resource, created, { verb: "create", fields: fieldsOf({ metadata: given, ...body }) });
    return created;
  }

  /** Changes an object through a draft; answers with the object as it then is. */
  async change<T extends KubeObject>(resource: Resource<T>, object: T, edit: (draft: T) => void): Promise<T> {
    const draft = deepClone(object);
    edit(draft);
    const patch = createMergePatch(object, draft);
    if (!isJsonObject(patch)) return object;
    const { status, ...rest } = patch;
    const changed = Object.keys(rest).length === 0 ? object : await this.#patch(resource, object, { body: rest });
    return status === undefined ? changed : this.#patch(resource, changed, { body: { status }, subresource: "status" });
  }

  /** Asks for an object's deletion, once. */
  async delete(resource: Resource, object: KubeObject): Promise<void> {
    if (object.metadata.deletionTimestamp !== undefined) return;
    const existed = await this.#client.delete(resource, keyOf(object), { propagationPolicy: "Background" });
    if (existed) this.#remember(resource, object, { verb: "delete", fields: [] });
  }

  async #patch<T extends KubeObject>(resource: Resource<T>, object: T, { body, subresource }: { body: Record<string, unknown>; subresource?: "status" }): Promise<T> {
    const patched = await this.#client.patch(resource, keyOf(object), { type: "merge", body, ...(subresource === undefined ? {} : { subresource }) });
    this.#remember(resource, object, { verb: "patch", fields: fieldsOf(body), ...(subresource === undefined ? {} : { subresource }) });
    return patched;
  }

  #remember(resource: Resource, object: KubeObject, write: Pick<CoreWrite, "verb" | "fields" | "subresource">): void {
    this.#writes.push({ apiVersion: resource.apiVersion, kind: resource.kind, key: keyOf(object), ...write });
  }
}
