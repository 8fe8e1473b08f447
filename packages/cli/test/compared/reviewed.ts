// The differences between Cluster API's own managers and the simulation that stay, each with its reason. A line has the real value first; one that ends with `*`
// stands for all that begin like it.

/** Differences that have one reason. */
interface Reviewed {
  readonly reason: string;
  readonly lines: readonly string[];
}

const controlPlaneMachines = "(classy-<random>-<random>, plain-<random>)";

const reviewed: readonly Reviewed[] = [
  {
    reason: "What is simulated has a label that says so.",
    lines: [
      'DevCluster labels.capstan.dev/played-by: — ≠ "infrastructure"',
      'DevMachine labels.capstan.dev/played-by: — ≠ "infrastructure"',
      'KubeadmConfig labels.capstan.dev/played-by: — ≠ "bootstrap"',
      'KubeadmControlPlane labels.capstan.dev/played-by: — ≠ "control-plane"',
      'Secret labels.capstan.dev/played-by: — ≠ "bootstrap" (classy-<random>-<random>, classy-md-<random>-<random>-<random>, classy-mp-<random>, plain-<random>, plain-workers-<random>-<random>)',
      'Secret labels.capstan.dev/played-by: — ≠ "control-plane" (classy-ca, classy-etcd, classy-kubeconfig, classy-proxy, classy-sa, plain-ca, plain-etcd, plain-kubeconfig, plain-proxy, plain-sa)',
    ],
  },
  {
    reason:
      "The infrastructure in memory is upstream's own test provider. The simulated one does nothing with backends, and has a condition Ready, addresses, and a failure domain as most providers have.",
    lines: [
      'Cluster status.deprecated.v1beta1.conditions[InfrastructureReady]: "True" ≠ "True Ready"',
      'Cluster status.failureDomains[dev]: — ≠ "exists"',
      'DevCluster annotations.inmemorycluster.infrastructure.cluster.x-k8s.io/listener: "default/classy" ≠ — (classy-<random>)',
      'DevCluster annotations.inmemorycluster.infrastructure.cluster.x-k8s.io/listener: "default/plain" ≠ — (plain)',
      'DevCluster finalizers[dockercluster.infrastructure.cluster.x-k8s.io]: "exists" ≠ —',
      'DevCluster status.conditions[Ready]: — ≠ "True Ready"',
      'DevCluster status.failureDomains[dev]: — ≠ "exists"',
      'DevMachine finalizers[dockermachine.infrastructure.cluster.x-k8s.io]: "exists" ≠ —',
      'DevMachine spec.providerID: "in-memory://…" ≠ "dev://…"',
      'DevMachine status.addresses[Hostname]: — ≠ "exists"',
      'DevMachine status.addresses[InternalIP]: — ≠ "exists"',
      `DevMachine status.conditions[APIServerProvisioned]: "True Provisioned" ≠ — ${controlPlaneMachines}`,
      `DevMachine status.conditions[EtcdProvisioned]: "True Provisioned" ≠ — ${controlPlaneMachines}`,
      'DevMachine status.conditions[NodeProvisioned]: "True Provisioned" ≠ —',
      'DevMachine status.conditions[VMProvisioned]: "True Provisioned" ≠ —',
      "DevMachine status.deprecated.*",
      `DevMachine status.failureDomain: — ≠ "dev" ${controlPlaneMachines}`,
      'Machine annotations.machine.inmemory.infrastructure.cluster.x-k8s.io/bootstrapped: "" ≠ —',
      `Machine spec.failureDomain: — ≠ "dev" ${controlPlaneMachines}`,
      'Machine spec.providerID: "in-memory://…" ≠ "dev://…"',
      'Machine status.addresses[Hostname]: — ≠ "exists"',
      'Machine status.addresses[InternalIP]: — ≠ "exists"',
      `Machine status.failureDomain: — ≠ "dev" ${controlPlaneMachines}`,
      "Machine status.nodeInfo.*",
    ],
  },
  {
    reason: "No machine joins a cluster by kubeadm, so nothing is written for it.",
    lines: [
      'KubeadmConfig spec.clusterConfiguration.controlPlaneEndpoint: "…" ≠ — *',
      "KubeadmConfig spec.joinConfiguration.discovery.*",
    ],
  },
  {
    reason: "There is no etcd, whose member the real control plane removes before a machine is deleted.",
    lines: [
      `Machine annotations.pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup: "" ≠ — ${controlPlaneMachines}`,
    ],
  },
  {
    reason: "A ClusterClass is read, and not reconciled: it owns no templates, and has no status.",
    lines: [
      "ClusterClass status.*",
      'DevClusterTemplate owners[ClusterClass class]: "exists" ≠ —',
      'DevMachineTemplate owners[ClusterClass class]: "exists" ≠ — (class)',
      'FooMachinePoolTemplate owners[ClusterClass class]: "exists" ≠ —',
      'KubeadmConfigTemplate owners[ClusterClass class]: "exists" ≠ — (class*',
      'KubeadmControlPlaneTemplate owners[ClusterClass class]: "exists" ≠ —',
    ],
  },
  {
    reason:
      "Of the conditions that older clients read of a MachinePool, the summary is not made, nor is that of its replicas, and that of its bootstrap config does not repeat its reason.",
    lines: [
      'MachinePool status.deprecated.v1beta1.conditions[BootstrapReady]: "True Ready" ≠ "True"',
      'MachinePool status.deprecated.v1beta1.conditions[Ready]: "False WaitingForInfrastructure" ≠ —',
      'MachinePool status.deprecated.v1beta1.conditions[ReplicasReady]: "True" ≠ —',
    ],
  },
];

/** How the differences that were found are not those of the list: what is new, and what is there no more. */
export function notReviewed(found: readonly string[]): { readonly added: string[]; readonly vanished: string[] } {
  const lines = reviewed.flatMap((each) => each.lines);
  const covers = (line: string, difference: string): boolean =>
    line.endsWith("*") ? difference.startsWith(line.slice(0, -1)) : line === difference;
  return {
    added: found.filter((difference) => !lines.some((line) => covers(line, difference))),
    vanished: lines.filter((line) => !found.some((difference) => covers(line, difference))),
  };
}
