// The rules of an InfraMachine, and of the pools of machines that a cloud scales.
import type { KindCatalog } from "./catalog-rule.ts";
import { dryRunRule } from "./shared-rules.ts";

/** What each rule of an InfraMachine demands and what enforces it. */
export const infraMachineCatalog: KindCatalog<"InfraMachine"> = {
  recorded: {
    "kind-convention": { level: "may" },
    "provider-id": {
      reason: "that the ID equals that of the Node, and differs from those of other machines, is the author's to test",
    },
    "failure-domain": { reason: "that a machine is placed where its Machine says is the author's to test" },
    addresses: { level: "may" },
    interruptible: { level: "may" },
    conditions: { level: "should" },
    "terminal-failures": { level: "info" },
    "autoscale-from-zero": {
      level: "may",
      reason: "what the template's status says of a machine is the author's to set",
    },
  },
  others: {
    "kcp-rbac": {
      level: "must",
      demand:
        "The manager of KubeadmControlPlanes may create InfraMachines. For a group of its own a provider grants it with the label kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager on a ClusterRole.",
      enforcedBy: "bundle",
    },
    "ready-condition": {
      level: "should",
      demand:
        "A Ready condition covers the whole life of the machine. Core mirrors it to InfrastructureReady of the Machine.",
      enforcedBy: "kit",
    },
    "in-place": {
      level: "may",
      demand:
        "Where machines are updated in place, an update extension makes the change: webhooks accept it, and the controller replaces nothing.",
      enforcedBy: "kit",
      reason:
        "the kit has no webhook for machines, and says in each pass whether an update is in progress; what the author's function does then is the author's to test",
    },
    "template-ssa-dry-run": dryRunRule,
  },
};

/** What each rule of an InfraMachinePool demands and what enforces it. */
export const infraMachinePoolCatalog: KindCatalog<"InfraMachinePool"> = {
  recorded: {
    "kind-convention": { level: "may" },
    "initialization-completed": { enforcedBy: "kit" },
    replicas: { enforcedBy: "kit" },
    "provider-id": { level: "may" },
    instances: { level: "may" },
    "machine-pool-machines": { enforcedBy: "kit" },
    conditions: { level: "should" },
    "terminal-failures": { level: "info" },
  },
  others: {
    "template-ssa-dry-run": dryRunRule,
  },
};
