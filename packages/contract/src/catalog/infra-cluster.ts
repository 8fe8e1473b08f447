// The rules of an InfraCluster. Other kinds share some of them (shared-rules.ts), so that their demands name no kind where they need not.
import type { KindCatalog } from "./catalog-rule.ts";

/** What each rule demands and what enforces it. */
export const infraClusterCatalog: KindCatalog<"InfraCluster"> = {
  recorded: {
    "spec-and-status": {
      reason: "an object without a spec is rejected only where the contract reads a field of it",
    },
    "kind-convention": { level: "may" },
    conditions: { level: "should" },
    "terminal-failures": { level: "should", enforcedBy: "kit" },
    "template-reuse": { level: "info" },
  },
  others: {
    crd: {
      level: "must",
      demand: "The kind is a CustomResourceDefinition in an API group that the API server serves.",
      enforcedBy: "generator",
    },
    "type-object-meta": {
      level: "must",
      demand: "Objects and lists have apiVersion, kind and metadata in the form that all objects of Kubernetes have.",
      enforcedBy: "generator",
    },
    "status-subresource": {
      level: "must",
      demand: "The status is a subresource in every served version: a write to the object never changes its status.",
      enforcedBy: "generator",
    },
    "crd-name": {
      level: "must",
      demand:
        "The CRD is named <plural>.<group>, with the plural that Cluster API computes from the kind. Core finds the CRD by that name, and clusterctl does not install one with another.",
      enforcedBy: "generator",
    },
    "list-kind": {
      level: "must",
      demand: "A list of objects has the kind of the objects followed by List.",
      enforcedBy: "generator",
    },
    "version-stability": {
      level: "should",
      demand:
        "Versions follow the deprecation policy of Kubernetes: a served version stays served, one version is stored, and objects convert between versions without loss.",
      enforcedBy: "driven",
      reason: "two releases are not compared for a served version that was removed",
    },
    "api-group": {
      level: "info",
      demand: "Groups of Cluster API end with cluster.x-k8s.io; providers outside of the project may use any other.",
      enforcedBy: "unchecked",
      reason: "it names groups and demands nothing: any group is allowed",
    },
    "core-rbac": {
      level: "must",
      demand:
        "Core may read and write objects and templates of the kind. For a group of its own a provider grants it with a ClusterRole that has the label cluster.x-k8s.io/aggregate-to-manager.",
      enforcedBy: "bundle",
    },
    "own-rbac": {
      level: "must",
      demand: "The provider's manager may read and write its own kinds and their status.",
      enforcedBy: "driven",
    },
    "read-core-rbac": {
      level: "may",
      demand: "The manager may read the Clusters and other objects of core that it needs, and writes none of them.",
      enforcedBy: "kit",
    },
    "wait-for-endpoint": {
      level: "should",
      demand:
        "A provider that does not set the control plane's endpoint waits until the Cluster has one, and goes on when it does.",
      enforcedBy: "kit",
    },
    "initialization-sticky": {
      level: "must",
      demand: "Once the flag is true it stays true: problems after that are reported in conditions.",
      enforcedBy: "kit",
      reason: "an author who sets the flag to false by hand is not stopped",
    },
    "ready-condition": {
      level: "should",
      demand:
        "A Ready condition covers the whole life of an object: while it is created, while it runs and while it is deleted. Core mirrors it.",
      enforcedBy: "kit",
    },
    "template-list-kind": {
      level: "must",
      demand: "A list of templates has the kind of the templates followed by List.",
      enforcedBy: "generator",
    },
    "externally-managed": {
      level: "should",
      demand:
        "An object with the annotation cluster.x-k8s.io/managed-by is neither reconciled nor changed, also when it is deleted.",
      enforcedBy: "kit",
    },
    "externally-managed-duties": {
      level: "info",
      demand: "Whatever manages such an object sets its endpoint, failure domains and flag as the contract says.",
      enforcedBy: "unchecked",
      reason: "it is a duty of another system, which the provider cannot see",
    },
    "externally-managed-one-way": {
      level: "should",
      demand: "The annotation cluster.x-k8s.io/managed-by can be added later, and never be removed again.",
      enforcedBy: "kit",
      reason:
        "only a provider that serves webhooks keeps the annotation: one with templates or conversions; and while no manager answers, nothing does",
    },
    "flag-namespace": {
      level: "should",
      demand: "With `--namespace` the manager works in that namespace alone.",
      enforcedBy: "driven",
    },
    "flag-watch-filter": {
      level: "should",
      demand:
        "With `--watch-filter` the manager reconciles the objects alone whose label cluster.x-k8s.io/watch-filter has that value.",
      enforcedBy: "kit",
    },
    clusterctl: {
      level: "must",
      demand: "clusterctl can install, upgrade and move the provider: its release follows the contract of clusterctl.",
      enforcedBy: "bundle",
    },
    pausing: {
      level: "should",
      demand:
        "Nothing changes while `spec.paused` of the Cluster is true or the object has the annotation cluster.x-k8s.io/paused, whatever its value. A deletion waits too.",
      enforcedBy: "driven",
    },
    "paused-condition": {
      level: "should",
      demand: "A Paused condition says whether the object is paused, True and False alike.",
      enforcedBy: "kit",
    },
    "multi-tenancy": {
      level: "info",
      demand: "Multi-tenancy means that one instance of a provider works with the credentials of several tenants.",
      enforcedBy: "unchecked",
      reason: "it defines a word for people",
    },
    "wait-for-owner": {
      level: "must",
      demand: "Without its owner in core an object is left alone: no finalizer, no infrastructure and no error.",
      enforcedBy: "kit",
    },
    "finalizer-first": {
      level: "must",
      demand: "The finalizer is stored before anything outside of the cluster is created.",
      enforcedBy: "kit",
    },
    "stop-on-error": {
      level: "must",
      demand: "An error ends the pass; what was found is written, and the pass is repeated with growing delays.",
      enforcedBy: "kit",
    },
    "patch-on-exit": {
      level: "must",
      demand: "Every pass writes what it changed, also one that fails.",
      enforcedBy: "kit",
    },
    "delete-infra-first": {
      level: "must",
      demand: "What was created outside of the cluster is deleted before the finalizer is removed.",
      enforcedBy: "kit",
    },
    "delete-without-owner": {
      level: "must",
      demand:
        "A deleted object that has no owner reference loses its finalizer, and nothing else is deleted. While its reference names an owner that does not exist, it stays.",
      enforcedBy: "kit",
    },
    idempotent: {
      level: "must",
      demand: "Passes in which nothing has changed create nothing and write nothing.",
      enforcedBy: "kit",
      reason: "what the author's function creates in a cloud is the author's to test",
    },
    "status-rebuildable": {
      level: "must",
      demand:
        "The status follows from the spec, the metadata and the infrastructure, because clusterctl move does not copy it.",
      enforcedBy: "driven",
    },
    "no-internal-reliance": {
      level: "must",
      demand: "A provider relies on the contract, and not on how core works inside.",
      enforcedBy: "unchecked",
      reason: "only a person who reads the provider can decide it",
    },
  },
};
