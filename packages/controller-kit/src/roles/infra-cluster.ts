// Controllers of InfraClusters: their owner is the Cluster, and they report its endpoint and failure domains.
import { Cluster } from "@capstan/api/core/v1beta2";
import { setEndpoint, setFailureDomains } from "@capstan/contract/fields";
import { isViewOf } from "../workflow/kind-shape.ts";
import { watchOwner } from "./core-watches.ts";
import { endpointGate, passGates } from "./gates.ts";
import { ownersOfInfraCluster } from "./owners.ts";
import { clusterInput } from "./pass-input.ts";
import type { ControllerRole } from "./role.ts";

/** The role of InfraClusters. */
export const infraClusterRole: ControllerRole<"InfraCluster"> = {
  ownerKinds: [Cluster],
  secretVerbs: ["get"],
  respectsExternal: true,
  watches: (controller) => [watchOwner(Cluster, controller, ({ spec }) => spec.infrastructureRef)],
  owners: ownersOfInfraCluster,
  async reconcile(subject, _deps, author) {
    passGates(endpointGate(subject.controller.resource, subject.owners.cluster));
    return author(clusterInput(subject));
  },
  deleteInput: async (subject) => clusterInput(subject),
  writeReport({ object, view }, { endpoint, failureDomains } = {}) {
    if (!isViewOf(view, "InfraCluster")) return;
    if (endpoint !== undefined) setEndpoint(object, endpoint);
    if (failureDomains !== undefined) setFailureDomains(object, view, failureDomains);
  },
};
