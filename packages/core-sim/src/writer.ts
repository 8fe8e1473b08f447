// The pen of the scripted core: sends the difference between an object and its changed draft as core does (metadata and
// spec first, then status), and keeps a record of every write. An empty difference sends nothing.
import { isAlreadyExists, isNotFound, type Client } from "@capstan/client";
import { createMergePatch, deepEqual, keyOf, type KubeObject, type Resource } from "@capstan/kube";

/** One write of the scripted core. */
export interface SimWrite {
  readonly verb: "create" | "patch" | "patch-status" | "delete";
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The merge patch or the new object. */
  readonly body?: unknown;
}

/** Writes and remembers. */
export class Writer {
  readonly #client: Client;
  readonly #writes: SimWrite[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Everything written so far. */
  get writes(): readonly SimWrite[] {
    return this.#writes;
  }

  /** Sends what the draft changes; an object that is gone meanwhile needs nothing. */
  async save(resource: Resource, before: KubeObject, draft: KubeObject): Promise<void> {
    const main = createMergePatch(split(before).rest, split(draft).rest);
    const status = createMergePatch({ status: split(before).status }, { status: split(draft).status });
    try {
      if (main !== undefined) await this.#patch(resource, before, { verb: "patch", body: versioned(main, before) });
      if (status !== undefined) await this.#patch(resource, before, { verb: "patch-status", body: status });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Creates an object; one that exists already is left alone. */
  async create<T extends KubeObject>(resource: Resource<T>, object: T): Promise<void> {
    try {
      await this.#client.create(resource, object);
      this.#record("create", object, object);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  /** Asks for deletion, once. */
  async delete(resource: Resource, object: KubeObject): Promise<void> {
    if (object.metadata.deletionTimestamp !== undefined) return;
    if (await this.#client.delete(resource, keyOf(object))) this.#record("delete", object);
  }

  async #patch(
    resource: Resource,
    before: KubeObject,
    { verb, body }: { verb: "patch" | "patch-status"; body: unknown },
  ): Promise<void> {
    const subresource = verb === "patch-status" ? { subresource: "status" } : {};
    await this.#client.patch(resource, keyOf(before), { type: "merge", body, ...subresource });
    this.#record(verb, before, body);
  }

  #record(verb: SimWrite["verb"], { kind, metadata }: KubeObject, body?: unknown): void {
    this.#writes.push({
      verb,
      kind,
      namespace: metadata.namespace ?? "",
      name: metadata.name ?? "",
      ...(body === undefined ? {} : { body }),
    });
  }
}

function split(object: KubeObject): { rest: object; status: unknown } {
  const { status, ...rest } = object as KubeObject & { status?: unknown };
  return { rest, status: status ?? {} };
}

/** Lists in metadata are replaced whole: say which version they were derived from. */
function versioned(body: unknown, before: KubeObject): unknown {
  const { metadata } = body as { metadata?: Record<string, unknown> };
  if (metadata === undefined || deepEqual(metadata, {}) || !("finalizers" in metadata || "ownerReferences" in metadata))
    return body;
  return { ...(body as object), metadata: { ...metadata, resourceVersion: before.metadata.resourceVersion } };
}
