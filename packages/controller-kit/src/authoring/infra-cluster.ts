// What an author writes for an InfraCluster kind, as types. The order in which the kit calls it: workflow/pass.ts.
import type { APIEndpoint, Cluster, FailureDomain } from "@capstan/api/core/v1beta2";
import type { KubeObject } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { Context } from "./context.ts";
import type { CommonOptions, Deleted, Reconciled, ContextOf } from "./options.ts";
import type { Watch } from "./watch.ts";

/** What an InfraCluster reports when it is provisioned. */
export interface ClusterReport {
  /** Where the control plane is reached, when this provider decides; an endpoint that the object has already is kept. */
  readonly endpoint?: Required<APIEndpoint>;
  /** The domains machines may be placed in; leave out where there is no such notion. */
  readonly failureDomains?: readonly FailureDomain[];
}

/** The data of a pass over an InfraCluster. */
export interface ClusterPass<T extends KubeObject> {
  /** A private copy: what a pass changes in it is written at the end. */
  readonly object: T;
  readonly cluster: Cluster;
}

/** The definition of the controller of an InfraCluster kind. */
export interface InfraClusterOptions<
  T extends KubeObject,
  C extends ConditionTypes,
  W extends readonly Watch[],
  S,
> extends CommonOptions<C, W> {
  /** Makes the infrastructure what the spec says, as far as one pass gets. Called only with an owner, a finalizer and no pause. */
  reconcile(pass: ClusterPass<T>, ctx: ContextOf<T, C, W, S>): Promise<Reconciled<T, C, ClusterReport | undefined>>;
  /** Takes the infrastructure down; must be repeatable and must not mind what is gone already. */
  delete(pass: ClusterPass<T>, ctx: ContextOf<T, C, W, S>): Promise<Deleted<C>>;
}

/** A context, for helpers that authors write. */
export type ClusterContext<S> = Context<S, ConditionTypes, KubeObject, KubeObject>;
