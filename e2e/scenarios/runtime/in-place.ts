// Updates of machines in place by a variable of the Cluster: once with the extension there, once with it killed in the middle.
import { Cluster } from "@capstan/api/core/v1beta2";
import { type Condition, type KubeObject, resourceOf } from "@capstan/kube";
import { eventually, mustEqual } from "../../src/eventually.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import {
  clusterConditions,
  clusterIs,
  clusterKey,
  extensionCalls,
  extensionManager,
  isUpToDate,
  machinesOf,
  machineUids,
} from "./class-cluster.ts";
import { doctorLine } from "./doctor-line.ts";

interface KubeadmConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig"> {
  spec?: { files?: { content?: string }[] };
}
const KubeadmConfig = resourceOf<KubeadmConfig>("bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig");

/** Changes the variable and waits until each machine has followed. */
export async function updateInPlace(management: ManagementCluster): Promise<void> {
  const before = await machineUids(management);
  await greet(management, "good morning");
  await followed(management, "good morning");
  mustEqual("uids of the Machines", await machineUids(management), before);
}

/** The same, with the extension killed at the first call for a machine; says what the conditions of the Cluster are meanwhile. */
export async function updateWhileKilled(management: ManagementCluster): Promise<void> {
  const before = await machineUids(management);
  const calls = updateCalls(management);
  await greet(management, "good evening");
  await eventually({
    what: "a call for a machine",
    read: async () => updateCalls(management),
    until: (now) => now > calls,
    every: 50,
  });
  const extension = management.local.node.workload(extensionManager.namespace, extensionManager.name);
  extension.kill();
  await extension.stop();
  // Any change has core compute the topology again.
  const body = { metadata: { annotations: { "e2e.example.com/killed": "" } } };
  await management.local.client.patch(Cluster, clusterKey, { type: "merge", body });
  await eventually({
    what: "the Cluster to say that its extension does not answer",
    read: () => clusterConditions(management),
    until: (conditions) => conditions.some(({ type, status }) => type === "TopologyReconciled" && status === "False"),
  });
  await eventually({
    what: "a Machine to say that its update failed",
    read: async () => (await machinesOf(management)).flatMap(({ status }) => status?.conditions ?? []),
    until: (conditions) => conditions.some(({ reason }) => reason === "InPlaceUpdateFailed"),
  });
  await printConditions(management);
  // Core hides the error of UpdateMachine in its log; the calls for templates have it in a condition.
  console.log(
    `       capstan doctor: ${await doctorLine(management, "doctor/update-fails", "UpdateMachine hook failed")}`,
  );
  console.log(`       capstan doctor: ${await doctorLine(management, "doctor/extension-fails", "for Cluster ")}`);
  mustEqual("uids of the Machines without the extension", await machineUids(management), before);
  await extension.start();
  await followed(management, "good evening");
  mustEqual("uids of the Machines", await machineUids(management), before);
}

function updateCalls(management: ManagementCluster): number {
  return extensionCalls(management).filter(({ hook }) => hook === "UpdateMachine").length;
}

async function greet({ local: { client } }: ManagementCluster, value: string): Promise<void> {
  const body = { spec: { topology: { variables: [{ name: "greeting", value }] } } };
  await client.patch(Cluster, clusterKey, { type: "merge", body });
}

async function followed(management: ManagementCluster, greeting: string): Promise<void> {
  const { client } = management.local;
  await eventually({
    what: "every machine to be as the variable says, and the Cluster Available",
    read: async () => ({
      greetings: (await client.list(KubeadmConfig, { namespace: clusterKey.namespace })).items.map(
        ({ spec }) => spec?.files?.[0]?.content,
      ),
      upToDate: (await machinesOf(management)).map(isUpToDate),
      available: await clusterIs(management, "Available", "TopologyReconciled"),
    }),
    until: ({ greetings, upToDate, available }) =>
      available &&
      greetings.length === upToDate.length &&
      greetings.every((each) => each === greeting) &&
      upToDate.every(Boolean),
    within: 180,
  });
}

/** Conditions of a Cluster that are False when all is well. */
const usuallyFalse = ["Paused", "Deleting", "Remediating", "RollingOut", "ScalingDown", "ScalingUp"];

/** Prints the conditions that are not as they are when all is well. */
async function printConditions(management: ManagementCluster): Promise<void> {
  const line = (owner: string, { type, status, reason, message }: Condition): string =>
    `       ${owner}: ${type}=${status} ${reason}: ${message.replaceAll("\n", "\n         ")}`;
  for (const condition of await clusterConditions(management))
    if (condition.status !== (usuallyFalse.includes(condition.type) ? "False" : "True"))
      console.log(line("Cluster", condition));
  for (const { metadata, status } of await machinesOf(management))
    for (const condition of status?.conditions ?? [])
      if (condition.type === "Updating" && condition.status === "True")
        console.log(line(`Machine ${metadata.name}`, condition));
}
