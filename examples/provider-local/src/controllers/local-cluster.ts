// LocalCluster: runs the workload cluster's API server and writes its kubeconfig Secret.
import { keyOf, kubeconfigSecret, ownerReferenceTo, Secret } from "@capstan/api";
import { provisioned, removed, waiting, writes, type ControllerDefinition } from "@capstan/controller-kit";
import { LocalCluster } from "../api/v1beta1/local-cluster.ts";
import { kit, type Services } from "../kit.ts";

export const localCluster: ControllerDefinition<Services> = kit.infraCluster(LocalCluster, {
  conditions: {
    APIServerReady: ["Starting", "StartFailed", "Serving"],
    KubeconfigReady: ["Written"],
  },
  watches: [writes(Secret, { verbs: ["create", "get", "patch"] })],

  async reconcile({ object, cluster }, ctx) {
    const port = object.spec?.controlPlaneEndpoint?.port ?? cluster.spec.clusterNetwork?.apiServerPort;
    const config = { backend: object.spec?.apiServer?.backend ?? "Embedded", ...(port === undefined ? {} : { port }) };
    const server = await ctx.services.processes.ensureApiServer(keyOf(object), config);
    if (server.state === "starting")
      return waiting("APIServerReady", "Starting", "the API server is starting", { requeueAfter: "500ms" });
    if (server.state === "failed")
      return waiting("APIServerReady", "StartFailed", server.message, { requeueAfter: "30s" });

    const { host, port: chosen, kubeconfig } = server;
    const { namespace, name } = keyOf(cluster);
    await ctx.client.ensure(
      Secret,
      kubeconfigSecret({ cluster: name, namespace, kubeconfig, owner: ownerReferenceTo(cluster) }),
    );
    const failureDomains = (object.spec?.failureDomains ?? []).map((domain) => ({ name: domain, controlPlane: true }));
    return provisioned({ endpoint: { host, port: chosen }, failureDomains }, { requeueAfter: "1m" });
  },

  async delete({ object }, ctx) {
    await ctx.services.processes.stopApiServer(keyOf(object));
    return removed();
  },
});
