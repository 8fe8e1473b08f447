// What a role is: the functions that differ between controllers of different kinds. What can be declared as data (owners, what is waited for, watches, rights) stands in the
// record of the kind, which role-workflow.ts reads.
import type { Client } from "@capstan/client";
import type { KubeObject, ObjectKey } from "@capstan/kube";
import type { ContractView } from "@capstan/contract/fields";
import type { IndexFunction } from "@capstan/operator";
import type { ControllerDefinition, RoleData, RoleName } from "../authoring/controller-definition.ts";
import type { AnyResult } from "../authoring/result.ts";
import type { PassDeps } from "../workflow/pass-deps.ts";
import type { PassReader } from "../workflow/reader.ts";
import type { BootstrapOwners, ClusterOwner, MachineOwners, OptionalCluster, PoolOwners, Unowned } from "./owners.ts";

/** The owners that each role's objects have. */
export interface RoleOwners {
  readonly InfraCluster: ClusterOwner;
  readonly InfraMachine: MachineOwners;
  readonly InfraMachinePool: PoolOwners;
  readonly BootstrapConfig: BootstrapOwners;
  readonly IPPool: OptionalCluster;
  readonly plain: OptionalCluster;
}

/** What a pass works on. */
export interface PassSubject<K extends RoleName> {
  readonly controller: Pick<ControllerDefinition, "infraCluster" | "machines" | "pool" | "resource">;
  /** The working copy. */
  readonly object: KubeObject;
  readonly owners: RoleOwners[K];
}

/** An object, and the contract that says where its fields are. */
export interface ReportTarget {
  readonly object: KubeObject;
  readonly view: ContractView;
}

/** The author's `reconcile`, with the context of the pass. */
export type AuthorReconcile<K extends RoleName> = (pass: RoleData[K]["pass"]) => Promise<RoleData[K]["result"]>;

/** The controllers of one kind of object. */
export interface ControllerRole<K extends RoleName> {
  /** The indexes of the objects in the cache. Default: by the Cluster in their label. */
  readonly indexes?: Readonly<Record<string, IndexFunction>>;
  /** Whether the controller reconciles this object of its kind. Default: every object. */
  concerns?(object: KubeObject, controller: Pick<ControllerDefinition, "pool">): boolean;
  /** Cleans up after an object that does not exist any more, or whose name has an object that the controller does not reconcile. */
  absent?(controller: Pick<ControllerDefinition, "pool">, deps: PassDeps, key: ObjectKey): Promise<void>;
  /** Deletes what the kit has created for an object, after the author's `delete` returned `removed()` and before the finalizer is removed. */
  removed?(subject: PassSubject<K>, deps: PassDeps): Promise<void>;
  /** The owners of an object, or why it has none, which ends the pass. The client reads what must be known from the API server. */
  owners(object: KubeObject, reader: PassReader, client: Client): Promise<RoleOwners[K] | Unowned>;
  /** Calls the author, and does what the result asks for outside of the object. Throws a GateError while something that the author needs is missing. */
  reconcile(
    subject: PassSubject<K>,
    deps: PassDeps,
    author: AuthorReconcile<K>,
  ): Promise<AnyResult<RoleData[K]["report"]>>;
  /** The first argument of the author's `delete`. */
  deleteInput(subject: PassSubject<K>, deps: PassDeps): Promise<RoleData[K]["deletePass"]>;
  /** Writes what was reported into the fields of the contract. */
  writeReport(target: ReportTarget, report: RoleData[K]["report"]): void;
}
