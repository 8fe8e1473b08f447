// The numbers of machines that the webhook of the real KubeadmControlPlane rejects. An API server without it stores them.
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { isEtcdStacked } from "./config-spec.ts";

/** What the webhook says against a number of machines, where etcd runs on them or elsewhere; empty where it accepts the number. */
export function sizeProblems(replicas: number, isStacked: boolean): readonly string[] {
  return [
    ...(replicas <= 0 ? ["Forbidden: cannot be less than or equal to 0"] : []),
    ...(isStacked && replicas % 2 === 0 ? ["Forbidden: cannot be an even number when etcd is stacked"] : []),
  ];
}

/** Why the control plane changes nothing of its machines; undefined where its number is accepted. */
export function rejectedReplicas(controlPlane: KubeadmControlPlane): string | undefined {
  const problems = sizeProblems(controlPlane.spec.replicas ?? 1, isEtcdStacked(controlPlane));
  return problems.length === 0 ? undefined : problems.map((problem) => `* spec.replicas: ${problem}`).join("\n");
}
