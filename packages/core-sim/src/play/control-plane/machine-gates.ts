// The conditions of Machines that a control plane reports, and for which their readiness gates wait.

const pods = ["APIServer", "ControllerManager", "Scheduler"].map(podHealthy);
const etcdPod = podHealthy("Etcd");
const etcdMember = "EtcdMemberHealthy";
const node = "NodeKubeadmLabelsAndTaintsSet";

/** Those of every control plane. */
export const controlPlaneGates: readonly string[] = [node, ...pods];

/** Those beside them where etcd runs on the Machines. */
export const etcdGates: readonly string[] = [etcdPod, etcdMember];

/** Those that have a deprecated copy. */
export const copiedGates: ReadonlySet<string> = new Set([...pods, ...etcdGates]);

/** The reason of each while it is True. */
export const healthyReasons: Readonly<Record<string, string>> = {
  [node]: "Set",
  ...Object.fromEntries([...pods, etcdPod].map((type) => [type, "Running"])),
  [etcdMember]: "Healthy",
};

function podHealthy(name: string): string {
  return `${name}PodHealthy`;
}
