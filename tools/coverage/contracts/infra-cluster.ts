// The tests that show what enforces the rules of an InfraCluster.
import type { EvidenceById } from "../evidence.ts";
import { shownBy } from "./files.ts";

/** Evidence by the ids of rules. */
export const infraCluster: EvidenceById = {
  "infracluster/crd": shownBy(
    ["emitCrds", "files are YAML and the same as JSON"],
    ["bundle", "when a kind has no CRD"],
  ),
  "infracluster/scope": shownBy(
    ["clusterErrors", `Type '"Cluster"' is not assignable to type '"Namespaced"'`],
    ["checkContract", "a definition that says too much or too little"],
  ),
  "infracluster/type-object-meta": shownBy(["rejectedDefinitions", 'error model/root-object: "NoObject"']),
  "infracluster/spec-and-status": shownBy(
    ["clusterErrors", "infracluster/spec-and-status: the object has no status"],
    ["checkContract", "nothing there"],
  ),
  "infracluster/status-subresource": shownBy(["goldenCluster", "status: {}"]),
  "infracluster/crd-name": shownBy(
    ["flect", "agree with flect on every word and ending that it knows"],
    ["emitCrds", "files are YAML and the same as JSON, named by group and plural"],
  ),
  "infracluster/list-kind": shownBy(["goldenCluster", "listKind: FooClusterList"]),
  "infracluster/kind-convention": shownBy(
    ["clusterErrors", "infracluster/kind-convention"],
    ["checkContract", "a definition that says too much or too little"],
  ),
  "infracluster/version-stability": shownBy(
    ["conversionScenario", "read back as v1alpha1 it is what was written, nothing lost"],
    ["bundle", "when versions differ and nothing converts"],
  ),
  "infracluster/contract-label": shownBy(
    ["bundle", "when a CRD lacks the label of the declared contract"],
    ["checkContract", "a contract that there is not, in a source that nobody compiled"],
    ["contractLabels", "resolveContract reads labels as core does"],
  ),

  "infracluster/core-rbac": shownBy(["components", 'cluster.x-k8s.io/aggregate-to-manager: "true"']),
  "infracluster/own-rbac": shownBy(
    ["oneNamespace", "the manager may read and write in its namespace only"],
    ["description", "a provider's description follows from its definitions"],
  ),
  "infracluster/read-core-rbac": shownBy(["description", "a provider's description follows from its definitions"]),

  "infracluster/control-plane-endpoint": shownBy(
    ["clusterErrors", "infracluster/control-plane-endpoint: the spec has no controlPlaneEndpoint"],
    ["checkContract", "a required endpoint and the old form of failure domains"],
    ["pass", "an endpoint that the user has set is kept"],
    ["fields", "is given once and kept from then on"],
  ),
  "infracluster/wait-for-endpoint": shownBy(["gates", "a Cluster with the endpoint $given: $isOpen"]),
  "infracluster/failure-domains": shownBy(
    ["clusterErrors", "infracluster/failure-domains: status.failureDomains is not a map"],
    ["checkContract", "a required endpoint and the old form of failure domains"],
    ["fields", "a sorted list in v1beta2"],
  ),

  "infracluster/initialization-completed": shownBy(
    ["clusterErrors", "infracluster/initialization-completed: the status has no field `initialization.provisioned`"],
    ["pass", "endpoint, flag, failure domains and conditions of contract v1beta2, in three requests"],
    ["passKinds", "contract v1beta1: flag, domain map, severities and permanent failure"],
  ),
  "infracluster/initialization-sticky": shownBy([
    "pass",
    "waiting sets the condition and with it Ready, and leaves the flag unchanged",
  ]),
  "infracluster/conditions": shownBy(
    ["clusterErrors", "infracluster/conditions: status.conditions is not a list of conditions with a severity"],
    ["checkContract", "bounds that core has and the kind lacks"],
  ),
  "infracluster/ready-condition": shownBy(
    ["ready", "a deletion with issues"],
    ["passConditions", "an error of an object that was ready makes Ready Unknown, and the next pass corrects it"],
  ),
  "infracluster/terminal-failures": shownBy(
    ["passKinds", "contract v1beta1: flag, domain map, severities and permanent failure"],
    ["fields", "cannot be reported under contract v1beta2"],
    ["clusterErrors", "infracluster/terminal-failures"],
  ),

  "infracluster/template": shownBy(
    ["checkContract", "a template whose metadata would be pruned and that holds an endpoint"],
    ["cloneTemplate", "copies spec.template and puts its own metadata on top"],
  ),
  "infracluster/template-list-kind": shownBy(["goldenClusterTemplate", "listKind: StarterClusterTemplateList"]),
  "infracluster/template-reuse": shownBy([
    "checkContract",
    "a template whose metadata would be pruned and that holds an endpoint",
  ]),

  "infracluster/externally-managed": shownBy(
    ["pass", "an externally managed object ($mark) is left alone, also when it is deleted"],
    ["roles", "externally managed objects are left alone where the contract has them"],
  ),
  "infracluster/externally-managed-one-way": shownBy(
    ["rejections", "cannot be removed"],
    ["rejections", "goes with all annotations when clusterctl move deletes the object"],
    ["webhooks", "an externally managed cluster stays so"],
  ),
  "infracluster/flag-namespace": shownBy(
    ["oneNamespace", "what is in the other namespace was left alone"],
    ["flags", "$args gives $want"],
  ),
  "infracluster/flag-watch-filter": shownBy(["pass", "an object without the watch-filter's label is left alone"]),
  "infracluster/clusterctl": shownBy(
    ["clusterctl", "clusterctl reads the components of a %s as we wrote them"],
    ["bundle", "when nothing owns a kind"],
  ),
  "infracluster/pausing": shownBy(
    ["life", "pause holds everything still, deletion included"],
    ["pass", "by $why stops the author and changes only the Paused condition"],
    ["pass", "delays a deletion until it ends"],
  ),
  "infracluster/paused-condition": shownBy(
    ["pause", "the Paused condition for $reason"],
    ["recordPause", "the end of a pause"],
  ),

  "infracluster/wait-for-owner": shownBy(
    ["pass", "without an owner nothing is written"],
    ["roles", "an InfraCluster are its Cluster"],
  ),
  "infracluster/finalizer-first": shownBy(["pass", "Paused, then the finalizer, then the author: one pass each"]),
  "infracluster/stop-on-error": shownBy(["pass", "an error is thrown after the conditions set before it were written"]),
  "infracluster/patch-on-exit": shownBy(
    ["pass", "what the author changed in spec and status is written too"],
    ["exitPatch", "a part that fails does not stop the others, and keeps the finalizer"],
  ),
  "infracluster/delete-infra-first": shownBy([
    "passKinds",
    "a deletion that fails throws the author's error and keeps the finalizer",
  ]),
  "infracluster/delete-without-owner": shownBy([
    "pass",
    "a deleted object without an owner loses the finalizer, a warning names it, and the author is not called",
  ]),
  "infracluster/idempotent": shownBy(["pass", "a second pass that changes nothing sends nothing"]),
  "infracluster/status-rebuildable": shownBy([
    "move",
    "direct: the same processes and provider IDs; status rebuilt by our manager",
  ]),
};
