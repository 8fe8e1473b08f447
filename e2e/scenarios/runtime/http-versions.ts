// The versions of HTTP by which the managers call the extension: its release offers HTTP/2, which Go's client chooses in the handshake, and one step serves HTTP/1.1 alone.
import { readFileSync } from "node:fs";
import { Cluster } from "@capstan/api/core/v1beta2";
import { type ArrivedCall, arrivedCalls, versionsInWords, wrongVersions } from "../../src/arrived-calls.ts";
import { eventually, mustEqual } from "../../src/eventually.ts";
import { countedCalls } from "../../src/manager-metrics.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import { clusterIs, clusterKey, extensionManager, machineUids } from "./class-cluster.ts";

/** Has core call the extension where it offers HTTP/1.1 alone, and then again where it offers HTTP/2. No Machine may be replaced. */
export async function callByHttp1(management: ManagementCluster): Promise<void> {
  const extension = management.local.node.workload(extensionManager.namespace, extensionManager.name);
  const before = await machineUids(management);
  for (const version of ["1.1", "2.0"]) {
    const calls = callsSoFar(management).length;
    await extension.stop();
    await extension.start(version === "1.1" ? { env: { E2E_HTTP: version } } : {});
    // Any change has core compute the topology again.
    const body = { metadata: { annotations: { "e2e.example.com/http": version } } };
    await management.local.client.patch(Cluster, clusterKey, { type: "merge", body });
    await eventually({
      what: `core to call by HTTP/${version}`,
      read: async () => callsSoFar(management).slice(calls),
      until: (all) => all.some((call) => call.version === version),
      within: 60,
    });
    await eventually({
      what: "the Cluster to go on",
      read: () => clusterIs(management, "TopologyReconciled"),
      until: (is) => is,
      within: 60,
    });
  }
  mustEqual("uids of the Machines", await machineUids(management), before);
}

/** Prints how many calls came by each version; fails for one that did not come by the newest one offered, and where the managers counted others. */
export async function compareVersions(management: ManagementCluster): Promise<void> {
  const counted = [...(await countedCalls(management)).values()];
  const calls = callsSoFar(management);
  const [answered, failed] = [sum(counted.map((each) => each.answered)), sum(counted.map((each) => each.failed))];
  for (const line of versionsInWords(calls)) console.log(`       ${line}`);
  console.log(`       the managers counted ${answered} that were answered, and ${failed} that failed`);
  mustEqual("calls by another version than Go's client chooses", wrongVersions(calls), []);
  mustEqual("versions of HTTP", [...new Set(calls.map(({ version }) => version))].toSorted(), ["1.1", "2.0"]);
  // A call that failed may not have reached the extension.
  const isCounted = calls.length >= answered && calls.length <= answered + failed;
  mustEqual(`whether ${calls.length} calls arrived of those that the managers counted`, isCounted, true);
}

function callsSoFar({ local }: ManagementCluster): ArrivedCall[] {
  return arrivedCalls(readFileSync(local.node.workload(extensionManager.namespace, extensionManager.name).log, "utf8"));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
