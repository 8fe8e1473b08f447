// Creates what a cluster needs before it has machines: an address for its control plane.
import { provisioned, removed, type ControllerDefinition } from "@capstan/controller-kit";
import { StarterCluster } from "../api/v1beta1/starter-cluster.ts";
import type { Cloud } from "../cloud.ts";
import { kit } from "../kit.ts";

export const starterCluster: ControllerDefinition<{ readonly cloud: Cloud }> = kit.infraCluster(StarterCluster, {
  async reconcile({ object, cluster }, ctx) {
    const endpoint = await ctx.services.cloud.ensureEndpoint(cluster.metadata.name ?? "");
    const zones = object.spec?.zones ?? ["zone-a"];
    return provisioned({ endpoint, failureDomains: zones.map((name) => ({ name, controlPlane: true })) });
  },

  async delete({ cluster }, ctx) {
    await ctx.services.cloud.deleteEndpoint(cluster.metadata.name ?? "");
    return removed();
  },
});
