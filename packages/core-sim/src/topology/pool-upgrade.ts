// Which MachinePools of a topology are being upgraded: as core finds it, those with a Node of another version.
import type { Cluster, MachinePool } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/kube";
import type { SimContext } from "../writer.ts";
import { TopologyFailure } from "./topology-failure.ts";
import type { UpgradeTracker } from "./upgrade-tracker.ts";

/** Remembers the pools whose Nodes do not all have its version yet. */
export async function markUpgradingPools(
  draft: Cluster,
  pools: readonly MachinePool[],
  { context: { reader }, tracker }: { readonly context: SimContext; readonly tracker: UpgradeTracker },
): Promise<void> {
  const namesOf = ({ status }: MachinePool): readonly string[] => status?.nodeRefs?.map(({ name = "" }) => name) ?? [];
  if (pools.every((pool) => namesOf(pool).length === 0)) return;
  const nodes = await reader.nodes(draft);
  const failed = "failed to check if any MachinePool is upgrading";
  if (nodes === undefined) throw new TopologyFailure(`${failed}: connection to the workload cluster is down`);
  const versions = new Map(
    nodes.map(({ metadata, status }) => [metadata.name, status?.nodeInfo?.["kubeletVersion"] ?? ""]),
  );
  for (const pool of pools) {
    const { name } = keyOf(pool);
    const { version = "" } = pool.spec.template.spec;
    if (version === "") continue;
    for (const node of namesOf(pool)) {
      const found = versions.get(node);
      if (found === undefined)
        throw new TopologyFailure(
          `${failed}: failed to list upgrading MachinePools: failed to check if MachinePool ${name} is upgrading: failed to get Node ${node}`,
        );
      if (found !== version) tracker.pools.upgrading.add(name);
    }
  }
}
