// What an author writes for an InfraMachine kind, as types. The order in which the kit calls it: workflow/pass.ts.
import type { Cluster, Machine, MachineAddress } from "@capstan/api/core/v1beta2";
import type { KubeObject, Resource } from "@capstan/kube";
import type { Bootstrap } from "./bootstrap.ts";
import type { ConditionTypes } from "./conditions.ts";
import type { CommonOptions, ContextOf, Deleted, Reconciled } from "./options.ts";
import type { Watch } from "./watch.ts";

/** What an InfraMachine reports when it is provisioned. */
export interface MachineReport {
  /** Equal to the Node's spec.providerID; never changes. */
  readonly providerID: string;
  readonly addresses?: readonly MachineAddress[];
  /** Where the machine really is. */
  readonly failureDomain?: string;
}

/** The data of a pass over an InfraMachine that is wanted. */
export interface MachinePass<T extends KubeObject, I extends KubeObject> {
  /** A private copy: what a pass changes in it is written at the end. */
  readonly object: T;
  readonly machine: Machine;
  readonly cluster: Cluster;
  readonly infraCluster: I;
  readonly bootstrap: Bootstrap;
  /** Whether the machine is to run the control plane. */
  readonly controlPlane: boolean;
}

/** The data of a pass over an InfraMachine that is being deleted; its InfraCluster may be gone. */
export interface MachineDeletePass<T extends KubeObject, I extends KubeObject> {
  readonly object: T;
  readonly machine: Machine;
  readonly cluster: Cluster;
  readonly infraCluster: I | undefined;
  readonly controlPlane: boolean;
}

/** The definition of the controller of an InfraMachine kind. */
export interface InfraMachineOptions<
  T extends KubeObject,
  I extends KubeObject,
  C extends ConditionTypes,
  W extends readonly Watch[],
  S,
> extends CommonOptions<C, W> {
  /** The InfraCluster kind these machines belong to. */
  readonly cluster: Resource<I>;
  /** Makes the machine what the spec says. Called only once the cluster's infrastructure and the bootstrap data are there. */
  reconcile(
    pass: MachinePass<T, I>,
    ctx: ContextOf<T | I | Machine, C, W, S>,
  ): Promise<Reconciled<T, C, MachineReport>>;
  /** Ends the machine; must be repeatable and must not mind what is gone already. */
  delete(pass: MachineDeletePass<T, I>, ctx: ContextOf<T | I | Machine, C, W, S>): Promise<Deleted<C>>;
}
