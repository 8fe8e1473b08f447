// The rules from objects to problems. Each is a function of one object; a problem that another one explains is not reported.
import { hasPausedAnnotation, isControlPlaneMachine } from "@capstan/contract";
import { readableConditions } from "@capstan/contract/conditions";
import { contractVersions, fieldsOfKind, kindContracts, type ContractKind } from "@capstan/contract/rules";
import { getAt, keyOf, type KubeObject } from "@capstan/kube";
import { adviceForBlocked, blockedMachines } from "./blocked-machines.ts";
import { deletionProblem } from "./deletion-problem.ts";
import {
  followedReferences,
  groupKind,
  isCoreKind,
  placedReferences,
  type FollowedReference,
  type PlacedReference,
} from "./object-set.ts";
import { conditionSentence, inOneLine } from "./short-words.ts";
import type { ProblemContext, ProblemRule, RuleResult } from "./problem-rule.ts";
import { replicasOf } from "./replicas.ts";
import { summaryCondition } from "./ready-summary.ts";
import { topologyFailureOf } from "./object-versions.ts";
import { rejectedChangesOf, restOf } from "./rejected-changes.ts";
import { rolloutCondition, rolloutOf } from "./rollout.ts";
import { isUsualWait, sinceCondition } from "./waiting-time.ts";

/** In this order, for every object. */
export const problemRules: readonly ProblemRule[] = [
  rejected,
  paused,
  failed,
  failedTopology,
  deletionProblem,
  brokenReferences,
  waits,
  blockedSet,
  missingReplicas,
  deletedByHand,
];

function rejected(object: KubeObject): readonly RuleResult[] {
  return rejectedChangesOf(object).map(({ what, by, why }) => ({
    code: "describe/rejected",
    values: { what, by, problem: why },
  }));
}

function paused(object: KubeObject): readonly RuleResult[] {
  const bySpec = isCoreKind(object, "Cluster") && getAt(object, ["spec", "paused"]) === true;
  if (!bySpec && !hasPausedAnnotation(object)) return [];
  const annotated = hasPausedAnnotation(object) ? ["it has the annotation cluster.x-k8s.io/paused"] : [];
  const why = [...(bySpec ? ["its spec.paused is true"] : []), ...annotated].join(", and ");
  const how = bySpec ? "set spec.paused to false" : "remove the annotation cluster.x-k8s.io/paused";
  return [{ code: "describe/paused", values: { why, how } }];
}

function failed(object: KubeObject): readonly RuleResult[] {
  const [reason, message] = ["failureReason", "failureMessage"].map((name) => getAt(object, ["status", name]));
  const problem = [reason, message].filter((each) => typeof each === "string" && each !== "").join(": ");
  return problem === "" ? [] : [{ code: "describe/failed", values: { problem } }];
}

/** Nothing of a Cluster goes on while its topology fails. What a webhook rejects is a problem of its own. */
function failedTopology(object: KubeObject): readonly RuleResult[] {
  const problem = topologyFailureOf(object);
  const rest = problem === undefined ? "" : restOf(rejectedChangesOf(object), inOneLine(problem));
  return rest === "" ? [] : [{ code: "describe/topology", values: { problem: rest } }];
}

function brokenReferences(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  const above = isCoreKind(object, "MachineSet") ? context.set.above(object) : undefined;
  const reported = above === undefined ? [] : placedReferences(above);
  const own = placedReferences(object).filter((reference) => !reported.some((each) => isSame(each, reference)));
  return brokenAmong(own, object, context);
}

/** A set has the references of its deployment, which are corrected there. */
function isSame(a: PlacedReference, b: PlacedReference): boolean {
  return a.path === b.path && a.group === b.group && a.kind === b.kind && a.name === b.name;
}

function brokenAmong(
  references: readonly PlacedReference[],
  object: KubeObject,
  context: ProblemContext,
): readonly RuleResult[] {
  // What is named is deleted first.
  if (object.metadata.deletionTimestamp !== undefined) return [];
  return references.flatMap((reference) => brokenReference(object, reference, context));
}

