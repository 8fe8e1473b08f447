// The kubeconfigs that dev has made in place of a control plane of the project, as problems of the run: a real cluster of it could not be reached.
import { playedByLabel } from "@capstan/contract";
import { diagnose, formatKey, keyOf, type KubeObject } from "@capstan/kube";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { followObjects, type FollowedTopologies } from "./rejected-topologies.ts";

/** Ends with the function that is returned. */
export function followFilledIn(followed: FollowedTopologies): () => void {
  return followObjects(followed, (secret, stored) => {
    const owner = controlPlaneOf(stored);
    if (owner === undefined) return undefined;
    const object = `${owner.kind} ${formatKey({ ...keyOf(stored), name: owner.name })}`;
    return diagnose(devDiagnostics, "dev/no-kubeconfig", { values: { object, secret } });
  });
}

/** The owner of such a kubeconfig; of a Cluster without a control plane object, it is that Cluster, and nobody else makes one. */
function controlPlaneOf({ kind, metadata }: KubeObject): { readonly kind: string; readonly name: string } | undefined {
  if (kind !== "Secret" || metadata.labels?.[playedByLabel] !== "nodes") return undefined;
  return metadata.ownerReferences?.find((owner) => owner.kind !== "Cluster");
}
