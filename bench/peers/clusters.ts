// A provider that watches the Nodes of all workload clusters; a pass reads the one that changed, and notes when it did. Run without the condition
// @capstan/source, so that it stands on the built packages.
import { formatKey, keyOf } from "@capstan/kube";
import { Node } from "@capstan/kube/builtin";
import { initProvider, type ProviderKit, provisioned, removed, run, waiting, workload } from "@capstan/controller-kit";
import { LocalCluster } from "../../examples/provider-local/src/api/v1beta1/local-cluster.ts";
import { latencies, latencyFlags } from "../src/latencies.ts";
import { benchNode, sentOf } from "../src/workload-node.ts";

interface Services {
  readonly note: ReturnType<typeof latencies>;
}

const kit: ProviderKit<Services> = initProvider();

const clusters = kit.infraCluster(LocalCluster, {
  conditions: { WorkloadReady: ["Connecting", "Connected"] },
  workload: [workload(Node, (_, { cluster }) => [keyOf(cluster)])],
  async reconcile({ object, cluster }, ctx) {
    const remote = await ctx.workload(cluster);
    if (!remote.connected) return waiting("WorkloadReady", "Connecting", remote.message);
    const node = await remote.client.get(Node, benchNode);
    ctx.services.note(formatKey(keyOf(object)), sentOf(node));
    return provisioned({ endpoint: { host: "127.0.0.1", port: 6443 } });
  },
  delete: async () => removed(),
});

await run(kit.provider({ name: "bench", type: "infrastructure", controllers: [clusters] }), {
  flags: latencyFlags,
  services: async ({ flags }) => ({ note: latencies(flags) }),
});
