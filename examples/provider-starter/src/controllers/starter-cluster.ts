// Creates what a cluster needs before it has machines: an address for its control plane.
import { provisioned, removed, type ControllerDefinition } from "@capstan/controller-kit";
import { StarterCluster } from "../api/v1beta1/starter-cluster.ts";
import { type Cloud, cloudName } from "../cloud.ts";
import { kit } from "../kit.ts";

export const starterCluster: ControllerDefinition<{ readonly cloud: Cloud }> = kit.infraCluster(StarterCluster, {
  async reconcile({ object }, ctx) {
    const endpoint = await ctx.services.cloud.ensureEndpoint(cloudName(object));
    const zones = object.spec?.zones ?? ["zone-a"];
    return provisioned({ endpoint, failureDomains: zones.map((name) => ({ name, controlPlane: true })) });
  },

  async delete({ object }, ctx) {
    await ctx.services.cloud.deleteEndpoint(cloudName(object));
    return removed();
  },
});
