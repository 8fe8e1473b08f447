// The node: one process for each Deployment, and the status of the Deployments. There are no Pods, ReplicaSets or Nodes.
import { formatKey, keyOf } from "@capstan/kube";
import { Deployment } from "@capstan/kube/builtin";
import { localClusterError } from "../errors.ts";
import type { Backend } from "../network/services.ts";
import { deploymentStatus } from "./deployment-status.ts";
import type { WorkloadHost } from "./run.ts";
import { type OwnedWorkload, startWorkload, type Workload } from "./workload.ts";

/** The processes of the node, for tests. */
export interface LocalNode {
  /** Every Deployment's process. */
  workloads(): Workload[];
  /** The process of one Deployment; throws `local-cluster/unknown-deployment` when it does not exist. */
  workload(namespace: string, name: string): Workload;
}

/** The node, for the cluster that runs it. */
export interface OwnedNode extends LocalNode {
  /** Starts, replaces and stops processes as the Deployments declare, and writes their status. */
  reconcile(deployments: readonly Deployment[]): Promise<void>;
  /** The processes, for Services. */
  backends(): Backend[];
  /** Stops every process. */
  close(): Promise<void>;
}

/** Creates a node without processes. */
export function createNode(host: WorkloadHost): OwnedNode {
  const workloads = new Map<string, OwnedWorkload>();
  return {
    workloads: () => [...workloads.values()],
    workload: (namespace, name) =>
      workloads.get(`${namespace}/${name}`) ?? unknown(namespace, name, [...workloads.keys()]),
    backends: () => [...workloads.values()].map(backendOf),
    reconcile: async (deployments) => {
      await runWanted(host, workloads, deployments);
      for (const deployment of deployments) await report(host, deployment, workloads.get(formatKey(keyOf(deployment))));
    },
    close: async () => {
      await Promise.all([...workloads.values()].map((workload) => workload.close()));
    },
  };
}

async function runWanted(
  host: WorkloadHost,
  workloads: Map<string, OwnedWorkload>,
  deployments: readonly Deployment[],
): Promise<void> {
  const wanted = new Map(deployments.filter(isWanted).map((deployment) => [formatKey(keyOf(deployment)), deployment]));
  const outdated = [...workloads].filter(([key, workload]) => !isSame(workload.deployment, wanted.get(key)));
  await Promise.all(outdated.map(([, workload]) => workload.close()));
  for (const [key] of outdated) workloads.delete(key);
  for (const [key, deployment] of wanted) if (!workloads.has(key)) workloads.set(key, startWorkload(host, deployment));
}

function isWanted({ metadata, spec }: Deployment): boolean {
  return metadata.deletionTimestamp === undefined && (spec?.replicas ?? 1) > 0;
}

/** Status and metadata change without a new generation and need no new process. */
function isSame(running: Deployment, wanted: Deployment | undefined): boolean {
  return running.metadata.uid === wanted?.metadata.uid && running.metadata.generation === wanted?.metadata.generation;
}

async function report(host: WorkloadHost, deployment: Deployment, workload: OwnedWorkload | undefined): Promise<void> {
  const status = deploymentStatus(deployment, workload);
  if (status === undefined) return;
  await host.client.patch(Deployment, keyOf(deployment), { type: "merge", subresource: "status", body: { status } });
}

function backendOf(workload: OwnedWorkload): Backend {
  const labels = workload.deployment.spec?.template.metadata?.labels ?? {};
  return {
    namespace: workload.namespace,
    name: workload.name,
    labels,
    pid: workload.pid,
    localPort: (port) => workload.localPort(port),
  };
}

function unknown(namespace: string, name: string, known: readonly string[]): never {
  throw localClusterError("local-cluster/unknown-deployment", {
    key: `${namespace}/${name}`,
    known: known.join(", ") || "none",
  });
}
