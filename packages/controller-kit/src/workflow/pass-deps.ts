// What a pass needs from the world, and how it ended. src/run/ supplies the deps from a manager; tests supply them
// from a client alone.
import type { Client } from "@capstan/client";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import type { ListOptions } from "../authoring/typed-client.ts";
import type { EventRecorder, Logger } from "../engine/index.ts";
import type { RemoteClusters } from "../remote/remote-clusters.ts";

/** Reads of watched kinds, from the cache of a manager or straight from the API server. */
export interface ObjectReader {
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined>;
  list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<readonly T[]>;
}

/** Everything a pass needs besides its key. */
export interface PassDeps {
  readonly client: Client;
  readonly reader: ObjectReader;
  readonly services: unknown;
  readonly remote: RemoteClusters;
  readonly events: EventRecorder;
  readonly log: Logger;
  /** The value of the watch-filter label that objects must carry; empty or absent: all objects. */
  readonly watchFilter?: string;
}

/** One run over one object. */
export interface PassInput {
  readonly key: ObjectKey;
  readonly signal: AbortSignal;
}

/** Where a pass ended, in the order of the steps. */
export type PassStep =
  | "gone"
  | "filtered"
  | "externally-managed"
  | "no-owner"
  | "finalizer-added"
  | "paused"
  | "pause-recorded"
  | "released"
  | "reconciled"
  | "aborted";

/** How a pass ended. */
export interface PassEnd {
  readonly step: PassStep;
  readonly requeueAfterMs?: number;
}