function brokenReference(
  object: KubeObject,
  reference: PlacedReference,
  { set }: ProblemContext,
): readonly RuleResult[] {
  const { group, kind, name, path } = reference;
  const id = groupKind(group, kind);
  const values = { refKind: kind, refGroup: group, refName: name, path };
  if (set.input.served?.has(id) === false) return [{ code: "describe/no-kind", values }];
  const labels = set.input.crdLabels?.get(id);
  const found = set.find(object, reference);
  if (labels !== undefined && !contractVersions.some((each) => Object.hasOwn(labels, `cluster.x-k8s.io/${each}`))) {
    const version = found?.apiVersion.split("/")[1] ?? "v1beta1";
    return [{ code: "describe/no-contract-label", values: { ...values, version } }];
  }
  return found === undefined && set.isComplete(id) ? [{ code: "describe/no-object", values }] : [];
}

/** What core waits for, the first part that is missing: the next ones cannot be there before it. */
function waits(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  if (object.metadata.deletionTimestamp !== undefined) return [];
  if (isCoreKind(object, "Cluster")) return first([clusterParts, noEndpoint], object, context);
  if (isCoreKind(object, "Machine")) return first([missingSecret, machineParts, noNode], object, context);
  return isCoreKind(object, "MachinePool") ? machineParts(object, context) : [];
}

function first(rules: readonly ProblemRule[], object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  return rules.map((rule) => rule(object, context)).find((results) => results.length > 0) ?? [];
}

function clusterParts(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  return followedReferences(object)
    .flatMap((reference) => waitsFor(object, reference, context))
    .slice(0, 1);
}

/** What a machine waits for while its Cluster waits is a problem of the Cluster. */
function isEarly(object: KubeObject, cluster: KubeObject | undefined): boolean {
  if (cluster === undefined) return false;
  if (!isSet(cluster, "status.initialization.infrastructureProvisioned")) return true;
  const isWorker = !isControlPlaneMachine(object) && getAt(cluster, ["spec", "controlPlaneRef"]) !== undefined;
  return isWorker && !isSet(cluster, "status.initialization.controlPlaneInitialized");
}

function machineParts(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  if (isEarly(object, context.set.cluster(object))) return [];
  const order: readonly ContractKind[] = ["BootstrapConfig", "InfraMachine", "InfraMachinePool"];
  return followedReferences(object)
    .toSorted((a, b) => order.indexOf(a.contractKind) - order.indexOf(b.contractKind))
    .flatMap((reference) => {
      const condition = reference.contractKind === "BootstrapConfig" ? "BootstrapConfigReady" : "InfrastructureReady";
      return waitsFor(object, reference, context).map((result) => ({
        ...result,
        isUsual: isUsualWait(object, sinceCondition(object, condition), context),
      }));
    })
    .slice(0, 1);
}

/** What a contract kind is to the object that names it. */
const parts: Readonly<Record<ContractKind, string>> = {
  InfraCluster: "infrastructure",
  InfraMachine: "infrastructure",
  InfraMachinePool: "infrastructure",
  BootstrapConfig: "bootstrap data",
  ControlPlane: "control plane",
  IPPool: "addresses",
};

/** A reference that core has not finished with: its own copy of the flag is what it acts on. */
function waitsFor(object: KubeObject, reference: FollowedReference, { set }: ProblemContext): readonly RuleResult[] {
  const { contractKind, kind, name } = reference;
  const flag = fieldsOfKind(contractKind).findLast((field) => field.name === kindContracts[contractKind].flag);
  const into = copyPath(contractKind, object.kind);
  const named = set.find(object, reference);
  if (flag === undefined || into === undefined || isSet(object, into) || named === undefined) return [];
  const part = parts[contractKind];
  return [
    { code: "describe/waiting", values: { part, refKind: kind, refName: name, state: stateOf(named, flag.path) } },
  ];
}

/** Where core keeps the flag of a kind. */
function copyPath(contractKind: ContractKind, owner: string): string | undefined {
  const paths = fieldsOfKind(contractKind)
    .filter((field) => field.name === kindContracts[contractKind].flag)
    .map(({ into }) =>
      typeof into === "string" ? into : Object.entries(into ?? {}).find(([kind]) => kind === owner)?.[1],
    );
  return paths.find((path) => path !== undefined);
}

function isSet(object: KubeObject, path: string): boolean {
  return getAt(object, path.split(".")) === true;
}

