// The types of an InfraCluster controller.
import type { APIEndpoint, Cluster, FailureDomain } from "@capstan/api/core/v1beta2";
import type { KubeObject } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { Context } from "./context.ts";
import type { CommonOptions, Deleted, Reconciled, ContextOf, OwnKindOptions } from "./options.ts";
import type { Watch } from "./watch.ts";

/** What `provisioned` reports for an InfraCluster. */
export interface ClusterReport {
  /** The address of the control plane, when the provider decides it. An endpoint that the object already has is kept. */
  readonly endpoint?: Required<APIEndpoint>;
  /** The domains in which machines may be placed. Leave it out when the infrastructure has none. */
  readonly failureDomains?: readonly FailureDomain[];
}

/** The data of a pass over an InfraCluster. */
export interface ClusterPass<T extends KubeObject> {
  /** A private copy. What the pass changes in it is written at its end. */
  readonly object: T;
  /** The owner. */
  readonly cluster: Cluster;
}

/** The options of `kit.infraCluster`. */
export interface InfraClusterOptions<T extends KubeObject, C extends ConditionTypes, W extends readonly Watch[], S>
  extends CommonOptions<C, W, S>, OwnKindOptions<NoInfer<T>> {
  /**
   * Brings the infrastructure to what the spec asks for, as far as one pass can, and returns the result.
   *
   * It is called after the first list, after each event of the object, its Cluster and the watched kinds, after `requeueAfter`, after the sync
   * period and after a failure; and only for an object that has an owner Cluster and our finalizer, is not paused and is not managed externally.
   * Every call must be repeatable: create with names derived from the object, and look for what exists first.
   *
   * A thrown error sets `Ready` to Unknown with the reason `ReconcileFailed`, or to False if a declared condition is False; it is logged and retried
   * with backoff. A `TerminalError` is not retried. A `TransientError` is retried after its `retryAfter`, and leaves a `Ready` that is True alone.
   */
  reconcile(
    pass: ClusterPass<T>,
    ctx: ContextOf<T, C, W, S>,
  ): Promise<Reconciled<T, NoInfer<C>, ClusterReport | undefined>>;
  /**
   * Deletes the infrastructure. It is called for a deleted object that has our finalizer, also when creation never finished, until it
   * returns `removed()`. It must be repeatable and must accept that parts are deleted already. Errors are handled as in `reconcile`.
   */
  delete(pass: ClusterPass<T>, ctx: ContextOf<T, C, W, S>): Promise<Deleted<NoInfer<C>>>;
}

/** The type of a context, for helper functions of authors. */
export type ClusterContext<S> = Context<S, ConditionTypes, KubeObject, readonly Watch[]>;
