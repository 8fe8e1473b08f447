// One node of a tree of objects: what is shown of an object, for lines, pages and programs.
import type { ReadableCondition } from "@capstan/contract/conditions";
import type { ObjectName } from "./object-set.ts";
import type { FinalizerSetters } from "./finalizers.ts";
import type { ReadySummary } from "./ready-summary.ts";
import type { RejectedChange } from "./rejected-changes.ts";
import type { Replicas } from "./replicas.ts";
import type { Rollout } from "./rollout.ts";
import type { Upgrade } from "./upgrade.ts";
import type { WaitingPart } from "./waiting-part.ts";

/** An object with what is shown of it, above the objects that it owns. */
export interface TreeNode extends ObjectName {
  /** `status.phase`. */
  readonly phase?: string;
  /** Of a Cluster of a class: the upgrade that goes on or is held. */
  readonly upgrade?: Upgrade;
  /** Of a part of a Cluster of a class that waits for its version. */
  readonly waiting?: WaitingPart;
  /** Of a MachineDeployment or a control plane whose machines are replaced. */
  readonly rollout?: Rollout;
  /** What webhooks reject of it. */
  readonly rejected?: readonly RejectedChange[];
  /** How many machines, Nodes or other parts it wants and has. */
  readonly replicas?: Replicas;
  /** Whether it is ready; absent for kinds without a status. */
  readonly ready?: ReadySummary;
  readonly conditions: readonly ReadableCondition[];
  /** The types of those conditions that say why it is not ready. */
  readonly unmet: readonly string[];
  /** Present while it is being deleted. */
  readonly deletion?: {
    readonly since: string;
    readonly finalizers: readonly string[];
    /** Who set them, as far as the server has recorded it. */
    readonly setBy: FinalizerSetters;
  };
  readonly paused: boolean;
  /** Whether a simulation made it. */
  readonly played: boolean;
  /** The last error of its controller. */
  readonly lastError?: string;
  /** When a reconcile of it began that has run for long, in milliseconds since the epoch. */
  readonly runsSince?: number;
  /** The names of further objects of its kind in the same state, which it stands for. */
  readonly equal?: readonly string[];
  readonly children: readonly TreeNode[];
}