/** What an object says of itself: its summary, or that it says nothing. */
function stateOf(object: KubeObject, flag: string): string {
  const summary = summaryCondition(readableConditions(object));
  const name = `${object.kind} ${keyOf(object).name}`;
  if (summary !== undefined && summary.status !== "True") return `${name} says ${conditionSentence(summary)}`;
  return isSet(object, flag) ? `Cluster API has not read yet that ${name} is ready` : `${name} has not set ${flag}`;
}

function noEndpoint(object: KubeObject): readonly RuleResult[] {
  const host = getAt(object, ["spec", "controlPlaneEndpoint", "host"]);
  const isProvisioned = isSet(object, "status.initialization.infrastructureProvisioned");
  const isMissing = isProvisioned && (typeof host !== "string" || host === "");
  return isMissing ? [{ code: "describe/no-endpoint", values: {} }] : [];
}

function missingSecret(object: KubeObject, { set }: ProblemContext): readonly RuleResult[] {
  const refName = getAt(object, ["spec", "bootstrap", "dataSecretName"]);
  if (typeof refName !== "string" || refName === "" || !set.isComplete("Secret.")) return [];
  const isDone = isSet(object, "status.initialization.infrastructureProvisioned");
  const exists = set.find(object, { group: "", kind: "Secret", name: refName }) !== undefined;
  return exists || isDone ? [] : [{ code: "describe/no-secret", values: { refName } }];
}

function noNode(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  const isProvisioned = isSet(object, "status.initialization.infrastructureProvisioned");
  if (!isProvisioned || getAt(object, ["status", "nodeRef"]) !== undefined) return [];
  const providerID = getAt(object, ["spec", "providerID"]);
  if (typeof providerID === "string" && providerID !== "") {
    const isUsual = isUsualWait(object, sinceCondition(object, "InfrastructureReady"), context);
    return [{ code: "describe/no-node", values: { providerID }, isUsual }];
  }
  const reference = followedReferences(object).find(({ contractKind }) => contractKind === "InfraMachine");
  const { kind: refKind = "its infrastructure", name: refName = "" } = reference ?? {};
  return [{ code: "describe/no-provider-id", values: { refKind, refName } }];
}

/** A set that creates no machines. That the control plane is being created is a problem of the Cluster, and what a reference lacks one of its own. */
function blockedSet(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  const blocked = blockedMachines(object);
  if (blocked === undefined || object.metadata.deletionTimestamp !== undefined) return [];
  const isCreation = blocked.checks.every((check) => check === "ControlPlaneIsStable") && blocked.checks.length > 0;
  if (isCreation && isEarly(object, context.set.cluster(object))) return [];
  if (brokenAmong(placedReferences(object), object, context).length > 0) return [];
  return [{ code: "describe/blocked-machines", values: { why: blocked.why, advice: adviceForBlocked(blocked) } }];
}

/** A set of a deployment has the same numbers as the deployment while nothing is rolled out. A deployment lacks the machines that a set of it does not create: why is a problem of that set. */
function missingReplicas(object: KubeObject, context: ProblemContext): readonly RuleResult[] {
  const { set, hasBlockedSet } = context;
  const { wanted, current } = replicasOf(object) ?? { wanted: 0, current: 0 };
  const isDeleting = object.metadata.deletionTimestamp !== undefined;
  if (blockedMachines(object) !== undefined || hasBlockedSet(object)) return [];
  if (rejectedChangesOf(object).length > 0) return [];
  if (wanted === current || isDeleting || set.above(object)?.kind === "MachineDeployment") return [];
  const isRollingOut = rolloutCondition(object) !== undefined;
  // A rollout makes a machine before it deletes one, or the other way round; the last one is counted after it.
  if (current > wanted && (isRollingOut || isUsualWait(object, sinceCondition(object, "RollingOut"), context)))
    return [];
  const isUsual = isRollingOut && isUsualWait(object, sinceCondition(object, "ScalingUp"), context);
  return [{ code: "describe/replicas", values: { wanted, current }, isUsual }];
}

/** With the strategy OnDelete, old machines stay as long as nobody deletes them. */
function deletedByHand(object: KubeObject): readonly RuleResult[] {
  const { upToDate = 0, toDelete = 0 } = rolloutOf(object) ?? {};
  return toDelete === 0 ? [] : [{ code: "describe/on-delete", values: { toDelete, all: upToDate + toDelete } }];
}
