// What the author's functions of several roles receive.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { keyOf, type KubeObject, type Resource } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { PassReader } from "../workflow/reader.ts";

/** The object with its Cluster. */
export function clusterInput<C extends Cluster | undefined>({
  object,
  owners,
}: {
  readonly object: KubeObject;
  readonly owners: { readonly cluster: C };
}): { readonly object: KubeObject; readonly cluster: C } {
  return { object, cluster: owners.cluster };
}

/** The subject of a pass of a kind that belongs to an InfraCluster kind. */
interface ClusterSubject {
  readonly controller: Pick<ControllerDefinition, "infraCluster">;
  readonly owners: { readonly cluster: Cluster };
}

/** The InfraCluster that the Cluster refers to, when it is of the kind that the controller's objects belong to. */
export async function infraClusterOf(
  { controller, owners: { cluster } }: ClusterSubject,
  reader: PassReader,
): Promise<KubeObject | undefined> {
  const reference = cluster.spec.infrastructureRef;
  const resource: Resource | undefined = controller.infraCluster;
  if (resource === undefined || reference?.kind !== resource.kind || reference.apiGroup !== resource.group)
    return undefined;
  return reader.view(resource, { namespace: keyOf(cluster).namespace, name: reference.name });
}
