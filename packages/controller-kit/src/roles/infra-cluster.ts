// Controllers of InfraClusters: their owner is the Cluster, and they report its endpoint and failure domains.
import { Cluster } from "@capstan/api/core/v1beta2";
import { ownerCluster } from "@capstan/contract";
import { setEndpoint, setFailureDomains } from "@capstan/contract/fields";
import type { KubeObject } from "@capstan/kube";
import { isViewOf } from "../workflow/kind-shape.ts";
import type { PassReader } from "../workflow/reader.ts";
import { passGates } from "./gates.ts";
import { type ClusterOwner, ownerWithUid, type Unowned } from "./owners.ts";
import { clusterInput } from "./pass-input.ts";
import type { ControllerRole } from "./role.ts";

/** The role of InfraClusters. */
export const infraClusterRole: ControllerRole<"InfraCluster"> = {
  owners: ownersOfInfraCluster,
  async reconcile(subject, _deps, author) {
    passGates("InfraCluster", { resource: subject.controller.resource, cluster: subject.owners.cluster });
    return author(clusterInput(subject));
  },
  deleteInput: async (subject) => clusterInput(subject),
  writeReport({ object, view }, { endpoint, failureDomains } = {}) {
    if (!isViewOf(view, "InfraCluster")) return;
    if (endpoint !== undefined) setEndpoint(object, endpoint);
    if (failureDomains !== undefined) setFailureDomains(object, view, failureDomains);
  },
};

/** The owner Cluster of an InfraCluster. */
async function ownersOfInfraCluster(object: KubeObject, reader: PassReader): Promise<ClusterOwner | Unowned> {
  const cluster = await ownerWithUid(object, { reference: ownerCluster(object), resource: Cluster }, reader);
  return typeof cluster === "string" ? cluster : { cluster };
}
