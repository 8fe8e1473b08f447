// What core and the controllers of a kind do with its objects, in words, for pages and for `capstan explain`.
import {
  type CoreReference,
  type KindGate,
  type KindGrants,
  type WatchedObjects,
  watchedParts,
} from "../contracts/kind-workflow.ts";
import { type ContractKind, kindContracts } from "../contracts/kind-contracts.ts";

/** One fact of the workflow of a kind. */
export interface WorkflowFact {
  readonly about: string;
  readonly says: string;
}

const gates: Readonly<Record<KindGate, string>> = {
  "cluster-infrastructure": "the infrastructure of the Cluster",
  "bootstrap-data": "the name of the bootstrap data's Secret",
  "control-plane-endpoint": "the endpoint of the control plane, where the kind does not set it",
};

const watched: Readonly<Record<WatchedObjects, string>> = {
  cluster: "its Cluster",
  "infra-cluster": "the InfraCluster",
  machines: "the machines that it owns",
  claims: "the claims, their Clusters and addresses, and the pool",
};

/** The workflow of a kind, fact by fact. */
export function workflowWords(kind: ContractKind): readonly WorkflowFact[] {
  const { references, gates: waited, watches, results, conditions, grants, ...marks } = kindContracts[kind].workflow;
  return [
    { about: "Owner", says: references.map(referenceWords).join("; or ") },
    { about: "Mirrored", says: references.map(mirrorWords).join("; ") },
    { about: "Waits for", says: waited.map((name) => gates[name]).join(", then ") },
    { about: "Also watched", says: watches.map(watchWords).join("; ") },
    { about: "Results of its own", says: results.join(", ") },
    { about: "Conditions", says: conditions.join(", ") },
    { about: "Rights", says: grantWords(grants) },
    { about: "Paused by", says: pauseWords(marks.isPausedByAnnotation) },
    { about: "Managed by others", says: marks.mayBeExternal ? "left alone with cluster.x-k8s.io/managed-by" : "" },
  ].filter(({ says }) => says !== "");
}

function watchWords(name: WatchedObjects): string {
  const parts: Partial<Record<WatchedObjects, readonly string[]>> = watchedParts;
  return parts[name] === undefined ? watched[name] : `${watched[name]} (${parts[name].join(", ")})`;
}

function referenceWords({ kind, path }: CoreReference): string {
  return `the ${kind} whose ${path} names it`;
}

function mirrorWords({ kind, condition, mirroredAs, deprecatedAs }: CoreReference): string {
  const places = [...(mirroredAs === undefined ? [] : [mirroredAs]), `${deprecatedAs} of status.deprecated.v1beta1`];
  return `${condition} as ${places.join(" and ")} of the ${kind}`;
}

function grantWords({ objects, secrets, creates }: KindGrants): string {
  return [
    `${objects.join(", ")} on the objects`,
    ...(secrets.length === 0 ? [] : [`${secrets.join(", ")} on Secrets`]),
    ...creates.map((kind) => `create, delete, get, list, patch, watch on the ${kind} objects`),
  ].join("; ");
}

function pauseWords(byAnnotation: boolean): string {
  const object = "spec.paused of the Cluster, or the annotation cluster.x-k8s.io/paused of the object";
  return byAnnotation ? `${object} or of the Cluster` : object;
}
