// A management cluster with Cluster API's own managers.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type LocalCluster, managerFlagConventions, startLocalCluster } from "@capstan/local-cluster";
import { createClusterctl } from "../../../../tools/control-plane/clusterctl.ts";
import { controlPlaneBinaries } from "../../../../tools/control-plane/paths.ts";
import { upstreamFeatures, upstreamImages, upstreamProviders } from "../../../../tools/control-plane/upstream.ts";

/** Starts it, and waits until the managers are available: core, both kubeadm providers, and the infrastructure in memory. */
export async function startRealCluster(): Promise<LocalCluster> {
  const built = controlPlaneBinaries();
  const images = Object.entries(upstreamImages).map(([image, program]) => [
    image,
    { command: built.programs[program], flags: managerFlagConventions },
  ]);
  const cluster = await startLocalCluster({ images: Object.fromEntries(images) });
  const folder = join(cluster.folder, "clusterctl");
  mkdirSync(folder);
  const clusterctl = createClusterctl({
    program: built.programs.clusterctl,
    folder,
    providers: upstreamProviders(built),
    variables: upstreamFeatures,
  });
  try {
    const init = ["init", "--infrastructure", "docker", "--wait-providers", "--wait-provider-timeout", "120"];
    await clusterctl.run(init, { kubeconfig: cluster.kubeconfigFile });
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}
