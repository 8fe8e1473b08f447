// Compares facts.json with what Cluster API's conversions make of random objects; `--write` replaces it. Its version stands in go.mod.
import { deriveFacts } from "../derive-facts.ts";

deriveFacts(new URL(".", import.meta.url), (facts) => {
  // What main.go writes.
  const { clusters, machines } = facts as {
    readonly clusters: readonly object[];
    readonly machines: readonly object[];
  };
  return { "pairs of Clusters": clusters.length, "pairs of Machines": machines.length };
});
