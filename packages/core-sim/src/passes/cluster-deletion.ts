// Deletion of a Cluster in core's order: workers (and control plane Machines that have no control plane object), then the
// infrastructure, then the finalizer. Each pass waits for what is still there.
import type { Cluster as ClusterObject } from "@capstan/api/core/v1beta2";
import { Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { labels } from "@capstan/contract";
import { type KubeObject, type Resource } from "@capstan/kube";
import type { Pass } from "../pass.ts";
import { setCoreConditions } from "../rules/conditions.ts";
import { resolveKind } from "../rules/external-object.ts";
import { clusterFinalizer } from "./cluster-pass.ts";

interface Descendants {
  readonly resource: Resource;
  readonly objects: readonly KubeObject[];
}

/** Takes a Cluster's deletion one pass further. */
export async function deleteCluster(pass: Pass, cluster: ClusterObject): Promise<void> {
  const waiting = (await waitForDescendants(pass, cluster)) ?? (await waitForInfrastructure(pass, cluster));
  if (waiting === undefined) {
    await pass.writer.change(Cluster, cluster, (draft) => void (draft.metadata.finalizers = (draft.metadata.finalizers ?? []).filter((name) => name !== clusterFinalizer)));
    return;
  }
  await pass.writer.change(Cluster, cluster, (draft) => {
    draft.status = { ...draft.status, phase: "Deleting" };
    setCoreConditions(draft, pass.now(), [{ type: "Deleting", status: "True", reason: waiting.reason, message: waiting.message }]);
  });
}

interface Waiting {
  readonly reason: string;
  readonly message: string;
}

async function waitForDescendants(pass: Pass, cluster: ClusterObject): Promise<Waiting | undefined> {
  const groups = await descendantsOf(pass, cluster);
  const left = groups.flatMap((group) => group.objects);
  if (left.length === 0) return undefined;
  for (const { resource, objects } of groups) {
    for (const object of objects) {
      if (isOwnedByCluster(object)) await pass.writer.delete(resource, object);
    }
  }
  return { reason: "WaitingForWorkersDeletion", message: left.map((object) => `${object.kind} ${object.metadata.name}`).join(", ") };
}

async function descendantsOf(pass: Pass, cluster: ClusterObject): Promise<Descendants[]> {
  const options = { namespace: cluster.metadata.namespace ?? "", labelSelector: `${labels.clusterName}=${cluster.metadata.name}` };
  const kinds: readonly Resource[] = [MachineDeployment, MachineSet, Machine];
  return Promise.all(kinds.map(async (resource) => ({ resource, objects: (await pass.client.listAll(resource, options)).items })));
}

/** What a set or deployment owns goes with its owner; core deletes only direct children. */
function isOwnedByCluster(object: KubeObject): boolean {
  return object.metadata.ownerReferences?.some((owner) => owner.kind === "Cluster") ?? false;
}

async function waitForInfrastructure(pass: Pass, cluster: ClusterObject): Promise<Waiting | undefined> {
  const reference = cluster.spec.infrastructureRef;
  if (reference === undefined) return undefined;
  const { resource } = await resolveKind(pass, { owner: cluster, reference, kind: "InfraCluster" });
  const object = await pass.client.find(resource, { namespace: cluster.metadata.namespace ?? "", name: reference.name });
  if (object === undefined) return undefined;
  await pass.writer.delete(resource, object);
  return { reason: "WaitingForInfrastructureDeletion", message: `${reference.kind} ${reference.name}` };
}
