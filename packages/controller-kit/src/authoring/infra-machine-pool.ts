// The types of an InfraMachinePool controller: one object stands for a group of machines that the cloud scales.
import type { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import type { KubeObject, Resource } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { BootstrapAccess } from "./infra-machine.ts";
import type { CommonOptions, ContextOf, Deleted, ReconciledBase, StatusOf, OwnKindOptions } from "./options.ts";
import type { Watch } from "./watch.ts";

/** A machine of a pool whose machines have InfraMachines. */
export interface PoolMachine {
  /** The name of its InfraMachine and of its Machine: the same in every pass, and of no other machine in the namespace. */
  readonly name: string;
  /** What the kit keeps in the spec of its InfraMachine. Other fields there are left alone. */
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** What `provisioned` reports for an InfraMachinePool. */
export interface PoolReport {
  /** One for each machine that exists, equal to `spec.providerID` of its Node. Core deletes the Nodes of machines that leave the list. */
  readonly providerIDs: readonly string[];
  /** How many machines exist. Default: as many as there are provider IDs. */
  readonly replicas?: number;
  /**
   * The machines that should be there, when the option `machines` names their kind: the kit creates an InfraMachine for each, and ends the machines that have one and
   * are not in the list. Default: none are created or ended in this pass.
   */
  readonly machines?: readonly PoolMachine[];
  /** Identifies the group itself in the cloud. */
  readonly providerID?: string;
}

/** The first argument of `reconcile` of an InfraMachinePool. */
export interface PoolPass<T extends KubeObject, I extends KubeObject> {
  /** A private copy. What the pass changes in it is written at its end. */
  readonly object: T;
  /** The owner. `spec.replicas` is how many machines are wanted. */
  readonly machinePool: MachinePool;
  readonly cluster: Cluster;
  /** The infrastructure object of the Cluster. */
  readonly infraCluster: I;
  /** The data that every machine of the pool boots with. It may change: read it whenever a machine is created. */
  readonly bootstrap: BootstrapAccess;
  /**
   * Reads the Machines of the pool from the API server; there are none without the option `machines`. A Machine has the name of its machine. One with the
   * annotation `cluster.x-k8s.io/delete-machine` is to be ended before others when the pool shrinks: the cluster autoscaler sets it.
   */
  readonly readMachines: () => Promise<readonly Machine[]>;
}

/** The first argument of `delete` of an InfraMachinePool. */
export interface PoolDeletePass<T extends KubeObject, I extends KubeObject> {
  readonly object: T;
  readonly machinePool: MachinePool;
  readonly cluster: Cluster;
  /** Undefined when it is deleted already. */
  readonly infraCluster: I | undefined;
}

/** The kind of a pool's machines, for pools whose status has the field in which core looks for it. */
export type MachinesKindFor<T> = "infrastructureMachineKind" extends keyof StatusOf<T>
  ? Resource
  : Resource & { readonly "add `infrastructureMachineKind?: string` to the status of the pool": never };

/** The options of `kit.infraMachinePool`. */
export interface InfraMachinePoolOptions<
  T extends KubeObject,
  I extends KubeObject,
  C extends ConditionTypes,
  W extends readonly Watch[],
  S,
>
  extends CommonOptions<C, W, S, "Cluster" | "MachinePool">, OwnKindOptions<NoInfer<T>> {
  /** The InfraCluster kind that these pools belong to. It is watched, and passed as `infraCluster`. */
  readonly cluster: Resource<I>;
  /**
   * The kind of InfraMachine that each machine of the pool has, so that core has a Machine for each. It is in the API version of the pool, has a controller of its own in the
   * provider, and the pool's status has `infrastructureMachineKind`, which the kit sets. Default: the machines have no objects.
   */
  readonly machines?: MachinesKindFor<T>;
  /**
   * Brings the group to the size that the MachinePool asks for, as far as one pass can, and returns the result: `provisioned` with the machines that
   * exist as soon as the group does, also while it grows or shrinks.
   *
   * It is called under the conditions of an InfraMachine's `reconcile`, with the MachinePool in place of the Machine. Every call must be repeatable.
   * Errors are handled as for an InfraCluster. There is no `failed`, whatever the status of the kind: core's manager ends when a pool has `failureReason`.
   */
  reconcile(
    pass: PoolPass<T, I>,
    ctx: ContextOf<T | I | MachinePool, C, W, S>,
  ): Promise<ReconciledBase<NoInfer<C>, PoolReport>>;
  /**
   * Deletes the group with all of its machines. It is called for a deleted object that has our finalizer, without the gates, until it returns
   * `removed()`. It must be repeatable and must accept that parts are deleted already.
   */
  delete(pass: PoolDeletePass<T, I>, ctx: ContextOf<T | I | MachinePool, C, W, S>): Promise<Deleted<NoInfer<C>>>;
}
