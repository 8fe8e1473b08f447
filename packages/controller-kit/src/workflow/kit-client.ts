// `ctx.client` at run time: watched kinds are read from the cache, everything else and every write goes to the API server.
// Which kinds are allowed was the compiler's business (authoring/typed-client.ts).
import { isAlreadyExists, type Client } from "@capstan/client";
import { createMergePatch, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { ListOptions, TypedClient } from "../authoring/typed-client.ts";
import type { PassDeps } from "./pass-deps.ts";

/** The client of a controller's passes. */
export function kitClient(controller: ControllerDefinition, deps: PassDeps): TypedClient<KubeObject, KubeObject> {
  const { client, reader } = deps;
  const live = new Set(controller.watches.filter((watch) => watch.use === "writes").map((watch) => watch.resource));
  const erased: ErasedClient = {
    async get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined> {
      return live.has(resource) ? client.find(resource, key) : reader.get(resource, key);
    },
    async list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<readonly T[]> {
      return live.has(resource)
        ? (await client.listAll(resource, liveOptions(options))).items
        : reader.list(resource, options);
    },
    create: (resource, object) => client.create(resource, object),
    ensure: (resource, object) => ensure(client, resource, object),
    patch: (resource, key, body) => client.patch(resource, key, { type: "merge", body }),
    async delete(resource, key) {
      await client.delete(resource, key);
    },
  };
  return erased as unknown as TypedClient<KubeObject, KubeObject>;
}

/** The same client without the declared kinds in its types. */
interface ErasedClient {
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined>;
  list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<readonly T[]>;
  create<T extends KubeObject>(resource: Resource<T>, object: T): Promise<T>;
  ensure<T extends KubeObject>(resource: Resource<T>, object: T): Promise<T>;
  patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, body: object): Promise<T>;
  delete(resource: Resource, key: ObjectKey): Promise<void>;
}

function liveOptions(options: ListOptions = {}): { namespace?: string; labelSelector?: string } {
  const { namespace, labels } = options;
  const selector = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(selector.length === 0 ? {} : { labelSelector: selector.join(",") }),
  };
}

async function ensure<T extends KubeObject>(client: Client, resource: Resource<T>, wanted: T): Promise<T> {
  const found = (await client.find(resource, keyOf(wanted))) ?? (await createOrFind(client, resource, wanted));
  const body = additions(found, wanted);
  return body === undefined ? found : client.patch(resource, keyOf(wanted), { type: "merge", body });
}

/** Someone else may have created it meanwhile, which is as good. */
async function createOrFind<T extends KubeObject>(client: Client, resource: Resource<T>, wanted: T): Promise<T> {
  try {
    return await client.create(resource, wanted);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return client.get(resource, keyOf(wanted));
  }
}

/** The merge patch that brings in what is wanted and removes nothing. */
function additions(found: KubeObject, wanted: KubeObject): unknown {
  return withoutRemovals(createMergePatch(found, wanted));
}

function withoutRemovals(patch: unknown): unknown {
  if (patch === null) return undefined;
  if (typeof patch !== "object" || Array.isArray(patch)) return patch;
  const kept = Object.entries(patch as object)
    .map(([key, value]) => [key, withoutRemovals(value)] as const)
    .filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
