// `ctx.client` at run time: watched kinds are read from the cache; everything else and every write goes to the API server.
// The compiler checks which kinds are allowed (authoring/typed-client.ts).
import { type Applied, type ApplyOptions, type Client, isAlreadyExists } from "@capstan/client";
import { createMergePatch, keyOf, sameKind, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { TypedClient } from "../authoring/typed-client.ts";
import type { Watch } from "../authoring/watch.ts";
import type { PassDeps } from "./pass-deps.ts";
import { liveReader, type PassReader, type Reader } from "./reader.ts";

/** The same client without the declared kinds in its types. */
interface ErasedClient extends Omit<PassReader, "view"> {
  create<T extends KubeObject>(resource: Resource<T>, object: T): Promise<T>;
  ensure<T extends KubeObject>(resource: Resource<T>, object: T): Promise<T>;
  patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, body: object): Promise<T>;
  apply<T extends KubeObject>(resource: Resource<T>, object: Applied<T>, options: ApplyOptions): Promise<T>;
  delete(resource: Resource, key: ObjectKey): Promise<void>;
}

/** The client of a controller's passes. */
export function kitClient(
  { watches }: Pick<ControllerDefinition, "watches">,
  deps: PassDeps,
): TypedClient<KubeObject, readonly Watch[]> {
  const { client, reader, namespace } = deps;
  const live = liveReader(client, namespace);
  const unwatched = watches.filter(({ use }) => use === "gets" || use === "writes");
  // With `maps` of the same kind beside it, what it does not declare itself is read from the cache.
  const readerFor = (resource: Resource, verb: "get" | "list"): Reader =>
    unwatched.some((watch) => sameKind(watch.resource, resource) && watch.verbs.includes(verb)) ? live : reader;
  const erased: ErasedClient = {
    get: (resource, key) => readerFor(resource, "get").get(resource, key),
    list: (resource, options) => readerFor(resource, "list").list(resource, options),
    listBy: (index, value, options) => reader.listBy(index, value, options),
    create: (resource, object) => client.create(resource, object),
    ensure: (resource, object) => ensure(client, resource, object),
    patch: (resource, key, body) => client.patch(resource, key, { type: "merge", body }),
    apply: (resource, object, options) => client.apply(resource, object, options),
    async delete(resource, key) {
      await client.delete(resource, key);
    },
  };
  // The conditional parameter types of TypedClient accept fewer resources than this implementation.
  return erased as unknown as TypedClient<KubeObject, readonly Watch[]>;
}

async function ensure<T extends KubeObject>(client: Client, resource: Resource<T>, wanted: T): Promise<T> {
  const found = (await client.find(resource, keyOf(wanted))) ?? (await createOrFind(client, resource, wanted));
  const body = withoutRemovals(createMergePatch(found, wanted));
  return body === undefined ? found : client.patch(resource, keyOf(wanted), { type: "merge", body });
}

/** Another writer may have created it meanwhile. */
async function createOrFind<T extends KubeObject>(client: Client, resource: Resource<T>, wanted: T): Promise<T> {
  try {
    return await client.create(resource, wanted);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return client.get(resource, keyOf(wanted));
  }
}

/** The part of a merge patch that adds and changes; undefined when nothing is left. */
function withoutRemovals(patch: unknown): unknown {
  if (patch === null) return undefined;
  if (typeof patch !== "object" || Array.isArray(patch)) return patch;
  const kept = Object.entries(patch)
    .map(([key, value]) => [key, withoutRemovals(value)] as const)
    .filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
