// Creates one server for each machine, and deletes it with the machine.
import { provisioned, removed, requeueAfter, waiting, type ControllerDefinition } from "@capstan/controller-kit";
import { StarterCluster } from "../api/v1beta1/starter-cluster.ts";
import { StarterMachine } from "../api/v1beta1/starter-machine.ts";
import { type Cloud, cloudName } from "../cloud.ts";
import { kit } from "../kit.ts";

export const starterMachine: ControllerDefinition<{ readonly cloud: Cloud }> = kit.infraMachine(StarterMachine, {
  cluster: StarterCluster,
  conditions: { ServerReady: ["Starting", "Running"] },

  async reconcile({ object, machine, bootstrap }, ctx) {
    const { value: userData } = await bootstrap.read();
    const zone = machine.spec.failureDomain ?? "zone-a";
    const server = await ctx.services.cloud.ensureServer(cloudName(object), {
      size: object.spec?.size ?? "Small",
      zone,
      userData,
    });
    if (server.state !== "running") return waiting("ServerReady", "Starting", server.id, { requeueAfter: "1s" });
    return provisioned({
      providerID: `starter://${server.id}`,
      addresses: [{ type: "InternalIP", address: server.address }],
      failureDomain: server.zone,
    });
  },

  async delete({ object }, ctx) {
    return (await ctx.services.cloud.deleteServer(cloudName(object))) ? requeueAfter("5s") : removed();
  },
});
