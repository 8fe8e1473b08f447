// `ctx.client` at run time: watched kinds are read from the cache; everything else and every write goes to the API server.
// The compiler checks which kinds are allowed (authoring/typed-client.ts).
import { type Applied, type ApplyOptions, ensure, type Ensured, modify } from "@capstan/client";
import { sameKind, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { TypedClient } from "../authoring/typed-client.ts";
import type { Watch } from "../authoring/watch.ts";
import type { PassDeps } from "./pass-deps.ts";
import { liveReader, type PassReader, type Reader } from "./reader.ts";

/** The same client without the declared kinds in its types. */
interface ErasedClient extends Omit<PassReader, "view"> {
  create<T extends KubeObject>(resource: Resource<T>, object: T): Promise<T>;
  ensure<T extends KubeObject>(resource: Resource<T>, object: T): Promise<Ensured<T>>;
  modify<T extends KubeObject>(
    resource: Resource<T>,
    key: ObjectKey,
    change: (draft: T) => unknown,
  ): Promise<Ensured<T>>;
  patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, body: object): Promise<T>;
  apply<T extends KubeObject>(resource: Resource<T>, object: Applied<T>, options: ApplyOptions): Promise<T>;
  delete(resource: Resource, key: ObjectKey): Promise<void>;
}

/** What a controller's passes read, without the declared kinds in its types. */
export function kitReader(
  { watches }: Pick<ControllerDefinition, "watches">,
  { client, reader, namespaces }: PassDeps,
): Reader {
  const live = liveReader(client, namespaces);
  const unwatched = watches.filter(({ use }) => use === "gets" || use === "writes");
  // With `maps` of the same kind beside it, what it does not declare itself is read from the cache.
  const readerFor = (resource: Resource, verb: "get" | "list"): Reader =>
    unwatched.some((watch) => sameKind(watch.resource, resource) && watch.verbs.includes(verb)) ? live : reader;
  return {
    get: (resource, key) => readerFor(resource, "get").get(resource, key),
    list: (resource, options) => readerFor(resource, "list").list(resource, options),
  };
}

/** The client of a controller's passes. */
export function kitClient(
  controller: Pick<ControllerDefinition, "watches">,
  deps: PassDeps,
): TypedClient<KubeObject, readonly Watch[]> {
  const { client, reader } = deps;
  const erased: ErasedClient = {
    ...kitReader(controller, deps),
    listBy: (index, value, options) => reader.listBy(index, value, options),
    create: (resource, object) => client.create(resource, object),
    ensure: (resource, object) => ensure(client, resource, object),
    modify: (resource, key, change) => modify(client, resource, { key, change }),
    patch: (resource, key, body) => client.patch(resource, key, { type: "merge", body }),
    apply: (resource, object, options) => client.apply(resource, object, options),
    async delete(resource, key) {
      await client.delete(resource, key);
    },
  };
  // The conditional parameter types of TypedClient accept fewer resources than this implementation.
  return erased as unknown as TypedClient<KubeObject, readonly Watch[]>;
}
