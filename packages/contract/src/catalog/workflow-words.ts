// What core and the controllers of a kind do with its objects, in words, for pages and for `capstan explain`.
import type {
  CoreReference,
  KindGate,
  KindGrants,
  KindWorkflow,
  WatchedObjects,
  WatchedPart,
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
  claims: "the claims, their addresses, and the pool",
};

/** The workflow of a kind, fact by fact. */
export function workflowWords(kind: ContractKind): readonly WorkflowFact[] {
  const workflow: KindWorkflow = kindContracts[kind].workflow;
  const { references, gates: waited, watches, parts, results, conditions, grants, ...marks } = workflow;
  return [
    { about: "Owner", says: references.map((reference) => referenceWords(reference, parts.owner)).join("; or ") },
    { about: "Mirrored", says: references.map(mirrorWords).join("; ") },
    { about: "Waits for", says: waited.map((name) => gates[name]).join(", then ") },
    { about: "Also watched", says: watches.map((name) => partsWords(watched[name], parts[name])).join("; ") },
    { about: "Results of its own", says: results.join(", ") },
    { about: "Conditions", says: conditions.join(", ") },
    { about: "Rights", says: grantWords(grants) },
    { about: "Paused by", says: pauseWords(marks.isPausedByAnnotation) },
    { about: "Managed by others", says: marks.mayBeExternal ? "left alone with cluster.x-k8s.io/managed-by" : "" },
  ].filter(({ says }) => says !== "");
}

function partsWords(object: string, parts: readonly WatchedPart[] | undefined): string {
  return parts === undefined ? object : `${object} (${parts.join(", ")})`;
}

function referenceWords({ kind, path }: CoreReference, parts: readonly WatchedPart[] | undefined): string {
  return partsWords(`the ${kind} whose ${path} names it`, parts);
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
