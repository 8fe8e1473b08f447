// What core and the controllers of a kind do with its objects, as data. @capstan/controller-kit derives owners, waits, watches and rights from it, and a scripted core
// the objects that it follows.

/** The kinds of core whose objects name objects of providers. */
export type OwnerKind = "Cluster" | "Machine" | "MachinePool";

/** A reference of core. The object that has it becomes the owner of the object that it names. */
export interface CoreReference {
  readonly kind: OwnerKind;
  /** Where it stands, in Cluster API's v1beta2. */
  readonly path: string;
  /** The condition of the named object that core mirrors. */
  readonly condition: string;
  /** The condition that core makes of it; absent where core makes none. */
  readonly mirroredAs?: string;
  /** The same among the conditions of Cluster API's v1beta1. */
  readonly deprecatedAs: string;
}

/** What must be so before the author's function is called. */
export type KindGate = "cluster-infrastructure" | "bootstrap-data" | "control-plane-endpoint";

/** Objects beside the kind itself and its owners whose changes cause passes. */
export type WatchedObjects = "cluster" | "infra-cluster" | "machines" | "claims";

/** A part of a watched object. "spec" is its deletion too, and "pause" the annotation too. */
export type WatchedPart =
  | "pause"
  | "deletion"
  | "spec"
  | "labels"
  | "annotations"
  | "owner references"
  | "spec.controlPlaneEndpoint"
  | "spec.infrastructureRef"
  | "status.initialization"
  | "status but for conditions";

/**
 * The parts of watched objects whose changes cause passes; every change does of objects that are not named. Core writes the status of a Cluster for each of its machines: without this, each machine would
 * cause a pass over all, and so would each edit of its labels and of fields that no gate and no role reads. It also mirrors our conditions into a Machine and a MachinePool: a message that is another in each pass would cause the next one.
 */
export type WatchedParts = Readonly<Partial<Record<WatchedObjects | "owner", readonly WatchedPart[]>>>;

/** What an author's function can return of a kind, beside the results that every kind has. */
export type KindResult = "provisioned" | "dataCreated" | "allocated" | "exhausted" | "poolNotReady";

/** What the manager may do with objects. */
export type AccessVerb = "create" | "delete" | "get" | "list" | "patch" | "update" | "watch";

/** The rights that the workflow of a kind needs. */
export interface KindGrants {
  /** With the objects that are reconciled. */
  readonly objects: readonly AccessVerb[];
  /** With Secrets, by name. */
  readonly secrets: readonly AccessVerb[];
  /** The kinds of core that the kit creates for an object. */
  readonly creates: readonly "IPAddress"[];
}

/** The workflow of a kind. */
export interface KindWorkflow {
  /** The function of the kit that makes its controllers; empty where the kit has none. */
  readonly kit: string;
  /** Where core names objects of the kind; none where core reads nothing of it. */
  readonly references: readonly CoreReference[];
  /** In the order in which they are waited for. */
  readonly gates: readonly KindGate[];
  readonly watches: readonly WatchedObjects[];
  readonly parts: WatchedParts;
  readonly results: readonly KindResult[];
  /** The conditions that its controller sets. */
  readonly conditions: readonly string[];
  /** The reason of Ready after an error, with status False. Default: Unknown with ReconcileFailed. */
  readonly failedReason?: string;
  readonly grants: KindGrants;
  /** Whether objects with the managed-by mark are left alone. */
  readonly mayBeExternal: boolean;
  /** Whether the paused annotation of the Cluster pauses the object, too. */
  readonly isPausedByAnnotation: boolean;
}
