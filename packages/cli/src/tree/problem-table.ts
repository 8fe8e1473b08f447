// What keeps a cluster from being ready, in words, and what to do about each.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type ObjectProblemCode =
  | "describe/no-cluster"
  | "describe/no-cluster-api"
  | "describe/unreadable"
  | "describe/rejected"
  | "describe/paused"
  | "describe/failed"
  | "describe/topology"
  | "describe/slow-deletion"
  | "describe/no-kind"
  | "describe/no-contract-label"
  | "describe/no-object"
  | "describe/no-secret"
  | "describe/waiting"
  | "describe/no-endpoint"
  | "describe/no-provider-id"
  | "describe/no-node"
  | "describe/blocked-machines"
  | "describe/replicas"
  | "describe/on-delete"
  | "describe/not-ready";

/** What `capstan describe` reports. */
export const objectProblems: Readonly<Record<ObjectProblemCode, DiagnosticRule>> = {
  "describe/no-cluster": {
    severity: "error",
    message: "there is no Cluster {key}{suggestion}",
    help: "{advice}",
    explain:
      "describe looks for a Cluster in the namespace of the kubeconfig's context, or in the one that --namespace names. Without a name it describes every Cluster of the namespace, and with --all those of all namespaces.",
  },
  "describe/no-cluster-api": {
    severity: "error",
    message: "{server} has no Cluster API: it does not serve the kind Cluster of cluster.x-k8s.io",
    help: "name a management cluster with --kubeconfig or --context, or install Cluster API with clusterctl init",
    explain:
      "describe shows the objects of Cluster API, which are in a management cluster. In the clusters that it manages there are only Nodes.",
  },
  "describe/unreadable": {
    severity: "error",
    message: "the Clusters of {place} cannot be read: {problem}",
    help: "use a user who may list clusters.cluster.x-k8s.io there, or name another namespace with --namespace",
    explain:
      "describe needs the right to list Clusters. Every other kind that it may not list is only left out, and the last lines name it.",
  },
  "describe/rejected": {
    severity: "error",
    message: "{by} rejects {what} of {kind} {name}: {problem}",
    help: "set what it had before, or what the message allows; until then, everything stays as it was before this change",
    explain:
      "Webhooks check each change of an object, and what they reject is not stored. Where they do not run, as under capstan dev, it is stored all the same, and nothing follows it: the topology, the control plane or the machines go on with what was accepted before. A change that Cluster API itself makes for a Cluster can be rejected, too; the condition TopologyReconciled then has the answer of the webhook or the policy.",
  },
  "describe/paused": {
    severity: "warning",
    message: "{kind} {name} is paused: {why}",
    help: "once it may change again: {how}",
    explain:
      "A Cluster with spec.paused pauses everything that belongs to it, and an object with the annotation cluster.x-k8s.io/paused itself. Controllers change nothing of what is paused, and what is being deleted stays.",
  },
  "describe/failed": {
    severity: "error",
    message: "{kind} {name} has failed: {problem}",
    help: "delete it and create it again; nothing repairs it by itself",
    explain:
      "An object of contract v1beta1 has status.failureReason or status.failureMessage: its provider says that it cannot recover.",
  },
  "describe/topology": {
    severity: "error",
    message: "the topology of Cluster {name} cannot be reconciled: {problem}",
    help: "correct what the message names: the version or a variable of the Cluster, its ClusterClass, or the handler of a hook",
    explain:
      "Core makes the objects of a Cluster with spec.topology from its ClusterClass, with the variables of the Cluster and the patches of the class. While one of these steps fails, nothing of the Cluster is created or changed, and core tries again, later after each failure. The condition TopologyReconciled has the error.",
  },
  "describe/slow-deletion": {
    severity: "error",
    message: "{kind} {name} has been in deletion since {since} and waits for {finalizers}",
    help: "the controller that set the finalizer has to remove it: check that it runs, and look at its log; only if it never comes back, remove the finalizer by hand, and then what it protects",
    explain:
      "An object with a finalizer stays until the controller that set the finalizer has removed what belongs to the object, and then the finalizer. Nothing below this object is left, and it still stays. The name behind the finalizer is that of the field manager that set it, where the server has recorded one; with kubectl's name, a person did.",
  },
  "describe/no-kind": {
    severity: "error",
    message: "{kind} {name} refers to the kind {refKind} of {refGroup} in {path}, which the server does not serve",
    help: "install the provider of {refKind}, or correct the reference",
    explain:
      "The kind of a reference has no CustomResourceDefinition, or none of its versions is served: its provider is not installed, or the kind or its group is misspelled.",
  },
  "describe/no-contract-label": {
    severity: "error",
    message: "the CRD of {refKind} has no contract label, so Cluster API rejects {kind} {name}, which refers to it",
    help: "set a label such as cluster.x-k8s.io/v1beta2: {version} on the CRD; capstan generate writes it",
    explain:
      "Core finds the version in which it reads an object of a provider by the labels of its CRD, cluster.x-k8s.io/<contract>. Without one it cannot read the object at all.",
  },
  "describe/no-object": {
    severity: "error",
    message: "{kind} {name} refers to {refKind} {refName} in {path}, which does not exist",
    help: "create it, or correct the reference",
    explain: "The object that a reference names must be in the same namespace. Core waits until it exists.",
  },
  "describe/no-secret": {
    severity: "error",
    message: "Machine {name} waits for its bootstrap Secret {refName}, which does not exist",
    help: "create a Secret with the bootstrap data under the key value, or correct spec.bootstrap.dataSecretName",
    explain:
      "The infrastructure of a Machine is created with the data of the Secret that spec.bootstrap.dataSecretName names. The bootstrap provider makes the Secret, or the user does where there is none.",
  },
  "describe/waiting": {
    severity: "error",
    message: "{kind} {name} waits for its {part}: {state}",
    help: "look at {refKind} {refName}, and check that its provider runs",
    explain:
      "Core waits for a flag in the status of the object that a reference names: that the infrastructure is provisioned, that the bootstrap data exists, or that the control plane is initialized. Its provider sets the flag, and says in conditions what it waits for.",
  },
  "describe/no-endpoint": {
    severity: "error",
    message: "Cluster {name} has no control plane endpoint, although its infrastructure is provisioned",
    help: "set spec.controlPlaneEndpoint of the Cluster, or use a provider that sets it",
    explain:
      "The host and port of the API server come from the infrastructure provider, from the control plane provider or from the user. Without them nothing can reach the cluster, and its phase stays Provisioning.",
  },
  "describe/no-provider-id": {
    severity: "error",
    message: "{refKind} {refName} is provisioned but has no spec.providerID, so Machine {name} finds no Node",
    help: "set spec.providerID in the provider, together with the provisioned flag",
    explain: "Core finds the Node of a Machine by spec.providerID of its infrastructure, and waits until it is set.",
  },
  "describe/no-node": {
    severity: "error",
    message: 'Machine {name} is provisioned but has no Node with providerID "{providerID}"',
    help: "look at the log of kubelet on the machine: it starts with the bootstrap data, and registers the Node with its --provider-id",
    explain:
      "Core looks in the cluster itself for the Node with the same spec.providerID. There is none while the machine starts, when its bootstrap data fails, when it cannot reach the API server, or when nothing sets the Node's providerID.",
  },
  "describe/blocked-machines": {
    severity: "error",
    message: "MachineSet {name} creates no machines: {why}",
    help: "{advice}",
    explain:
      "Before a MachineSet creates machines, core makes preflight checks: the control plane must exist, must not be in creation or in an upgrade, and must have a version that fits that of the machines. Until they pass, the condition ScalingUp of the set says which one fails. The annotation machineset.cluster.x-k8s.io/skip-preflight-checks names those that are left out, or All.",
  },
  "describe/replicas": {
    severity: "error",
    message: "{kind} {name} has {current} of {wanted} machines",
    help: "look at the objects below it; with none, at the log of its controller",
    explain: "The number of machines that exist is not yet the number in spec.replicas.",
  },
  "describe/on-delete": {
    severity: "info",
    message: "{kind} {name} replaces its old machines, {toDelete} of {all}, only when somebody deletes them",
    help: "delete them one after the other, each once the one before it is replaced: kubectl delete machine; or set the strategy RollingUpdate",
    explain:
      "With spec.rollout.strategy.type OnDelete, a MachineDeployment makes new machines only in place of those that somebody deletes. Until then, the machines of before stay, and the condition RollingOut says how many there are and in what they differ.",
  },
  "describe/not-ready": {
    severity: "error",
    message: "{kind} {name} is not ready: {state}",
    help: "{advice}",
    explain:
      "The condition that sums up the object is not True, and nothing below it or that it refers to explains why.",
  },
};
