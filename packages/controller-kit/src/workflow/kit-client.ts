// `ctx.client` at run time: watched kinds are read from the cache; everything else and every write goes to the API server.
// The compiler checks which kinds are allowed (authoring/typed-client.ts).
import {
  type Applied,
  type ApplyOptions,
  type Client,
  type DeleteAllOptions,
  type DeleteOptions,
  ensure,
  type Ensured,
  modify,
  type ModifyClient,
  type SubresourceOptions,
  type UntypedPatches,
} from "@capstan/client";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { CallSettings, TypedClient } from "../authoring/typed-client.ts";
import type { Watch } from "../authoring/watch.ts";
import { declaredReader } from "./declared-reader.ts";
import type { PassDeps } from "./pass-deps.ts";
import type { PassReader, ReadSignal } from "./reader.ts";

/** What writes an object that exists, and its status, without the declared kinds in its types. */
interface ErasedWrites {
  modify<T extends KubeObject>(
    resource: Resource<T>,
    key: ObjectKey,
    change: (draft: T) => unknown,
  ): Promise<Ensured<T>>;
  patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, body: object): Promise<T>;
  apply<T extends KubeObject>(resource: Resource<T>, object: Applied<T>, options: ApplyOptions): Promise<T>;
}

/** The same client without the declared kinds in its types. */
interface ErasedClient extends Omit<PassReader, "view">, ErasedWrites {
  create<T extends KubeObject>(resource: Resource<T>, object: T): Promise<T>;
  ensure<T extends KubeObject>(resource: Resource<T>, object: T): Promise<Ensured<T>>;
  delete(resource: Resource, key: ObjectKey, options?: DeleteOptions): Promise<void>;
  deleteAllOf(resource: Resource, options: DeleteAllOptions): Promise<void>;
  readonly status: ErasedWrites;
  with(settings: CallSettings): TypedClient<KubeObject, readonly Watch[]>;
}

/** The calls of a client that `ctx.client` writes with. */
type WriteClient = ModifyClient & Pick<Client, "apply" | "create" | "delete" | "deleteAllOf" | "find">;

/** The client of a controller's passes. */
export function kitClient(
  controller: Pick<ControllerDefinition, "watches">,
  deps: PassDeps,
): TypedClient<KubeObject, readonly Watch[]> {
  const read = declaredReader(controller.watches, deps);
  const withSettings = (settings: CallSettings): TypedClient<KubeObject, readonly Watch[]> => {
    const client = clientWith(deps.client, settings);
    const call = signalOf(settings);
    const erased: ErasedClient = {
      get: (resource, key) => read.get(resource, key, call),
      list: (resource, options) => read.list(resource, { ...options, ...call }),
      listBy: (index, value, options) => deps.reader.listBy(index, value, options),
      create: (resource, object) => client.create(resource, object),
      ensure: (resource, object) => ensure(client, resource, object),
      async delete(resource, key, options) {
        await client.delete(resource, key, options);
      },
      async deleteAllOf(resource, options) {
        await client.deleteAllOf(resource, options);
      },
      ...writesOf(client),
      status: writesOf(client, { subresource: "status" }),
      with: (more) => withSettings(merged(settings, more)),
    };
    // The conditional parameter types of TypedClient accept fewer resources than this implementation.
    return erased as unknown as TypedClient<KubeObject, readonly Watch[]>;
  };
  return withSettings({});
}

/** Writes existing objects, or a subresource of them. */
function writesOf(client: WriteClient, part: Pick<SubresourceOptions, "subresource"> = {}): ErasedWrites {
  return {
    modify: (resource, key, change) => modify(client, resource, { ...part, key, change }),
    patch: (resource, key, body) => client.patch(resource, key, { ...part, type: "merge", body }),
    apply: (resource, object, options) => client.apply(resource, object, { ...part, ...options }),
  };
}

/** The same calls, with settings that hold for each of them. */
function clientWith(client: Client, settings: CallSettings): WriteClient {
  const call = signalOf(settings);
  const patches: UntypedPatches = client;
  const write = { ...call, ...(settings.dryRun === undefined ? {} : { dryRun: settings.dryRun }) };
  return {
    find: (resource, key, options) => client.find(resource, key, { ...options, ...call }),
    get: (resource, key, options) => client.get(resource, key, { ...options, ...call }),
    create: (resource, object, options) => client.create(resource, object, { ...options, ...write }),
    patch: (resource, key, options) => patches.patch(resource, key, { ...options, ...write }),
    apply: (resource, object, options) => client.apply(resource, object, { ...options, ...write }),
    delete: (resource, key, options) => client.delete(resource, key, { ...options, ...write }),
    deleteAllOf: (resource, options) => client.deleteAllOf(resource, { ...options, ...write }),
  };
}

function signalOf({ signal }: CallSettings): ReadSignal {
  return signal === undefined ? {} : { signal };
}

/** Later settings come first; of two signals, the earlier one ends a call. */
function merged(settings: CallSettings, more: CallSettings): CallSettings {
  const signals = [settings, more].flatMap(({ signal }) => (signal === undefined ? [] : [signal]));
  return { ...settings, ...more, ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }) };
}
