// The controller that follows a provider's CustomResourceDefinitions. After each change of one it stores all objects in the storage
// version, removes the older ones from `status.storedVersions`, so that a later release may drop them, and removes managed fields of
// versions that are not served. The rules are those of Cluster API's own migrator.
import { type Client, type Clock, systemClock } from "@capstan/client";
import {
  type ControllerOptions,
  type Logger,
  type MetadataOf,
  metadataOf,
  type ReconcileContext,
} from "@capstan/operator";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import { crdStateOf, isMigrated, observedGeneration, type CrdState } from "./crd-state.ts";
import { cleanManagedFields } from "./managed-fields.ts";
import { crdNameOf, type MigratedKind } from "./migrated-kinds.ts";
import type { MigrationPhase } from "./phases.ts";
import { moveObjects } from "./storage-version.ts";
import { listStoredObjects, type ListedObject } from "./stored-objects.ts";

/** What a migrator works with. */
export interface CrdMigratorOptions {
  /** Reads and writes the objects. */
  readonly client: Client;
  readonly kinds: readonly MigratedKind[];
  readonly phases: ReadonlySet<MigrationPhase>;
  readonly clock?: Clock;
}

/** The migrator of some kinds, as a controller. Like every controller, it runs in the leader only. */
export function crdMigrator(options: CrdMigratorOptions): ControllerOptions<MetadataOf<CustomResourceDefinition>> {
  const names = new Set(options.kinds.map(crdNameOf));
  const migrator = new CrdMigrator(options);
  return {
    name: "crd-migrator",
    for: metadataOf(CustomResourceDefinition),
    predicate: ({ type, object }) => type !== "delete" && names.has(object.metadata.name ?? "") && !isMigrated(object),
    // One kind after the other: every write is converted, and the API server has other clients.
    concurrency: 1,
    timeout: "1h",
    reconcile: (key, context) => migrator.migrate(key.name, context),
  };
}

/** What became of the objects of a kind in earlier passes. */
interface Progress {
  readonly generation: string;
  /** Those that were moved: a repeated pass leaves them alone. */
  readonly done: Set<string>;
  /** Those that could not be written: a repeated pass writes them last. */
  readonly failed: Set<string>;
}

/** One pass over one definition. */
interface Pass {
  readonly crd: CustomResourceDefinition;
  readonly state: CrdState;
  readonly objects: readonly ListedObject[];
  /** Writes the definition, and lets the next pass wait until the cache has seen that. */
  readonly client: Client;
  /** Writes the objects while the pass may: there may be thousands, and no pass waits for a cache of them. */
  readonly writing: {
    readonly client: Client;
    readonly clock: Clock;
    readonly log: Logger;
    readonly signal: AbortSignal;
    readonly failed: Set<string>;
  };
  /** The objects that were moved already. */
  readonly done: Set<string>;
}

class CrdMigrator {
  readonly #options: CrdMigratorOptions;
  readonly #progress = new Map<string, Progress>();

  constructor(options: CrdMigratorOptions) {
    this.#options = options;
  }

  async migrate(name: string, context: ReconcileContext): Promise<void> {
    const { client, log, signal } = context;
    const { phases, clock = systemClock } = this.#options;
    const key = { namespace: "", name };
    const crd = await client.find(CustomResourceDefinition, key, { signal });
    if (crd === undefined || crd.metadata.deletionTimestamp !== undefined || isMigrated(crd)) return;
    const state = crdStateOf(crd);
    const { done, failed } = this.#progressOf(state);
    const writing = { client: context.guarded(this.#options.client), clock, log, signal, failed };
    const moves = phases.has("StorageVersionMigration") && !state.moved;
    const cleans = phases.has("CleanupManagedFields");
    const objects = moves || cleans ? await listStoredObjects(state, writing) : [];
    const pass = { crd, state, objects, client, writing, done };
    // Objects that cannot be moved do not keep the managed fields of others.
    const moved = await settled(moves && this.#move(pass));
    signal.throwIfAborted();
    if (cleans) await this.#clean(pass);
    if (moved.status === "rejected") throw moved.reason;
    // Without the version that was read: a definition that has changed since has another generation, which is migrated in turn.
    const body = { metadata: { annotations: { [observedGeneration]: state.generation } } };
    await client.patch(CustomResourceDefinition, key, { type: "merge", body, signal });
    this.#progress.delete(name);
  }

  async #move({ crd, state, objects, client, writing, done }: Pass): Promise<void> {
    const { name, storage } = state;
    const { log, signal } = writing;
    const fields = { crd: name, storageVersion: storage.version, storedVersions: crd.status?.storedVersions ?? [] };
    log.info("Moving objects to the storage version", { ...fields, objects: objects.length });
    const counts = await moveObjects(state, objects, { ...writing, done });
    const { resourceVersion } = crd.metadata;
    // With the version that was read: a definition that has changed since may have another storage version.
    const body = { metadata: { resourceVersion }, status: { storedVersions: [storage.version] } };
    const key = { namespace: "", name };
    await client.patch(CustomResourceDefinition, key, { type: "merge", body, subresource: "status", signal });
    log.info("All objects are stored in the storage version", { ...fields, ...counts });
  }

  async #clean({ state, objects, writing }: Pass): Promise<void> {
    const cleaned = await cleanManagedFields(state, objects, writing);
    if (cleaned > 0)
      writing.log.info("Removed managed fields of versions that are not served", { crd: state.name, cleaned });
  }

  #progressOf({ name, generation }: CrdState): Progress {
    const known = this.#progress.get(name);
    if (known?.generation === generation) return known;
    const progress = { generation, done: new Set<string>(), failed: new Set<string>() };
    this.#progress.set(name, progress);
    return progress;
  }
}

async function settled(work: Promise<void> | false): Promise<PromiseSettledResult<unknown>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}
