// The control plane phase of the Cluster controller: sets owner and label of the control plane, then copies what it reports, by the contract
// of its CRD. Without a control plane object the Machines of the control plane stand alone.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { isProvisioned, readField, type ContractView } from "@capstan/contract/fields";
import type { ContractFieldNames } from "@capstan/contract/rules";
import { isJsonObject, type KubeObject } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { mark, mirrorReady } from "../conditions.ts";
import { referenceOf, takeOver } from "../reported.ts";
import type { SimContext } from "../writer.ts";
import { awaitedByTopology, claimForCluster, copyEndpoint, copyFailure } from "./cluster-object.ts";

/** Copies what the control plane reports to the draft of the Cluster; undefined when there is none. */
export async function reconcileControlPlane(
  draft: Cluster,
  context: SimContext,
): Promise<External<"ControlPlane"> | undefined> {
  const reference = referenceOf(draft, "ControlPlane");
  if (reference === undefined) {
    if (draft.spec.topology !== undefined) markAwaited(draft);
    return undefined;
  }
  const external = await context.reader.external(draft, reference, "ControlPlane");
  if (external === undefined) {
    markMissing(draft, reference.kind);
    return undefined;
  }
  if (!isDeleting(external.object)) await claimForCluster(draft, external, context);
  copyReport(draft, external);
  return external;
}

/** With a topology there will be one. */
function markAwaited(draft: Cluster): void {
  const message = awaitedByTopology(draft);
  mark(draft, { type: "ControlPlaneAvailable", status: "False", reason: "DoesNotExist", message });
}

function markMissing(draft: Cluster, kind: string): void {
  const existed = isInitialized(draft);
  const message = `${kind} ${existed ? "has been deleted" : "does not exist"}`;
  const reason = existed ? "Deleted" : "DoesNotExist";
  const still = existed && !isDeleting(draft) ? " while the cluster still exists" : "";
  mark(draft, { type: "ControlPlaneAvailable", status: "False", reason, message: `${message}${still}` });
}

function isInitialized(draft: Cluster): boolean {
  return draft.status?.initialization?.controlPlaneInitialized === true;
}

function copyReport(draft: Cluster, { object, view }: External<"ControlPlane">): void {
  const initialized = isProvisioned(object, view);
  mirrorReady(draft, { object, view, provisioned: initialized || isInitialized(draft) });
  copyFailure(draft, object);
  if (isDeleting(object) || (!initialized && !isInitialized(draft))) return;
  copyEndpoint(draft, object);
  takeOver(draft, { view, name: "initialized" }, true);
}

const counts = ["replicas", "currentReplicas", "readyReplicas", "availableReplicas", "upToDateReplicas"] as const;

/** The names of the numbers in contract v1beta1, where they differ. */
const olderNames: Readonly<Record<string, ContractFieldNames["ControlPlane"]>> = {
  upToDateReplicas: "updatedReplicas",
};

/** Replaces the counts of the control plane by what its object reports; a control plane need not have replicas. */
export function copyControlPlaneCounts(draft: Cluster, external: External<"ControlPlane"> | undefined): void {
  const { upgradePlan } = draft.status?.controlPlane ?? {};
  draft.status = { ...draft.status, controlPlane: upgradePlan === undefined ? {} : { upgradePlan } };
  if (external === undefined) return;
  const { object, view } = external;
  const older = view.contract === "v1beta1";
  for (const name of counts) {
    if (older && name === "availableReplicas") continue;
    const field = older ? (olderNames[name] ?? name) : name;
    takeOver(draft, { view, name: field }, readField(object, view, field));
  }
  if (older) copyAvailable(draft, object, view);
  else takeOver(draft, { view, name: "versions" }, readField(object, view, "versions"));
}

/** In contract v1beta1 the number of available machines is the difference to those that are not. */
function copyAvailable(draft: Cluster, object: KubeObject, view: ContractView<"ControlPlane">): void {
  const unavailable = readField(object, view, "unavailableReplicas");
  const wanted = readField(object, view, "replicas");
  if (typeof unavailable !== "number" || typeof wanted !== "number") return;
  takeOver(draft, { view, name: "unavailableReplicas" }, Math.max(0, wanted - unavailable));
}

/** The versions that the control plane reports of its machines, or its own. */
export function reportedVersions({ object, view }: External<"ControlPlane">): readonly string[] {
  const listed = view.contract === "v1beta2" ? readField(object, view, "versions") : undefined;
  const versions = Array.isArray(listed)
    ? listed.map((each) => (isJsonObject(each) ? each["version"] : undefined))
    : [];
  const own = readField(object, view, "currentVersion");
  const all = versions.length === 0 ? [own] : versions;
  return all.flatMap((each) => (typeof each === "string" && each !== "" ? [each] : []));
}
