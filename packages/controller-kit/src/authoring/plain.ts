// The types of a controller of a kind without a contract, for example a disk or an identity.
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { KubeObject } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { CommonOptions, ContextOf, Deleted, Reconciled, OwnKindOptions } from "./options.ts";
import type { Watch } from "./watch.ts";

/** The data of a pass over an object without a contract. */
export interface PlainPass<T extends KubeObject> {
  /** A private copy. What the pass changes in it is written at its end. */
  readonly object: T;
  /** The Cluster that the label cluster.x-k8s.io/cluster-name names, if it exists. */
  readonly cluster: Cluster | undefined;
}

/** The options of `kit.controller`. */
export interface PlainOptions<T extends KubeObject, C extends ConditionTypes, W extends readonly Watch[], S>
  extends CommonOptions<C, W, S>, OwnKindOptions<NoInfer<T>> {
  /**
   * Brings the cluster to what the object asks for, and returns the result. It is not called while the object or its Cluster is paused. It must be
   * repeatable. Errors are handled as for an InfraCluster.
   */
  reconcile(pass: PlainPass<T>, ctx: ContextOf<T, C, W, S>): Promise<Reconciled<T, NoInfer<C>, never>>;
  /**
   * Deletes what belongs to the object. With this function the object gets a finalizer, which is removed when it returns `removed()`; without
   * it the object is deleted at once.
   */
  delete?(pass: PlainPass<T>, ctx: ContextOf<T, C, W, S>): Promise<Deleted<NoInfer<C>>>;
}
