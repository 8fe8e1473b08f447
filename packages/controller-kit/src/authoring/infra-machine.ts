// The types of an InfraMachine controller, with the bootstrap data of its machine: it is read when requested, never kept and never
// logged.
import type { Cluster, Machine, MachineAddress } from "@capstan/api/core/v1beta2";
import type { KubeObject, Resource } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { CommonOptions, ContextOf, Deleted, Reconciled, OwnKindOptions } from "./options.ts";
import type { Watch } from "./watch.ts";

/** What the bootstrap provider prepared for the machine. */
export interface BootstrapData {
  /** The data itself; usually cloud-init or ignition. */
  readonly value: string;
  /** The format of `value`, for example "cloud-config"; absent when the Secret does not name it. */
  readonly format?: string;
}

/** Access to the bootstrap data of the machine of this pass. */
export interface BootstrapAccess {
  /** The name of the Secret, in the namespace of the machine. */
  readonly secretName: string;
  /**
   * Reads the Secret from the API server. When it does not exist, the call throws, the pass ends and the machine waits with the reason
   * `WaitingForBootstrapData`; do not catch that error. Without the key `value` it throws `workflow/bootstrap-value`,
   * and for a Machine of a MachinePool `workflow/bootstrap-of-pool`.
   */
  read(): Promise<BootstrapData>;
}

/** What `provisioned` reports for an InfraMachine. */
export interface MachineReport {
  /** Equal to `spec.providerID` of the Node. It must never change. */
  readonly providerID: string;
  readonly addresses?: readonly MachineAddress[];
  /** The failure domain in which the machine runs. */
  readonly failureDomain?: string;
}

/** The first argument of `reconcile` of an InfraMachine. */
export interface MachinePass<T extends KubeObject, I extends KubeObject> {
  /** A private copy. What the pass changes in it is written at its end. */
  readonly object: T;
  readonly machine: Machine;
  readonly cluster: Cluster;
  /** The infrastructure object of the Cluster. */
  readonly infraCluster: I;
  readonly bootstrap: BootstrapAccess;
  /** Whether the machine is part of the control plane. */
  readonly controlPlane: boolean;
  /** Whether an extension updates the machine in place now. It makes the changes of the spec: report, and neither change nor replace the machine. */
  readonly updateInProgress: boolean;
}

/** The first argument of `delete` of an InfraMachine. */
export interface MachineDeletePass<T extends KubeObject, I extends KubeObject> {
  readonly object: T;
  readonly machine: Machine;
  readonly cluster: Cluster;
  /** Undefined when it is deleted already. */
  readonly infraCluster: I | undefined;
  readonly controlPlane: boolean;
}

/** The options of `kit.infraMachine`. */
export interface InfraMachineOptions<
  T extends KubeObject,
  I extends KubeObject,
  C extends ConditionTypes,
  W extends readonly Watch[],
  S,
>
  extends CommonOptions<C, W, S, "Cluster" | "Machine">, OwnKindOptions<NoInfer<T>> {
  /** The InfraCluster kind that these machines belong to. It is watched, and passed as `infraCluster`. */
  readonly cluster: Resource<I>;
  /**
   * Creates the machine, or checks the existing one, and returns the result.
   *
   * It is called under the conditions of an InfraCluster's `reconcile`, and only when the infrastructure of the Cluster is provisioned, the Machine
   * names its bootstrap data and the InfraCluster exists; until then `Ready` is False with the reason of the closed gate. Every call must be
   * repeatable. Errors are handled as for an InfraCluster.
   */
  reconcile(
    pass: MachinePass<T, I>,
    ctx: ContextOf<T | I | Machine, C, W, S>,
  ): Promise<Reconciled<T, NoInfer<C>, MachineReport>>;
  /**
   * Deletes the machine. It is called for a deleted object that has our finalizer, without the gates, until it returns `removed()`. It must be
   * repeatable and must accept that parts are deleted already.
   */
  delete(pass: MachineDeletePass<T, I>, ctx: ContextOf<T | I | Machine, C, W, S>): Promise<Deleted<NoInfer<C>>>;
}
