// What enforces the rules of an InfraCluster.
import type { Entries } from "../entry.ts";
import { byBundle, byGenerator, byKit, byScenario, byType, inPart, notYet, unchecked } from "./files.ts";

/** Entries of an InfraCluster's rules. */
export const infraCluster: Entries = {
  "infracluster/crd": byGenerator(
    ["emitCrds", "files are YAML and the same as JSON"],
    ["bundle", "when a kind has no CRD"],
  ),
  "infracluster/scope": byType(
    ["clusterErrors", `Type '"Cluster"' is not assignable to type '"Namespaced"'`],
    ["checkContract", "a definition that says too much or too little"],
  ),
  "infracluster/type-object-meta": byGenerator(["rejectedDefinitions", 'error model/root-object: "NoObject"']),
  "infracluster/spec-and-status": inPart(
    byType(
      ["clusterErrors", "infracluster/spec-and-status: the object has no status"],
      ["checkContract", "nothing there"],
    ),
    "an object without a spec is rejected only where the contract reads a field of it",
  ),
  "infracluster/status-subresource": byGenerator(["goldenCluster", "status: {}"]),
  "infracluster/crd-name": byGenerator(
    ["flect", "agree with flect on every word and ending that it knows"],
    ["emitCrds", "files are YAML and the same as JSON, named by group and plural"],
  ),
  "infracluster/list-kind": byGenerator(["goldenCluster", "listKind: FooClusterList"]),
  "infracluster/kind-convention": byType(
    ["clusterErrors", "infracluster/kind-convention"],
    ["checkContract", "a definition that says too much or too little"],
  ),
  "infracluster/version-stability": inPart(
    byScenario(
      ["conversionScenario", "read back as v1alpha1 it is what was written, nothing lost"],
      ["bundle", "when versions differ and nothing converts"],
    ),
    "two releases are not compared for a served version that was removed",
  ),
  "infracluster/contract-label": byBundle(
    ["bundle", "when a CRD lacks the label of the declared contract"],
    ["checkContract", "a contract that there is not, in a source that nobody compiled"],
    ["contractLabels", "resolveContract reads labels as core does"],
  ),

  "infracluster/api-group": unchecked("it names groups and demands nothing: any group is allowed"),
  "infracluster/core-rbac": byBundle(["components", 'cluster.x-k8s.io/aggregate-to-manager: "true"']),
  "infracluster/own-rbac": byScenario(
    ["oneNamespace", "the manager may read and write in its namespace only"],
    ["description", "a provider's description follows from its definitions"],
  ),
  "infracluster/read-core-rbac": byKit(["description", "a provider's description follows from its definitions"]),

  "infracluster/control-plane-endpoint": byType(
    ["clusterErrors", "infracluster/control-plane-endpoint: the spec has no controlPlaneEndpoint"],
    ["checkContract", "a required endpoint and the old form of failure domains"],
    ["pass", "an endpoint that the user has set is kept"],
    ["fields", "is given once and kept from then on"],
  ),
  "infracluster/wait-for-endpoint": byKit(["gates", "a Cluster with the endpoint $given: $isOpen"]),
  "infracluster/failure-domains": byType(
    ["clusterErrors", "infracluster/failure-domains: status.failureDomains is not a map"],
    ["checkContract", "a required endpoint and the old form of failure domains"],
    ["fields", "a sorted list in v1beta2"],
  ),

  "infracluster/initialization-completed": byType(
    ["clusterErrors", "infracluster/initialization-completed: the status has no field `initialization.provisioned`"],
    ["pass", "endpoint, flag, failure domains and conditions of contract v1beta2, in three requests"],
    ["passKinds", "contract v1beta1: flag, domain map, severities and permanent failure"],
  ),
  "infracluster/initialization-sticky": inPart(
    byKit(["pass", "waiting sets the condition and with it Ready, and leaves the flag unchanged"]),
    "an author who sets the flag to false by hand is not stopped",
  ),
  "infracluster/conditions": byType(
    ["clusterErrors", "infracluster/conditions: status.conditions is not a list of conditions with a severity"],
    ["checkContract", "bounds that core has and the kind lacks"],
  ),
  "infracluster/ready-condition": byKit(
    ["ready", "a deletion with issues"],
    ["passConditions", "an error of an object that was ready makes Ready Unknown, and the next pass corrects it"],
  ),
  "infracluster/terminal-failures": byKit(
    ["passKinds", "contract v1beta1: flag, domain map, severities and permanent failure"],
    ["fields", "cannot be reported under contract v1beta2"],
    ["clusterErrors", "infracluster/terminal-failures"],
  ),

  "infracluster/template": byGenerator(
    ["checkContract", "a template whose metadata would be pruned and that holds an endpoint"],
    ["cloneTemplate", "copies spec.template and puts its own metadata on top"],
  ),
  "infracluster/template-list-kind": byGenerator(["goldenClusterTemplate", "listKind: StarterClusterTemplateList"]),
  "infracluster/template-reuse": byGenerator([
    "checkContract",
    "a template whose metadata would be pruned and that holds an endpoint",
  ]),

  "infracluster/externally-managed": byKit(
    ["pass", "an externally managed object ($mark) is left alone, also when it is deleted"],
    ["roles", "externally managed objects are left alone where the contract has them"],
  ),
  "infracluster/externally-managed-duties": unchecked("a duty of the external system, which the provider cannot see"),
  "infracluster/externally-managed-one-way": notYet("the kit has no webhook that keeps the annotation"),
  "infracluster/flag-namespace": byScenario(
    ["oneNamespace", "what is in the other namespace was left alone"],
    ["flags", "$args gives $want"],
  ),
  "infracluster/flag-watch-filter": byKit(["pass", "an object without the watch-filter's label is left alone"]),
  "infracluster/clusterctl": byBundle(
    ["clusterctl", "clusterctl reads the components of a %s as we wrote them"],
    ["bundle", "when nothing owns a kind"],
  ),
  "infracluster/pausing": byScenario(
    ["life", "pause holds everything still, deletion included"],
    ["pass", "by $why stops the author and changes only the Paused condition"],
    ["pass", "delays a deletion until it ends"],
  ),
  "infracluster/paused-condition": byKit(
    ["pause", "the Paused condition for $reason"],
    ["recordPause", "the end of a pause"],
  ),
  "infracluster/multi-tenancy": unchecked("it defines a word for people"),

  "infracluster/wait-for-owner": byKit(
    ["pass", "without an owner nothing is written"],
    ["roles", "an InfraCluster are its Cluster"],
  ),
  "infracluster/finalizer-first": byKit(["pass", "finalizer, then Paused, then the author: one pass each"]),
  "infracluster/stop-on-error": byKit(["pass", "an error is thrown after the conditions set before it were written"]),
  "infracluster/patch-on-exit": byKit(
    ["pass", "what the author changed in spec and status is written too"],
    ["exitPatch", "a part that fails does not stop the others, and keeps the finalizer"],
  ),
  "infracluster/delete-infra-first": byKit([
    "passKinds",
    "a deletion that fails throws the author's error and keeps the finalizer",
  ]),
  "infracluster/delete-without-owner": byKit([
    "pass",
    "a deleted object without an owner loses the finalizer, a warning names it, and the author is not called",
  ]),
  "infracluster/idempotent": inPart(
    byKit(["pass", "a second pass that changes nothing sends nothing"]),
    "what the author's function creates in a cloud is the author's to test",
  ),
  "infracluster/status-rebuildable": byScenario([
    "move",
    "direct: the same processes and provider IDs; status rebuilt by our manager",
  ]),
  "infracluster/no-internal-reliance": unchecked("only a person who reads the provider can decide it"),
};
