// A controller as a value: what `kit.infraCluster` and its siblings return. `run`, `describe`, RBAC and tests read the same value.
import type { KindContracts, KindResult, KitKind } from "@capstan/contract/rules";
import type { DurationString, KubeObject, Resource } from "@capstan/kube";
import type { ControllerOptions, FieldIndex } from "@capstan/operator";
import type { BootstrapPass, NewBootstrapData, WrittenData } from "./bootstrap-config.ts";
import { checkConditionTypes, type ConditionTypes } from "./conditions.ts";
import type { Context } from "./context.ts";
import type { ClusterPass, ClusterReport } from "./infra-cluster.ts";
import type { AllocatePass, NewAddress, ReleasePass } from "./ip-pool.ts";
import type { MachineDeletePass, MachinePass, MachineReport } from "./infra-machine.ts";
import type { PoolDeletePass, PoolPass, PoolReport } from "./infra-machine-pool.ts";
import type { OwnKindOptions, ProviderSource } from "./options.ts";
import type { PlainPass } from "./plain.ts";
import type { AnyResult, Result } from "./result.ts";
import { checkRoles } from "./role-resource.ts";
import type { Watch } from "./watch.ts";
import type { WorkloadSource } from "./workload-watch.ts";

/** What the results carry that only some kinds have; P is what `provisioned` reports. */
interface ResultPayloads<P> extends Readonly<Record<KindResult, unknown>> {
  readonly provisioned: P;
  readonly dataCreated: NewBootstrapData;
  readonly allocated: NewAddress;
  readonly exhausted: string;
  readonly poolNotReady: string;
}

/** The results that the record of a kind names, and those of every kind. */
type ResultOf<K extends KitKind, P = never> =
  | AnyResult<never>
  | {
      [R in KindContracts[K]["workflow"]["results"][number]]: Result<R, ResultPayloads<P>[R]>;
    }[KindContracts[K]["workflow"]["results"][number]];

/** What the author's functions of each role receive and return, and what the kit then writes into the object. */
export interface RoleData {
  readonly InfraCluster: {
    readonly pass: ClusterPass<KubeObject>;
    readonly deletePass: ClusterPass<KubeObject>;
    readonly result: ResultOf<"InfraCluster", ClusterReport | undefined>;
    readonly report: ClusterReport | undefined;
  };
  readonly InfraMachine: {
    readonly pass: MachinePass<KubeObject, KubeObject>;
    readonly deletePass: MachineDeletePass<KubeObject, KubeObject>;
    readonly result: ResultOf<"InfraMachine", MachineReport>;
    readonly report: MachineReport;
  };
  readonly InfraMachinePool: {
    readonly pass: PoolPass<KubeObject, KubeObject>;
    readonly deletePass: PoolDeletePass<KubeObject, KubeObject>;
    readonly result: ResultOf<"InfraMachinePool", PoolReport>;
    readonly report: PoolReport;
  };
  readonly BootstrapConfig: {
    readonly pass: BootstrapPass<KubeObject>;
    readonly deletePass: BootstrapPass<KubeObject>;
    readonly result: ResultOf<"BootstrapConfig">;
    readonly report: WrittenData;
  };
  readonly IPPool: {
    readonly pass: AllocatePass<KubeObject>;
    readonly deletePass: ReleasePass<KubeObject>;
    readonly result: ResultOf<"IPPool">;
    readonly report: never;
  };
  readonly plain: {
    readonly pass: PlainPass<KubeObject>;
    readonly deletePass: PlainPass<KubeObject>;
    readonly result: AnyResult<never>;
    readonly report: never;
  };
}

/** Which workflow a controller follows: that of a kind whose record names a function of the kit, or "plain" for a kind without a contract. */
export type RoleName = KitKind | "plain";

/** The part of a context whose type does not depend on the controller. */
export type AnyContext = Omit<
  Context<unknown, ConditionTypes, KubeObject, readonly Watch[]>,
  "client" | "conditions" | "identity"
>;

