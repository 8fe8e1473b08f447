// Where objects have their versions of Kubernetes.
import { isTopologyOwned } from "@capstan/contract";
import { getAt, type KubeObject } from "@capstan/kube";
import { isCoreKind } from "./object-set.ts";
import { rejectedVersionOf } from "./rejected-version.ts";
import type { ObjectVersions } from "./upgrade.ts";

/** What an object says of versions: a Cluster of a class what it wants, unless core rejects that, its control plane and its workers what they have. */
export function versionsOf(object: KubeObject): ObjectVersions {
  const at = (...path: readonly string[]): string | undefined => {
    const value = getAt(object, path);
    return typeof value === "string" && /^v?\d+\.\d+/.test(value) ? value : undefined;
  };
  if (isCoreKind(object, "Cluster"))
    return rejectedVersionOf(object) === undefined ? wanted(at("spec", "topology", "version")) : {};
  if (isCoreKind(object, "MachineDeployment") || isCoreKind(object, "MachinePool"))
    return isTopologyOwned(object) ? has(at("spec", "template", "spec", "version")) : {};
  if (isCoreKind(object, object.kind)) return {};
  // A control plane reports the version of its oldest machine, once it has one.
  const own = at("spec", "version");
  return own === undefined ? {} : has(at("status", "version") ?? own);
}

function wanted(version: string | undefined): ObjectVersions {
  return version === undefined ? {} : { wanted: version };
}

function has(version: string | undefined): ObjectVersions {
  return version === undefined ? {} : { has: version };
}
