// A client on objects in memory that records requests and fails when a test asks for it.
import { ApiError, type Client, type ListOptions, type PatchRequest } from "@capstan/client";
import {
  applyMergePatch,
  deepClone,
  formatKey,
  keyOf,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from "@capstan/kube";

/** An error response of the API server, about an object that it names or about none. */
export function apiError(code: number, reason: string, name?: string): ApiError {
  const details = name === undefined ? {} : { details: { name } };
  const status = { metadata: {}, reason, message: reason, code, ...details };
  return new ApiError({
    doing: "do",
    status: { ...status, kind: "Status", apiVersion: "v1", status: "Failure" },
    retryAfterMs: undefined,
  });
}

/** Common errors. */
export const conflict = (): ApiError => apiError(409, "Conflict");
export const notFound = (name: string): ApiError => apiError(404, "NotFound", name);
/** The answer for a kind that the server does not serve. */
export const notServed = (): ApiError => apiError(404, "NotFound");

type UsedClient = Pick<Client, "get" | "find" | "listAll" | "create" | "patch" | "delete">;

/** Objects, requests and errors of one fake API server. */
export class FakeClient {
  readonly objects: Map<string, KubeObject> = new Map();
  /** "verb key" of each write, with its body. */
  readonly writes: { readonly what: string; readonly body: unknown }[] = [];
  /** "verb key" of each read. */
  readonly reads: string[] = [];
  /** Called before each write; it may throw, and may change objects. */
  beforeWrite: (count: number) => void = () => undefined;
  #version = 1;

  readonly client: UsedClient = {
    get: async (resource, key) => {
      const found = this.#read("get", resource, key);
      if (found === undefined) throw notFound(key.name);
      return found;
    },
    find: async (resource, key) => this.#read("find", resource, key),
    listAll: async <T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}) => {
      const { keep, ...rest } = options;
      this.reads.push(`list ${resource.plural} ${JSON.stringify(rest)}${keep === undefined ? "" : " in parts"}`);
      const items = [...this.objects.values()]
        .filter(({ kind }) => kind === resource.kind)
        .map(keep ?? ((object) => object)) as T[];
      return { apiVersion: resource.apiVersion, kind: `${resource.kind}List`, metadata: {}, items };
    },
    create: async (_, object) => {
      this.#write(`create ${formatKey(keyOf(object))}`, object);
      if (this.objects.has(formatKey(keyOf(object)))) throw apiError(409, "AlreadyExists");
      return this.put(object);
    },
    patch: async <T extends KubeObject>(resource: Resource<T>, key: ObjectKey, patch: PatchRequest) => {
      const where = patch.subresource !== undefined ? `/${patch.subresource}` : "";
      this.#write(`patch${where} ${formatKey(key)}`, patch.body);
      if (patch.type !== "merge") throw apiError(415, "UnsupportedMediaType");
      const found = this.#read("patched", resource, key);
      if (found === undefined) throw notFound(key.name);
      const sent = patch.body as { metadata?: { resourceVersion?: string } };
      const version = sent.metadata?.resourceVersion;
      if (version !== undefined && version !== found.metadata.resourceVersion) throw conflict();
      return this.put(applyMergePatch(found as never, patch.body as never) as T);
    },
    delete: async (_, key, options) => {
      this.#write(`delete ${formatKey(key)}`, options?.preconditions);
      return this.objects.delete(formatKey(key));
    },
  };

  /** Stores an object with a new version. */
  put<T extends KubeObject>(object: T): T {
    const resourceVersion = String(this.#version++);
    const stored = { ...deepClone(object), metadata: { uid: "u", ...object.metadata, resourceVersion } };
    this.objects.set(formatKey(keyOf(object)), stored);
    return deepClone(stored);
  }

  /** This client, for functions that take a whole one. */
  get whole(): Client {
    return this.client as Client;
  }

  #read<T extends KubeObject>(verb: string, _: Resource<T>, key: ObjectKey): T | undefined {
    this.reads.push(`${verb} ${formatKey(key)}`);
    return deepClone(this.objects.get(formatKey(key))) as T | undefined;
  }

  #write(what: string, body: unknown): void {
    this.writes.push({ what, body });
    this.beforeWrite(this.writes.length);
  }
}
