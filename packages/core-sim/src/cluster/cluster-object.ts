// What core does with both objects of providers that a Cluster refers to: its InfraCluster and its control plane.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { ensureOwner, isDeleting, labels, ownerReferenceTo } from "@capstan/contract";
import { getEndpoint } from "@capstan/contract/fields";
import { deepClone, type KubeObject } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { reportedFailure } from "../reported.ts";
import type { SimContext } from "../writer.ts";

/** Sets the owner reference and the label of the Cluster; without a topology the owner is not the controller. */
export async function claimForCluster(
  cluster: Cluster,
  { resource, object }: External,
  { writer }: SimContext,
): Promise<void> {
  const draft = deepClone(object);
  const controls = cluster.spec.topology === undefined ? {} : { controller: true, blockOwnerDeletion: true };
  ensureOwner(draft, ownerReferenceTo(cluster, controls));
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: cluster.metadata.name ?? "" };
  await writer.save(resource, object, draft);
}

/** Whether the control plane, if there is to be one, is an object, also one that the topology has not created yet. Otherwise its Machines stand alone. */
export function hasControlPlaneObject({ spec }: Cluster): boolean {
  return spec.controlPlaneRef !== undefined || spec.topology !== undefined;
}

/** What a Cluster says of an object that its topology has not created yet. */
export function awaitedByTopology(cluster: Cluster): string {
  return isDeleting(cluster) ? "" : "Waiting for cluster topology to be reconciled";
}

/** Copies the endpoint that the object reports, unless the Cluster has one. */
export function copyEndpoint(draft: Cluster, object: KubeObject): void {
  const { host = "", port = 0 } = draft.spec.controlPlaneEndpoint ?? {};
  const endpoint = getEndpoint(object);
  if (endpoint !== undefined && (host === "" || port === 0)) draft.spec.controlPlaneEndpoint = endpoint;
}

/** Copies a failure that the object reports, under both contracts. */
export function copyFailure(draft: Cluster, object: KubeObject): void {
  const failure = reportedFailure(object);
  if (failure === undefined) return;
  const { deprecated } = draft.status ?? {};
  draft.status = { ...draft.status, deprecated: { ...deprecated, v1beta1: { ...deprecated?.v1beta1, ...failure } } };
}
