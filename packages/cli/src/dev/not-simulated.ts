// What is stored under `capstan dev` and not as it is in a real cluster, as problems of the run while it is there: ClusterClasses that the webhook of Cluster API rejects, patches and names of a ClusterClass with what is not rendered of Go templates, MachineHealthChecks and ClusterResourceSets, on which nothing acts, and kubeconfigs that dev has made in place of a control plane of the project.
import { ClusterResourceSet } from "@capstan/api/addons/v1beta2";
import { ClusterClass, MachineHealthCheck } from "@capstan/api/core/v1beta2";
import { playedByLabel } from "@capstan/contract";
import { rejectedClass, unplayedNames, unplayedPatches } from "@capstan/core-sim";
import { diagnose, type Diagnostic, formatKey, keyOf, type KubeObject } from "@capstan/kube";
import { groupKind, groupKindOf } from "../tree/object-set.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { followObjects, type FollowedTopologies } from "./rejected-topologies.ts";

/** Ends with the function that is returned. */
export function followNotSimulated(followed: FollowedTopologies): () => void {
  return followObjects(followed, (name, object) =>
    object.metadata.deletionTimestamp === undefined ? notSimulated(name, object) : undefined,
  );
}

/** What is missing without those who act on objects of a kind. */
const effects: Readonly<Record<string, string>> = {
  [groupKind(MachineHealthCheck.group, MachineHealthCheck.kind)]: "machines that it finds unhealthy are not replaced",
  [groupKind(ClusterResourceSet.group, ClusterResourceSet.kind)]: "nothing is applied to the Clusters that it selects",
};

function notSimulated(object: string, stored: KubeObject): Diagnostic | undefined {
  const rejection = isClass(stored) ? rejectedClass(stored) : undefined;
  if (rejection !== undefined)
    return diagnose(devDiagnostics, "dev/class-rejected", { values: { object, problem: rejection } });
  const patches = isClass(stored) ? unplayedPatches(stored) : [];
  if (patches.length > 0)
    return diagnose(devDiagnostics, "dev/patches-not-simulated", { values: { object, patches: patches.join(", ") } });
  const names = isClass(stored) ? unplayedNames(stored) : [];
  if (names.length > 0) {
    const effect = `objects have the names that they get without ${names.join(", ")}`;
    return diagnose(devDiagnostics, "dev/not-simulated", { values: { object, effect } });
  }
  const owner = controlPlaneOf(stored);
  if (owner !== undefined) {
    const controlPlane = `${owner.kind} ${formatKey({ ...keyOf(stored), name: owner.name })}`;
    return diagnose(devDiagnostics, "dev/no-kubeconfig", { values: { object: controlPlane, secret: object } });
  }
  const effect = effects[groupKindOf(stored)];
  return effect === undefined
    ? undefined
    : diagnose(devDiagnostics, "dev/not-simulated", { values: { object, effect } });
}

function isClass(stored: KubeObject): stored is ClusterClass {
  return stored.apiVersion === ClusterClass.apiVersion && stored.kind === ClusterClass.kind;
}

/** The owner of a kubeconfig that dev has made; of a Cluster without a control plane object, it is that Cluster, and nobody else makes one. */
function controlPlaneOf({ kind, metadata }: KubeObject): { readonly kind: string; readonly name: string } | undefined {
  if (kind !== "Secret" || metadata.labels?.[playedByLabel] !== "nodes") return undefined;
  return metadata.ownerReferences?.find((owner) => owner.kind !== "Cluster");
}
