// How the simulated topology controller calls Runtime Extensions: an interface, so that the simulation needs no client of its own for them.
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { ExternalPatchDefinition } from "@capstan/api/core/v1beta2";
import type { HolderReference } from "@capstan/api/hooks/v1alpha1";
import type { JSONValue, KubeObject } from "@capstan/kube";

/** What the answers of all handlers of a lifecycle hook mean together. */
export interface HookDelay {
  /** The shortest delay that a handler requests; 0 when none does. */
  readonly retryAfterSeconds: number;
  readonly message: string;
  /** Whether no handler requests the delay: it is over when the simulation is woken. Default: false. */
  readonly isOwn?: boolean;
}

/** The fields of an answer that count for the life of a Cluster. */
export interface LifecycleAnswer {
  readonly message?: string;
  readonly retryAfterSeconds?: number;
}

/** A template, and the object that will use it. */
export interface PatchedTemplate {
  readonly object: KubeObject;
  readonly holder: HolderReference;
  /** The values of variables for this template alone. */
  readonly variables: Readonly<Record<string, JSONValue>>;
}

/** The templates of a Cluster, with the values of its variables. */
export interface TemplatesToPatch {
  readonly templates: readonly PatchedTemplate[];
  readonly variables: Readonly<Record<string, JSONValue>>;
  /** Variables that the class does not define itself; absent where it defines all. */
  readonly foreign?: ForeignVariables;
}

/** Variables with values in a Cluster that extensions have to define. */
export interface ForeignVariables {
  readonly names: readonly string[];
  /** The patches of the class that name handlers of DiscoverVariables. */
  readonly patches: readonly ExternalPatchDefinition[];
  /** The namespace of the class. */
  readonly namespace: string;
}

/** One patch of a Cluster's class. A class may name one handler in several patches. */
export interface PatchOfCluster {
  /** The UID of the Cluster. */
  readonly cluster: string;
  /** The name of the patch in the class. */
  readonly name: string;
}

/** The same, and where its class is: handlers of DiscoverVariables are called for the class. */
export interface PatchOfClass extends PatchOfCluster {
  /** The namespace of the class. */
  readonly namespace: string;
}

/** Calls Runtime Extensions. */
export interface TopologyHooks {
  /** The variables that the handler of DiscoverVariables which a patch names declares: the patch gets no others. Rejects as `patch` does. Default, and where it is not known: it gets all. */
  declared?(patch: ExternalPatchDefinition, place: PatchOfClass): Promise<ReadonlySet<string> | undefined>;
  /** Calls every handler of a lifecycle hook. Rejects when one fails: the Cluster then waits, and the call is repeated. */
  call<Request extends object>(
    hook: HookEntry<Request, LifecycleAnswer>,
    request: Omit<Request, "apiVersion" | "kind">,
  ): Promise<HookDelay>;
  /** The templates after the patches of the handler that a ClusterClass names, in the same order. Rejects with `client/timeout` while there is no answer: the call is then repeated without a report. */
  patch(
    patch: ExternalPatchDefinition,
    request: TemplatesToPatch,
    place: PatchOfCluster,
  ): Promise<readonly KubeObject[]>;
  /** Lets the handler that a ClusterClass names check all templates after all patches. Rejects as `patch` does, and where the handler finds something wrong. Default: nothing is checked. */
  validate?(patch: ExternalPatchDefinition, request: TemplatesToPatch, place: PatchOfCluster): Promise<void>;
  /** For the next patches of a Cluster, every handler is called again: a patch has failed, the Cluster is being deleted, or ten minutes have passed. Until then, the same patch with the same request may have the same answer, without a call. */
  endPatches?(cluster: string): void;
}
