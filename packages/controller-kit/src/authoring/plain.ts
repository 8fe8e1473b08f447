// What an author writes for a kind without a contract (an owned disk, an identity), as types.
// Called by way of provider-kit.ts; such a kind has no owner, gates or contract to obey.
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { KubeObject } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { CommonOptions, ContextOf, Deleted, Reconciled } from "./options.ts";
import type { Watch } from "./watch.ts";

/** The data of a pass over an object without a contract. */
export interface PlainPass<T extends KubeObject> {
  readonly object: T;
  /** The Cluster named by the object's cluster-name label, if it has one. */
  readonly cluster: Cluster | undefined;
}

/** The definition of the controller of a kind without a contract. */
export interface PlainOptions<
  T extends KubeObject,
  C extends ConditionTypes,
  W extends readonly Watch[],
  S,
> extends CommonOptions<C, W> {
  /** Makes the world what the object says. Not called while the object or its Cluster is paused. */
  reconcile(pass: PlainPass<T>, ctx: ContextOf<T, C, W, S>): Promise<Reconciled<T, C, never>>;
  /** With it the object gets a finalizer; without it nothing is held back when the object is deleted. */
  delete?(pass: PlainPass<T>, ctx: ContextOf<T, C, W, S>): Promise<Deleted<C>>;
}
