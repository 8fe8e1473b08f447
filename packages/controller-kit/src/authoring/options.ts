// What all controllers have in common: options, the results that they may return, and their context.
import type { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import type { OwnerKind } from "@capstan/contract/rules";
import type { DurationString, KubeObject, ObjectKey } from "@capstan/kube";
import type { CacheEvent, CacheSelection, FieldIndex, SourceContext } from "@capstan/operator";
import type { ConditionTypes } from "./conditions.ts";
import type { Context } from "./context.ts";
import type { Reason, Result } from "./result.ts";
import type { Watch } from "./watch.ts";
import type { WorkloadSource } from "./workload-watch.ts";

/** What a source of a provider may use. */
export interface ProviderSourceContext<S> extends SourceContext {
  /** What the `services` function of `run` returned. */
  readonly services: S;
}

/** A source of keys that is not a kind of the API server, for example the event stream of a cloud. A `channel` is one. */
export interface ProviderSource<S> {
  /** For log lines and the label `source` of metrics. */
  readonly name: string;
  /**
   * Gives the keys of objects to reconcile, one or a list at a time, until the signal aborts. It is called when this process leads, and again, after a wait, when it ends or throws; both are logged and
   * counted (`capstan_source_failures_total`). `--sync-period` reconciles what was missed meanwhile.
   */
  open(ctx: ProviderSourceContext<S>): AsyncIterable<ObjectKey | readonly ObjectKey[]>;
}

/** Core's kinds that are watched for a controller, by their names. */
interface CoreObjects {
  readonly Cluster: Cluster;
  readonly Machine: Machine;
  readonly MachinePool: MachinePool;
}

/**
 * Which further changes of core's objects cause passes, by the kind of core. A function that returns true makes a change count. It is called for each update, so it must be fast and must not change the
 * objects; when it throws, the error is logged and the change does not count.
 */
export type CoreChanges<K extends OwnerKind> = {
  readonly [N in K]?: (before: CoreObjects[N], after: CoreObjects[N]) => boolean;
};

/**
 * Which objects of the controller's own kind are cached, what of each, and which of their events cause passes. The other controllers of the provider that watch or read the kind see the same cache.
 *
 * An object that a selector excludes is left alone: its finalizer stays when it is deleted, and a machine does not find its InfraCluster. A `transform` must also keep the metadata and `status.conditions`, because a pass
 * writes the difference to what is cached.
 */
export interface OwnKindOptions<T extends KubeObject = KubeObject> extends CacheSelection<T> {
  /**
   * Ignores events of the controller's own kind for which it returns false, for example `generationChanged`. Default: every event causes a pass. Deletions always do, and so do updates that the workflow needs: of the
   * deletion timestamp, the owner references, the pause, and the marks and labels of Cluster API that it reads.
   *
   * @example
   * predicate: anyOf(generationChanged, ({ object }) => object.spec?.region === "north")
   */
  predicate?(event: CacheEvent<T>): boolean;
}

/** The options of every controller; K are the kinds of core that are watched for it. */
export interface CommonOptions<
  C extends ConditionTypes,
  W extends readonly Watch[],
  S = never,
  K extends OwnerKind = "Cluster",
> {
  /** Condition types and their reasons, the most relevant type first. The last reason of each is the one of success. */
  readonly conditions?: C;
  /** The kinds that it uses in addition to its own. RBAC, informers and the type of `ctx.client` follow from them. */
  readonly watches?: W;
  /**
   * Which changes of the Cluster, Machine or MachinePool cause passes, in addition to those that the workflow needs: the pause and the deletion of a Cluster, its `status.initialization`, and its endpoint or
   * its reference to the InfraCluster where the workflow of the kind reads it; of a Machine or a MachinePool the spec, labels, annotations and `status.initialization`. For functions that read other fields.
   * One change of a Cluster runs a pass over all its machines.
   *
   * @example
   * coreChanges: {
   *   Cluster: (before, after) => before.spec.topology?.version !== after.spec.topology?.version,
   *   Machine: (before, after) => before.status?.nodeRef?.name !== after.status?.nodeRef?.name,
   * }
   */
  readonly coreChanges?: CoreChanges<K>;
  /** Indexes of cached kinds, made with `defineIndex`: `ctx.client.listBy` finds objects without a scan. */
  readonly indexes?: readonly FieldIndex[];
  /** What else causes passes: streams of events from outside of the management cluster. */
  readonly sources?: readonly ProviderSource<S>[];
  /** What of workload clusters causes passes, from `workloadNodes`, `workload` and `workloadConnection`. */
  readonly workload?: readonly WorkloadSource[];
  /** How many objects are reconciled at the same time, unless the flag `--concurrency` is set. Default: 10. */
  readonly concurrency?: number;
  /** How long one pass may take, for example "2m". Then `ctx.signal` aborts, and the pass fails and is retried. Default: "60s". A string that is not a duration ends the provider at its start (`operator/duration`). */
  readonly timeout?: DurationString;
  /** The average time between two passes over one object: an object may have five in a row, then one in this time. Default: "1s". */
  readonly minInterval?: DurationString;
  /** The waits before an object whose pass failed has another one: the first, then twice as long after each failure, at most the longest. Default: 5 ms and 1000 s. */
  readonly backoff?: { readonly first?: DurationString; readonly longest?: DurationString };
}

/** A condition of C with one of its own reasons. */
export type ReasonOf<C extends ConditionTypes> = { [K in Extract<keyof C, string>]: Reason<K, C[K][number]> }[Extract<
  keyof C,
  string
>];

/** The status of a kind. */
export type StatusOf<T> = T extends { status?: infer S } ? NonNullable<S> : never;
type Failed = Result<"failed", { readonly reason: string; readonly message: string }>;

/** A permanent failure, for kinds whose status has the fields of contract v1beta1. */
export type FailedFor<T> = "failureReason" extends keyof StatusOf<T> ? Failed : never;

/** The results of `reconcile`; P is what `provisioned` reports for this kind. */
export type Reconciled<T, C extends ConditionTypes, P> = ReconciledBase<C, P> | FailedFor<T>;

/** The results of `reconcile` that every kind has. */
export type ReconciledBase<C extends ConditionTypes, P> =
  | Result<"provisioned", P>
  | Result<"done">
  | Result<"requeueAfter">
  | Result<"waiting" | "stalled", ReasonOf<C>>;

/** The results of `delete`. */
export type Deleted<C extends ConditionTypes> =
  | Result<"removed">
  | Result<"requeueAfter">
  | Result<"waiting" | "stalled", ReasonOf<C>>;

/** The context of a controller of kind T, which may read its own kind, Clusters and the kinds that it watches. */
export type ContextOf<T extends KubeObject, C extends ConditionTypes, W extends readonly Watch[], S> = Context<
  S,
  C,
  T | Cluster,
  W
>;
