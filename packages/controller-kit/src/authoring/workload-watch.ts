// Kinds of workload clusters whose changes cause passes, as data. What comes from there belongs to a tenant: it is a hint to look, and nothing else.
import { Machine, type Cluster } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import { Node } from "@capstan/kube/builtin";
import { defineIndex, type FieldIndex, type Logger, type MappedKeys } from "@capstan/operator";
import type { MapReader } from "./map-reader.ts";

/** What a function of a workload watch may use. */
export interface WorkloadContext {
  /** The Cluster that the object is in. Do not change it. */
  readonly cluster: Cluster;
  /** The kind that the controller reconciles. */
  readonly resource: Resource;
  /** Reads the management cluster. */
  readonly client: MapReader;
  /** Aborts when the call takes longer than 30 s, when the manager stops, when leadership is lost and when the Cluster is deleted. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** What is kept of an object, or why nothing is: the workload cluster has not been listed yet, there is no such object, it is beyond `keptBytes`, or `keep` threw. */
export type KeptObject<P> =
  | { readonly kept: true; readonly part: P }
  | { readonly kept: false; readonly reason: "NotListed" | "NotFound" | "TooLarge" | "Failed" };

/** What a watch keeps of the objects of one workload cluster, as it saw them last. A read makes no call. */
export interface KeptObjects<P> {
  /** Whether the workload cluster has been listed: until then, and after `workload/too-many-objects`, objects may be missing. A pass over the objects of the Cluster follows when it has been. */
  readonly isListed: boolean;
  /** How many objects are beyond `keptBytes`. */
  readonly tooLarge: number;
  get(key: ObjectKey): KeptObject<P>;
  /** All parts, without those that are too large and those whose `keep` threw. */
  list(): readonly P[];
}

/** Which objects are watched, and which changes count. */
export interface WorkloadOptions<T extends KubeObject> {
  /** Only objects whose labels match, in the form that `kubectl -l` accepts. */
  readonly labelSelector?: string;
  /** Only objects whose fields match, in the form that `kubectl --field-selector` accepts. */
  readonly fieldSelector?: string;
  /** What of an object counts: a change that leaves it the same causes nothing. Only its hash is kept. Default: the resource version, so every change counts. */
  stateOf?(this: void, object: T): string;
  /** How many objects of one workload cluster are watched; with more the watch ends (`workload/too-many-objects`). About 1 KB is kept of each. Default: 5,000. */
  readonly mostObjects?: number;
  /** Indexes that `toKeys` reads with. */
  readonly indexes?: readonly FieldIndex[];
}

/** P where JSON gives it back as it was: a Date, a Map or a function in it is `never`. Four levels deep; kinds contain themselves. */
export type KeptJson<P, Levels extends readonly unknown[] = []> = unknown extends P
  ? P
  : P extends string | number | boolean | null | undefined
    ? P
    : P extends
          | bigint
          | symbol
          | Date
          | ReadonlyMap<never, unknown>
          | ReadonlySet<never>
          | ((...values: never[]) => unknown)
      ? never
      : Levels["length"] extends 4
        ? P
        : { [K in keyof P]: KeptJson<P[K], [...Levels, unknown]> };

/** Options of a watch that keeps a part of each object. */
export interface KeepingOptions<T extends KubeObject, P> extends WorkloadOptions<T> {
  /**
   * What of an object is kept in memory, for `ctx.kept`: plain data, as JSON has it. Undefined: nothing. Keep what your passes decide by, and no more: it is a tenant's content, and it takes memory for each
   * object of each workload cluster.
   */
  keep(this: void, object: T): P & KeptJson<P>;
  /** How many bytes of JSON are kept of one object, and of all objects of one workload cluster. What is beyond is not kept, and `ctx.kept` says so; when others are deleted and it fits, it is kept at the next list, which is 15 to 30 s later. Default: 2,048 and 1,048,576. */
  readonly keptBytes?: { readonly object?: number; readonly cluster?: number };
}

/** A watch that keeps a part P of each object. Create it with `workload`. */
export interface KeepingWatch<P> extends WorkloadWatch {
  keep(this: void, object: KubeObject): P;
}

/** A kind of workload clusters. Create it with `workload` or `workloadNodes`. */
export interface WorkloadWatch extends Omit<WorkloadOptions<KubeObject>, "mostObjects"> {
  readonly resource: Resource;
  readonly mostObjects: number;
  readonly keptBytes: { readonly object: number; readonly cluster: number };
  /** Absent: nothing of an object is kept. */
  keep?(this: void, object: KubeObject): unknown;
  toKeys(object: KubeObject, ctx: WorkloadContext): MappedKeys;
}

/** The connections to workload clusters, as something that causes passes. Create it with `workloadConnection`. */
export interface WorkloadConnection {
  /** Which objects are reconciled; absent: those of the Cluster. */
  readonly toKeys: ((ctx: WorkloadContext) => MappedKeys) | undefined;
}

/** What of workload clusters causes passes: changes of a kind, or the connection. */
export type WorkloadSource = WorkloadWatch | WorkloadConnection;

/**
 * Runs a pass when a workload cluster can be reached, and when it is lost: the server did not answer five times in a row, 10 s apart, or its kubeconfig was deleted or cannot be used. Objects of the Cluster
 * have the pass, which are those with its label, its InfraCluster, or, in a controller of Clusters, the Cluster itself; with `toKeys`, those that it names. A pass that could not reach a server that counts as
 * reached is followed by one when the next look has an answer. So a pass that cannot reach the workload cluster ends, and needs no `requeueAfter`.
 *
 * @example
 * workload: [workloadNodes(), workloadConnection()]
 */
export function workloadConnection(toKeys?: (ctx: WorkloadContext) => MappedKeys): WorkloadConnection {
  return { toKeys };
}

/**
 * Watches a kind in every workload cluster: a change runs a pass over the objects of the management cluster that `toKeys` names. For a deletion it is called with the last state, or the keys of the last
 * call are taken.
 *
 * A Cluster is watched from when its control plane is initialized until it is deleted, by the leader, with the client of `ctx.workload`: the Secret `<cluster>-kubeconfig`, and its limits on bytes and
 * time. A connection that ends or is silent for 70 s is opened again; one that fails, with waits of up to 30 s. A Cluster that cannot be reached is tried every 15 to 30 s. Of objects, only what `keep` returns is in memory, which a pass
 * reads with `ctx.kept`; it reads the rest with `ctx.workload`. What happens while there is no connection is found by the next list.
 *
 * @example
 * workload: [workload(Deployment, (_, { cluster }) => [keyOf(cluster)], { labelSelector: "app=cloud-controller" })]
 * @example
 * const nodes = workload(Node, (_, { cluster }) => [keyOf(cluster)], { keep: ({ spec }) => ({ taints: spec?.taints ?? [] }) });
 */
export function workload<T extends KubeObject, P>(
  resource: Resource<T>,
  toKeys: (object: T, ctx: WorkloadContext) => MappedKeys,
  options: KeepingOptions<T, P>,
): KeepingWatch<P>;
export function workload<T extends KubeObject>(
  resource: Resource<T>,
  toKeys: (object: T, ctx: WorkloadContext) => MappedKeys,
  options?: WorkloadOptions<T>,
): WorkloadWatch;
export function workload<T extends KubeObject>(
  resource: Resource<T>,
  toKeys: (object: T, ctx: WorkloadContext) => MappedKeys,
  { mostObjects = 5000, keptBytes = {}, ...options }: WorkloadOptions<T> & Partial<KeepingOptions<T, unknown>> = {},
): WorkloadWatch {
  // Methods: a watch gets the objects of its own kind only.
  const watch: WorkloadWatch & {
    toKeys(object: T, ctx: WorkloadContext): MappedKeys;
    stateOf?(this: void, object: T): string;
    keep?(this: void, object: T): unknown;
  } = { resource, toKeys, mostObjects, keptBytes: { object: 2048, cluster: 1024 * 1024, ...keptBytes }, ...options };
  return watch;
}

/** Machines by their Cluster and provider ID. */
const byProviderID: FieldIndex<Machine> = defineIndex(Machine, "workload-provider-id", (machine) => {
  const { providerID } = machine.spec;
  return providerID === undefined ? [] : [machineKey(machine.metadata.namespace, clusterNameOf(machine), providerID)];
});

function machineKey(namespace: string | undefined, cluster: string | undefined, providerID: string): string {
  return `${namespace ?? ""}/${cluster ?? ""}/${providerID}`;
}

/**
 * Watches the Nodes of workload clusters: a Node that comes, goes, or changes its conditions, taints, version or provider ID runs a pass over the InfraMachine of its Machine, which is the one of the same
 * Cluster with the same provider ID.
 *
 * @example
 * kit.infraMachine(FooMachine, { cluster: FooCluster, workload: [workloadNodes()], reconcile, delete: remove });
 */
export function workloadNodes(): WorkloadWatch {
  return workload(
    Node,
    async (node, { cluster, client, resource }) => {
      const { namespace = "", name } = cluster.metadata;
      const providerID = node.spec?.providerID;
      if (providerID === undefined) return [];
      const machines = await client.listBy(byProviderID, machineKey(namespace, name, providerID));
      return machines
        .map(({ spec }) => spec.infrastructureRef)
        .filter(({ kind, apiGroup }) => kind === resource.kind && apiGroup === resource.group)
        .map((reference) => ({ namespace, name: reference.name }));
    },
    { stateOf: nodeState, indexes: [byProviderID] },
  );
}

/** What of a Node counts: without the times of its heartbeats. */
function nodeState({ metadata, spec = {}, status = {} }: Node): string {
  return JSON.stringify([
    metadata.uid,
    metadata.deletionTimestamp,
    spec.providerID,
    spec.unschedulable,
    spec.taints?.map(({ key, value, effect }) => [key, value, effect]),
    status.conditions?.map((condition) => [condition.type, condition.status]),
    status.nodeInfo?.["kubeletVersion"],
  ]);
}
