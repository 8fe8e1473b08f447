// What a pass offers an author besides its data: the second argument of every `reconcile` and `delete`.
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { KubeObject } from "@capstan/kube";
import type { EventRecorder, Logger } from "../engine/index.ts";
import type { Workload } from "../remote/workload.ts";
import type { Conditions, ConditionTypes } from "./conditions.ts";
import type { TypedClient } from "./typed-client.ts";

/** What a pass offers: S are the provider's services, C its conditions, R and W the kinds it may read and write. */
export interface Context<S, C extends ConditionTypes, R extends KubeObject, W extends KubeObject> {
  readonly services: S;
  readonly client: TypedClient<R, W>;
  readonly conditions: Conditions<C>;
  /** Aborted when the manager stops, loses its lease or the pass takes too long; pass it to everything that waits. */
  readonly signal: AbortSignal;
  /** Records events on objects, as `kubectl describe` shows them. */
  readonly events: EventRecorder;
  readonly log: Logger;
  /** The API server of a workload cluster, by the Secret `<cluster>-kubeconfig`; says why when it cannot be reached. */
  workload(cluster: Cluster): Promise<Workload>;
}
