// Registers a machine as a Node, as a kubelet does: the object with its labels and providerID, then its status.
import { arch, hostname, release, type as osType } from "node:os";
import { isAlreadyExists, type Client } from "@capstan/client";
import { formatTime, Node, type NodeCondition } from "@capstan/api";
import type { NodeConfig } from "./node-config.ts";

/** Creates the Node, or updates the existing one to the config. */
export async function registerNode(client: Client, config: NodeConfig): Promise<void> {
  const { nodeName, providerID } = config;
  const key = { namespace: "", name: nodeName };
  const labels = {
    "kubernetes.io/hostname": nodeName,
    "kubernetes.io/os": "linux",
    "kubernetes.io/arch": arch(),
    ...config.labels,
  };
  const node: Node = { apiVersion: "v1", kind: "Node", metadata: { name: nodeName, labels }, spec: { providerID } };
  await client.create(Node, node).catch(async (error: unknown) => {
    if (!isAlreadyExists(error)) throw error;
    await client.patch(Node, key, { type: "merge", body: { metadata: { labels }, spec: { providerID } } });
  });
  await client.patch(Node, key, { type: "merge", body: { status: nodeStatus(config) }, subresource: "status" });
}

function nodeStatus({ nodeName, version, cpus, memory }: NodeConfig): NonNullable<Node["status"]> {
  const capacity = { cpu: String(cpus), memory, pods: "110" };
  return {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: "InternalIP", address: "127.0.0.1" },
      { type: "Hostname", address: nodeName },
    ],
    nodeInfo: nodeInfo(version),
    conditions: nodeConditions(new Date()),
  };
}

function nodeInfo(kubeletVersion: string): Record<string, string> {
  return {
    architecture: arch(),
    bootID: "local",
    containerRuntimeVersion: "none://",
    kernelVersion: release(),
    kubeProxyVersion: "",
    kubeletVersion,
    machineID: hostname(),
    operatingSystem: osType().toLowerCase(),
    osImage: "a process",
    systemUUID: hostname(),
  };
}

/** Ready, and no pressure of any kind: core reads all four. */
function nodeConditions(now: Date): NodeCondition[] {
  const time = formatTime(now);
  const condition = (type: string, status: "True" | "False", reason: string): NodeCondition => ({
    type,
    status,
    reason,
    message: "",
    lastHeartbeatTime: time,
    lastTransitionTime: time,
  });
  return [
    condition("MemoryPressure", "False", "KubeletHasSufficientMemory"),
    condition("DiskPressure", "False", "KubeletHasNoDiskPressure"),
    condition("PIDPressure", "False", "KubeletHasSufficientPID"),
    condition("Ready", "True", "KubeletReady"),
  ];
}
