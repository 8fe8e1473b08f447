// `clusterctl move` as a user runs it, between two management clusters of this run.
import { mkdirSync } from "node:fs";
import type { ManagementCluster } from "./management-cluster.ts";

/** From where to where, and what. */
export interface Move {
  readonly from: ManagementCluster;
  readonly to: ManagementCluster;
  readonly namespace: string;
}

/** Moves straight from one cluster to the other; the source ends empty. */
export async function moveDirectly({ from, to, namespace }: Move): Promise<void> {
  await from.clusterctl.run(["move", "--to-kubeconfig", to.local.kubeconfigFile, "--namespace", namespace], {
    kubeconfig: from.local.kubeconfigFile,
  });
}

/** Writes the objects to a folder; the source keeps them and goes on. */
export async function moveToFolder(from: ManagementCluster, namespace: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await from.clusterctl.run(["move", "--to-directory", folder, "--namespace", namespace], {
    kubeconfig: from.local.kubeconfigFile,
  });
}

/** Creates the objects of such a folder. */
export async function moveFromFolder(to: ManagementCluster, folder: string): Promise<void> {
  await to.clusterctl.run(["move", "--from-directory", folder, "--to-kubeconfig", to.local.kubeconfigFile]);
}
