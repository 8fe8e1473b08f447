// The node: one process for each Deployment that wants one, and its state back into the Deployment. Used by local-cluster.ts.
// There are no Pods, ReplicaSets or Nodes behind it: nobody here looks at them.
import { formatKey, keyOf } from "@capstan/kube";
import { Deployment } from "@capstan/kube/builtin";
import { localClusterError } from "../errors.ts";
import type { Backend } from "../network/services.ts";
import { deploymentStatus } from "./deployment-status.ts";
import type { WorkloadHost } from "./workload-host.ts";
import { type OwnedWorkload, startWorkload, type Workload } from "./workload.ts";

/** The node, for tests: its processes. */
export interface LocalNode {
  /** Every Deployment's process. */
  workloads(): Workload[];
  /** The process of one Deployment; throws when there is no such Deployment here. */
  workload(namespace: string, name: string): Workload;
}

/** The node, for the one who runs it. */
export interface OwnedNode extends LocalNode {
  /** Starts, replaces and ends processes until they are what the Deployments say, and reports. */
  reconcile(deployments: readonly Deployment[]): Promise<void>;
  /** The processes as Services see them. */
  backends(): Backend[];
  /** Ends every process. */
  close(): Promise<void>;
}

/** Makes a node without processes. */
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
