// The rules of a ControlPlane. Its record and its types exist, a kit for its passes does not.
import type { KindCatalog } from "./catalog-rule.ts";

const controllerOnly = "there is no kit for control planes: only their own controller can follow or break it";

/** What each rule demands and what enforces it. */
export const controlPlaneCatalog: KindCatalog<"ControlPlane"> = {
  recorded: {
    "kind-convention": { level: "may" },
    replicas: { reason: "that the numbers are those of the machines is the author's to test" },
    version: { reason: "that versions are semantic, and ordered from the oldest, is the author's to test" },
    machines: {
      reason: "that Machines get the label of control planes, and changed metadata in place, is the author's to test",
    },
    "readiness-gates": { level: "should", reason: "that Machines get them is the author's to test" },
    taints: { level: "should", reason: "that Machines get them is the author's to test" },
    "external-managed": { level: "should" },
    conditions: { level: "should" },
    "terminal-failures": { level: "info" },
  },
  others: {
    "in-place": {
      level: "may",
      demand:
        "To update machines in place, the control plane asks the CanUpdateMachine extensions, changes Machine, InfraMachine and BootstrapConfig under the annotation of an update in progress, and marks the UpdateMachine hook of the Machine as pending last.",
      enforcedBy: "unchecked",
      reason: controllerOnly,
    },
    "kubeconfig-secret": {
      level: "must",
      demand:
        "The Secret <cluster>-kubeconfig, of type cluster.x-k8s.io/secret with the label of the cluster, has a kubeconfig under the key value. Its client certificates are renewed in time, and it has no user with exec.",
      enforcedBy: "unchecked",
      reason: `${controllerOnly}; \`kubeconfigSecret\` of @capstan/api makes a Secret of this form`,
    },
    certificates: {
      level: "should",
      demand:
        "The certificates of the cluster are in the Secrets <cluster>-ca, -etcd, -proxy and -sa, of the same type and with the same label, under tls.crt and tls.key.",
      enforcedBy: "unchecked",
      reason: controllerOnly,
    },
    "machine-placement": {
      level: "should",
      demand: "Machines are spread over the failure domains of the Cluster that are meant for control planes.",
      enforcedBy: "unchecked",
      reason: controllerOnly,
    },
    "metadata-propagation": {
      level: "should",
      demand:
        "Labels and annotations of spec.machineTemplate.metadata are kept on the Machines, InfraMachines and BootstrapConfigs; those of the control plane itself are not copied.",
      enforcedBy: "unchecked",
      reason: controllerOnly,
    },
    "min-ready-uptodate": {
      level: "should",
      demand: "Machines keep their spec.minReadySeconds, and have an UpToDate condition.",
      enforcedBy: "unchecked",
      reason: controllerOnly,
    },
  },
};
