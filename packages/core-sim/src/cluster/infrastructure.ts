// The infrastructure phase of the Cluster controller: sets owner and label of the InfraCluster, then copies what it reports, by
// the contract of its CRD.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { getFailureDomains, isProvisioned, type ContractView } from "@capstan/contract/fields";
import type { KubeObject } from "@capstan/kube";
import { mark, markDeprecated, mirrorReady } from "../conditions.ts";
import { referenceOf, takeOver } from "../reported.ts";
import type { SimContext } from "../writer.ts";
import type { External } from "../cluster-reader.ts";
import { awaitedByTopology, claimForCluster, copyEndpoint, copyFailure } from "./cluster-object.ts";

/** Copies what the InfraCluster reports to the draft of the Cluster; undefined when it does not exist. */
export async function reconcileInfraCluster(
  draft: Cluster,
  context: SimContext,
): Promise<External<"InfraCluster"> | undefined> {
  const reference = referenceOf(draft, "InfraCluster");
  if (reference === undefined) {
    // With a topology there will be one.
    if (draft.spec.topology !== undefined) {
      markMissing(draft, awaitedByTopology(draft));
      return undefined;
    }
    provisionedForGood(draft);
    markDeprecated(draft, { type: "InfrastructureReady", status: "True", reason: "" });
    return undefined;
  }
  const external = await context.reader.external(draft, reference, "InfraCluster");
  if (external === undefined) {
    if (isProvisionedForGood(draft)) markLost(draft, reference.kind);
    else markMissing(draft, `${reference.kind} does not exist`);
    return undefined;
  }
  if (!isDeleting(external.object)) await claimForCluster(draft, external, context);
  copyReport(draft, external);
  return external;
}

function markMissing(draft: Cluster, message: string): void {
  mark(draft, { type: "InfrastructureReady", status: "False", reason: "DoesNotExist", message });
}

function markLost(draft: Cluster, kind: string): void {
  const message = `${kind} has been deleted${isDeleting(draft) ? "" : " while the cluster still exists"}`;
  mark(draft, { type: "InfrastructureReady", status: "False", reason: "Deleted", message });
}

function copyReport(draft: Cluster, { object, view }: External<"InfraCluster">): void {
  const provisioned = isProvisioned(object, view);
  mirrorReady(draft, { object, view, provisioned });
  copyFailure(draft, object);
  if (isDeleting(object) || (!provisioned && !isProvisionedForGood(draft))) return;
  copyEndpoint(draft, object);
  copyFailureDomains(draft, object, view);
  provisionedForGood(draft);
}

/** Replaced on every reconcile; the default of controlPlane is false. */
function copyFailureDomains(draft: Cluster, object: KubeObject, view: ContractView<"InfraCluster">): void {
  const domains = getFailureDomains(object, view).map(({ name, controlPlane = false, attributes }) => ({
    name,
    controlPlane,
    ...(attributes === undefined ? {} : { attributes: { ...attributes } }),
  }));
  const { failureDomains: _old, ...status } = draft.status ?? {};
  draft.status = status;
  takeOver(draft, { view, name: "failureDomains" }, domains.length === 0 ? undefined : domains);
}

function isProvisionedForGood({ status }: Cluster): boolean {
  return status?.initialization?.infrastructureProvisioned === true;
}

function provisionedForGood(draft: Cluster): void {
  draft.status = {
    ...draft.status,
    initialization: { ...draft.status?.initialization, infrastructureProvisioned: true },
  };
}
