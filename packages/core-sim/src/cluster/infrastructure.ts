// The infrastructure phase of the Cluster controller: sets owner and label of the InfraCluster, then copies what it reports, by
// the contract of its CRD.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { ensureOwner, isDeleting, labels, ownerReferenceTo } from "@capstan/contract";
import {
  getEndpoint,
  getFailureDomains,
  getTerminalFailure,
  isProvisioned,
  type ContractView,
} from "@capstan/contract/fields";
import { deepClone, type KubeObject } from "@capstan/kube";
import { mark, markDeprecated, mirrorReady } from "../conditions.ts";
import { referenceOf, takeOver } from "../reported.ts";
import type { SimContext } from "../writer.ts";
import type { External } from "../cluster-reader.ts";

/** Copies what the InfraCluster reports to the draft of the Cluster; undefined when it does not exist. */
export async function reconcileInfraCluster(
  draft: Cluster,
  context: SimContext,
): Promise<External<"InfraCluster"> | undefined> {
  const reference = referenceOf(draft, "InfraCluster");
  if (reference === undefined) {
    provisionedForGood(draft);
    markDeprecated(draft, { type: "InfrastructureReady", status: "True", reason: "" });
    return undefined;
  }
  const external = await context.reader.external(draft, reference, "InfraCluster");
  if (external === undefined) {
    const reason = isDeleting(draft) ? "Deleted" : "DoesNotExist";
    mark(draft, { type: "InfrastructureReady", status: "False", reason, message: `${reference.kind} does not exist` });
    return undefined;
  }
  if (!isDeleting(external.object)) await claim(draft, external, context);
  copyReport(draft, external);
  return external;
}

/** Sets the owner reference and the label of the Cluster; without a topology the owner is not the controller. */
async function claim(cluster: Cluster, { resource, object }: External, { writer }: SimContext): Promise<void> {
  const draft = deepClone(object);
  ensureOwner(draft, ownerReferenceTo(cluster));
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: cluster.metadata.name ?? "" };
  await writer.save(resource, object, draft);
}

function copyReport(draft: Cluster, { object, view }: External<"InfraCluster">): void {
  const provisioned = isProvisioned(object, view);
  mirrorReady(draft, { object, view, provisioned });
  copyFailure(draft, object);
  const latched = draft.status?.initialization?.infrastructureProvisioned === true;
  if (isDeleting(object) || (!provisioned && !latched)) return;
  copyEndpoint(draft, object, view);
  copyFailureDomains(draft, object, view);
  provisionedForGood(draft);
}

function copyEndpoint(draft: Cluster, object: KubeObject, view: ContractView<"InfraCluster">): void {
  const { host = "", port = 0 } = draft.spec.controlPlaneEndpoint ?? {};
  if (host === "" || port === 0) takeOver(draft, { view, name: "endpoint" }, getEndpoint(object));
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

function copyFailure(draft: Cluster, object: KubeObject): void {
  const failure = getTerminalFailure(object);
  if (failure === undefined) return;
  const v1beta1 = {
    ...draft.status?.deprecated?.v1beta1,
    failureReason: failure.reason,
    failureMessage: failure.message,
  };
  draft.status = { ...draft.status, deprecated: { ...draft.status?.deprecated, v1beta1 } };
}

function provisionedForGood(draft: Cluster): void {
  draft.status = {
    ...draft.status,
    initialization: { ...draft.status?.initialization, infrastructureProvisioned: true },
  };
}