/** The author's functions. Methods, so that functions for one kind fit where the functions of any kind are called. */
export interface AuthorFunctions<K extends RoleName> {
  reconcile(pass: RoleData[K]["pass"], ctx: AnyContext): Promise<RoleData[K]["result"]>;
  delete?(pass: RoleData[K]["deletePass"], ctx: AnyContext): Promise<AnyResult<never>>;
}

/** The author's functions for changes of core's objects. Methods, so that those of one kind fit where objects of any kind are compared. */
export interface AnyCoreChanges {
  Cluster?(before: KubeObject, after: KubeObject): boolean;
  Machine?(before: KubeObject, after: KubeObject): boolean;
  MachinePool?(before: KubeObject, after: KubeObject): boolean;
}

/** A controller that needs the services S. Create it with a function of the kit, for example `kit.infraCluster`. */
export interface ControllerDefinition<in S = never, K extends RoleName = RoleName> {
  readonly role: K;
  /** The kind that is reconciled. */
  readonly resource: Resource;
  /** What is cached of this kind, and which of its events cause passes. */
  readonly own: OwnKindOptions;
  /** The InfraCluster kind of machines and pools. */
  readonly infraCluster: Resource | undefined;
  /** The kind of InfraMachine that the machines of a pool have. */
  readonly machines: Resource | undefined;
  /** The kind of IP pool whose claims are reconciled. */
  readonly pool: Resource | undefined;
  readonly conditions: ConditionTypes;
  readonly watches: readonly Watch[];
  /** Which further changes of core's objects cause passes. */
  readonly coreChanges: AnyCoreChanges;
  readonly sources: readonly ProviderSource<unknown>[];
  readonly workload: readonly WorkloadSource[];
  readonly indexes: readonly FieldIndex[];
  readonly concurrency: number;
  readonly timeout: DurationString | undefined;
  readonly minInterval: DurationString | undefined;
  readonly backoff: ControllerOptions["backoff"] | undefined;
  readonly handlers: AuthorFunctions<K>;
  /** Carries S for inference only; never set. */
  readonly "~services"?: (services: S) => void;
}

interface DefinitionParts<K extends RoleName> {
  readonly role: K;
  readonly resource: Resource;
  readonly infraCluster?: Resource;
  readonly machines?: Resource | undefined;
  readonly pool?: Resource;
  readonly options: AuthorFunctions<K> &
    OwnKindOptions & {
      readonly conditions?: ConditionTypes;
      readonly watches?: readonly Watch[];
      readonly coreChanges?: AnyCoreChanges;
      readonly indexes?: readonly FieldIndex[];
      readonly sources?: readonly ProviderSource<unknown>[];
      readonly workload?: readonly WorkloadSource[];
      readonly concurrency?: number;
      readonly timeout?: DurationString;
      readonly minInterval?: DurationString;
      readonly backoff?: NonNullable<ControllerOptions["backoff"]>;
    };
}

/** Fills in the defaults of a controller. Throws `provider/role` for a kind of another role, and `provider/condition` for conditions that cannot be written. */
export function defineController<S, K extends RoleName>(parts: DefinitionParts<K>): ControllerDefinition<S, K> {
  const { role, resource, infraCluster, machines, pool, options } = parts;
  checkRoles(parts);
  checkConditionTypes(resource.kind, options.conditions ?? {});
  return {
    role,
    resource,
    own: options,
    infraCluster,
    machines,
    pool,
    conditions: options.conditions ?? {},
    watches: options.watches ?? [],
    coreChanges: options.coreChanges ?? {},
    sources: options.sources ?? [],
    workload: options.workload ?? [],
    indexes: indexesOf(options),
    concurrency: options.concurrency ?? 10,
    timeout: options.timeout,
    minInterval: options.minInterval,
    backoff: options.backoff,
    handlers: options,
  };
}

/** Those of the author, and those that its watches of workload clusters read with. */
function indexesOf({
  indexes = [],
  workload = [],
}: Pick<DefinitionParts<RoleName>["options"], "indexes" | "workload">): readonly FieldIndex[] {
  return [
    ...new Set([...indexes, ...workload.flatMap((source) => ("indexes" in source ? (source.indexes ?? []) : []))]),
  ];
}
