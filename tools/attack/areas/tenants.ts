// What the objects and the workload clusters of one tenant may do to others.
import type { Area } from "../area.ts";
import { costlyClusters } from "../tenants/costly-clusters.ts";
import { largeCluster } from "../tenants/large-cluster.ts";
import { slowClusters } from "../tenants/slow-clusters.ts";
import { staleOwner } from "../tenants/stale-owner.ts";

export const tenants: Area = {
  name: "tenants",
  attacks: [staleOwner, slowClusters, largeCluster, ...costlyClusters],
  fuzzes: [],
};
