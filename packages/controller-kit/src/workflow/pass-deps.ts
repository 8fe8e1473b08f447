// What a pass needs, and how it ended.
import type { Client } from "@capstan/client";
import type { DurationString, ObjectKey } from "@capstan/kube";
import type { EventRecorder, Logger } from "@capstan/operator";
import type { Reservations } from "../ipam/reservations.ts";
import type { Sightings } from "../once/sightings.ts";
import type { KeptStore } from "../remote/kept-parts.ts";
import type { RemoteClusters } from "../remote/remote-clusters.ts";
import type { Unowned } from "../roles/owners.ts";
import type { ListQueue } from "./one-by-one.ts";
import type { PassReader } from "./reader.ts";

/** Everything that a pass needs in addition to its key. */
export interface PassDeps {
  readonly client: Client;
  readonly reader: PassReader;
  readonly services: unknown;
  readonly remote: RemoteClusters;
  /** What the controller's watches keep of workload clusters. */
  readonly kept: KeptStore;
  readonly reservations: Reservations;
  /** What the passes of this process wait for in clouds. */
  readonly sightings: Sightings;
  /** Where large lists are read. */
  readonly lists: ListQueue;
  readonly events: EventRecorder;
  readonly log: Logger;
  /** Throws when this process does not lead any more. */
  readonly assertLeader: () => void;
  /** The same client, whose calls end with the pass. */
  readonly guarded: (client: Client) => Client;
  /** The namespaces that are watched; absent: all. */
  readonly namespaces?: readonly string[];
  /** The value of the watch-filter label that objects must carry; empty or absent: all objects. */
  readonly watchFilter?: string;
}

/** The object of a pass, and when the pass must stop. */
export interface PassInput {
  readonly key: ObjectKey;
  readonly signal: AbortSignal;
  /** Whether the signal has aborted. Default: it is read, which may create it. */
  readonly isAborted?: boolean;
}

/** Where a pass ended, in the order of the steps. */
export type PassStep =
  | "not-found"
  | "foreign"
  | "filtered"
  | "externally-managed"
  | Unowned
  | "finalizer-added"
  | "paused"
  | "pause-recorded"
  | "released"
  | "reconciled"
  | "aborted";

/** How a pass ended. */
export interface PassEnd {
  readonly step: PassStep;
  readonly requeueAfter?: DurationString;
}
