// What an author sees while an extension does not answer as it should: the condition of the Cluster, the lines of core's log, and what `capstan doctor` finds.
import { readFileSync } from "node:fs";
import { Cluster } from "@capstan/api/core/v1beta2";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import type { Workload } from "@capstan/local-cluster";
import { eventually, mustEqual } from "../../src/eventually.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import {
  clusterConditions,
  clusterIs,
  clusterKey,
  extensionManager,
  isDiscovered,
  machineUids,
} from "./class-cluster.ts";
import { doctorLine } from "./doctor-line.ts";

const coreManager = { namespace: "capi-system", name: "capi-controller-manager" } as const;

/** Something that is wrong with a running extension. */
export interface Fault {
  readonly name: string;
  /** What the error of core's call has. */
  readonly sign: string;
  readonly begin: (extension: Workload) => Promise<void>;
  readonly end: (extension: Workload) => Promise<void>;
}

/** Something else answers in place of the extension. */
function inItsPlace(name: "garbage" | "expired"): Pick<Fault, "begin" | "end"> {
  return {
    begin: async (extension) => {
      await extension.stop();
      await extension.start({ env: { E2E_FAULT: name } });
    },
    end: async (extension) => {
      await extension.stop();
      await extension.start();
    },
  };
}

export const faults: readonly Fault[] = [
  {
    name: "stalled: its process is stopped, and its port still open",
    sign: "http request timeout expired",
    begin: async (extension) => extension.kill("SIGSTOP"),
    end: async (extension) => extension.kill("SIGCONT"),
  },
  { name: "garbage: something else answers", sign: "failed to decode response", ...inItsPlace("garbage") },
  { name: "expired: its certificate has expired", sign: "certificate has expired", ...inItsPlace("expired") },
];

/** Has core call the extension with the fault, and without it again. No Machine may be replaced. */
export async function callWith(management: ManagementCluster, fault: Fault): Promise<void> {
  const extension = workload(management, extensionManager);
  const before = await machineUids(management);
  const log = logOf(management).length;
  await fault.begin(extension);
  // Any change has core compute the topology again.
  const body = { metadata: { annotations: { "e2e.example.com/fault": fault.name } } };
  await management.local.client.patch(Cluster, clusterKey, { type: "merge", body });
  const conditions = await eventually({
    what: `the Cluster to say "${fault.sign}"`,
    read: () => clusterConditions(management),
    until: (all) => all.some((each) => each.type === "TopologyReconciled" && each.message.includes(fault.sign)),
    within: 90,
  });
  const condition = conditions.find(({ type }) => type === "TopologyReconciled");
  mustEqual("status of TopologyReconciled", condition?.status, "False");
  print("Cluster", `TopologyReconciled=False ${condition?.reason}: ${condition?.message}`);
  print("log of core", await logLine(management, log, fault.sign));
  print("capstan doctor", await doctorLine(management, "doctor/extension-fails", fault.sign));
  await fault.end(extension);
  await goOn(management, fault);
  mustEqual("uids of the Machines", await machineUids(management), before);
}

/** How long core may wait before it calls again by itself. */
const patienceSeconds = 30;

/** Waits until the Cluster goes on. Core doubles its wait with each call that fails, up to 1,000 s, and an error with a time in it has it call every second: then a change of the Cluster has it call at once. */
async function goOn(management: ManagementCluster, { name }: Fault): Promise<void> {
  const wait = {
    what: "the Cluster to go on",
    read: () => clusterIs(management, "TopologyReconciled"),
    until: (is: boolean) => is,
  };
  const begin = Date.now();
  const went = await eventually({ ...wait, within: patienceSeconds }).catch(() => false);
  if (!went) {
    const body = { metadata: { annotations: { "e2e.example.com/ended": name } } };
    await management.local.client.patch(Cluster, clusterKey, { type: "merge", body });
    await eventually(wait);
  }
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  print("core", `called again after ${seconds} s, ${went ? "by itself" : "for a change of the Cluster"}`);
}

/** Kills core while the extension is stopped: it is not ready before the extension can be discovered. */
export async function restartCore(management: ManagementCluster): Promise<void> {
  const extension = workload(management, extensionManager);
  const core = workload(management, coreManager);
  const log = logOf(management).length;
  const sign = "ExtensionConfig registry warmup failed";
  await extension.stop();
  core.kill();
  await eventually({
    what: "core to say that it cannot discover the extension",
    read: async () => isDiscovered(management),
    until: (is) => !is,
    within: 120,
  });
  print("log of core", await logLine(management, log, sign));
  const { status } = await management.local.client.get(ExtensionConfig, { namespace: "", name: "every-hook" });
  const condition = status?.conditions?.find(({ type }) => type === "Discovered");
  print("ExtensionConfig", `Discovered=${condition?.status} ${condition?.reason}: ${condition?.message}`);
  print("capstan doctor", await doctorLine(management, "doctor/extension-lost", "every-hook"));
  await extension.start();
  await eventually({
    what: "core to discover the extension again",
    read: () => isDiscovered(management),
    until: (is) => is,
    within: 120,
  });
}

function workload(
  { local }: ManagementCluster,
  { namespace, name }: typeof coreManager | typeof extensionManager,
): Workload {
  return local.node.workload(namespace, name);
}

function logOf(management: ManagementCluster): string {
  return readFileSync(workload(management, coreManager).log, "utf8");
}

/** The first line of core's log with the sign, of those after a place in it. */
async function logLine(management: ManagementCluster, from: number, sign: string): Promise<string> {
  const lines = await eventually({
    what: `"${sign}" in the log of core`,
    read: async () =>
      logOf(management)
        .slice(from)
        .split("\n")
        .filter((line) => line.includes(sign)),
    until: (found) => found.length > 0,
  });
  return lines[0] ?? "";
}

function print(where: string, what: string): void {
  console.log(`       ${where}: ${what.replaceAll("\n", "\n         ").slice(0, 600)}`);
}
