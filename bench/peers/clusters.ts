// A controller of Clusters that watches the Nodes of all workload clusters; a pass reads what is kept of the one that changed, and notes when it did. Run without the condition
// @capstan/source, so that it stands on the built packages.
import { Cluster } from "@capstan/api/core/v1beta2";
import { formatKey, keyOf } from "@capstan/kube";
import { Node } from "@capstan/kube/builtin";
import { done, initProvider, type ProviderKit, run, workload } from "@capstan/controller-kit";
import { latencies, latencyFlags } from "../src/latencies.ts";
import { benchNode, sentOf } from "../src/workload-node.ts";

interface Services {
  readonly note: ReturnType<typeof latencies>;
}

const kit: ProviderKit<Services> = initProvider();

const nodes = workload(Node, (_, { cluster }) => [keyOf(cluster)], { keep: (node) => ({ sent: sentOf(node) }) });

const clusters = kit.controller(Cluster, {
  workload: [nodes],
  async reconcile({ object }, ctx) {
    const node = ctx.kept(nodes, object).get(benchNode);
    if (node.kept) ctx.services.note(formatKey(keyOf(object)), node.part.sent);
    return done();
  },
});

await run(kit.provider({ name: "bench", type: "infrastructure", controllers: [clusters] }), {
  flags: latencyFlags,
  services: async ({ flags }) => ({ note: latencies(flags) }),
});
