// Where objects have their versions of Kubernetes, and whether webhooks of Cluster API reject the one of a Cluster, the number of machines of a control plane, or the limits of a rollout of workers: where they do not run, the API server stores it, and only a condition says that nobody wants it.
import { isTopologyOwned } from "@capstan/contract";
import { readableConditions } from "@capstan/contract/conditions";
import { getAt, type KubeObject } from "@capstan/kube";
import { isCoreKind } from "./object-set.ts";
import { rolloutCondition } from "./rollout.ts";
import { lowestVersion, type ObjectVersions } from "./upgrade.ts";

/** What an object says of versions: a Cluster of a class what it wants (where core rejects that, the version before to which it is upgraded), unless the Cluster is deleted, its control plane and its workers what they have, also the machines that a rollout of workers has not replaced yet. */
export function versionsOf(object: KubeObject): ObjectVersions {
  const at = (...path: readonly string[]): string | undefined => {
    const value = getAt(object, path);
    return typeof value === "string" && /^v?\d+\.\d+/.test(value) ? value : undefined;
  };
  if (isCoreKind(object, "Cluster")) {
    if (object.metadata.deletionTimestamp !== undefined) return {};
    const rejection = rejectionOfVersion(object);
    if (rejection === undefined) return wanted(at("spec", "topology", "version"));
    return wanted(/^Cluster is upgrading to (\S+)$/m.exec(rejection)?.[1]);
  }
  if (isCoreKind(object, "MachineDeployment") || isCoreKind(object, "MachinePool"))
    return isTopologyOwned(object) ? has(lowestOfWorkers(object, at("spec", "template", "spec", "version"))) : {};
  if (isCoreKind(object, object.kind)) return {};
  // A control plane reports the version of its oldest machine, once it has one.
  const own = at("spec", "version");
  return own === undefined ? {} : has(at("status", "version") ?? own);
}

/** How core names, in the message of RollingOut, the version of machines that are to be replaced. */
const replacedVersion = /^ *\* Version (v?\d[^\s,]*), \S+ required/gm;

function lowestOfWorkers(object: KubeObject, version: string | undefined): string | undefined {
  if (version === undefined) return version;
  const { message = "" } = rolloutCondition(object) ?? {};
  const replaced = Array.from(message.matchAll(replacedVersion), ([, old = version]) => old);
  return lowestVersion([version, ...replaced, ...versionsBefore(object)]);
}

/** The versions that machines report, while the controller has not seen a new template yet and RollingOut does not say so; those of distributions have further parts. */
function versionsBefore(object: KubeObject): readonly string[] {
  if (getAt(object, ["status", "observedGeneration"]) === object.metadata.generation) return [];
  const versions: unknown = getAt(object, ["status", "versions"]);
  const list: readonly unknown[] = Array.isArray(versions) ? versions : [];
  const reported = list.map((each) => getAt(each, ["version"]));
  return reported.filter((each) => typeof each === "string").filter((each) => /^v\d+\.\d+\.\d+$/.test(each));
}

function wanted(version: string | undefined): ObjectVersions {
  return version === undefined ? {} : { wanted: version };
}

function has(version: string | undefined): ObjectVersions {
  return version === undefined ? {} : { has: version };
}

/** Why core rejects the version that a Cluster's topology, a control plane or machines have now; undefined where nothing is known against it. */
export function rejectedVersionOf(object: KubeObject): string | undefined {
  if (object.metadata.deletionTimestamp !== undefined) return undefined;
  if (object.kind === "KubeadmControlPlane") return rejectedVersionOfPlane(object);
  if (machineVersions.has(object.kind)) return unreadableVersionOf(object);
  return rejectionOfVersion(object)?.split("\n", 1)[0];
}

/** Whether core rejects the version that a Cluster's topology has now, and its topology waits for nothing with the one before. */
export function isHeldByVersion(object: KubeObject): boolean {
  if (object.metadata.deletionTimestamp !== undefined) return false;
  const rejection = rejectionOfVersion(object);
  return rejection !== undefined && !withoutClass(rejection).includes("\n");
}

/** What the condition of a Cluster says when core rejects the version of its topology: the reason, and then what goes on with the version before. */
function rejectionOfVersion(object: KubeObject): string | undefined {
  if (!isCoreKind(object, "Cluster")) return undefined;
  const version = getAt(object, ["spec", "topology", "version"]);
  if (typeof version !== "string") return undefined;
  const start = `spec.topology.version: Invalid value: ${JSON.stringify(version)}: `;
  const condition = readableConditions(object).find(({ type }) => type === "TopologyReconciled");
  const isRejected = condition?.status === "False" && condition.message.startsWith(start);
  return isRejected ? condition.message : undefined;
}

function rejectedVersionOfPlane(object: KubeObject): string | undefined {
  const version = getAt(object, ["spec", "version"]);
  const condition = readableConditions(object).find(({ type }) => type === "ScalingUp");
  const [problem] = /spec\.version: (?:Forbidden|Invalid value): .*/.exec(condition?.message ?? "") ?? [];
  if (typeof version !== "string" || problem === undefined) return undefined;
  const isOfThisOne = problem.endsWith(` to ${version}`) || problem.includes(`: ${JSON.stringify(version)}: `);
  return isOfThisOne ? problem : undefined;
}

/** Where machines, and what has a template of them, have their version. */
const inTemplate: readonly string[] = ["spec", "template", "spec", "version"];
const machineVersions: ReadonlyMap<string, readonly string[]> = new Map([
  ["Machine", ["spec", "version"]],
  ["MachineDeployment", inTemplate],
  ["MachineSet", inTemplate],
  ["MachinePool", inTemplate],
]);

const semanticVersion = /^v?(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;

/** Their webhooks add the prefix. */
function unreadableVersionOf(object: KubeObject): string | undefined {
  const path = machineVersions.get(object.kind);
  if (path === undefined || !isCoreKind(object, object.kind)) return undefined;
  const version = getAt(object, path);
  if (typeof version !== "string" || version === "" || semanticVersion.test(version)) return undefined;
  const value = JSON.stringify(version.startsWith("v") ? version : `v${version}`);
  return `${path.join(".")}: Invalid value: ${value}: must be a valid semantic version`;
}

/** How core begins when it rejects a version: while the Cluster has another one since, nobody has looked at that. */
const versionRejection = /^spec\.topology\.version: Invalid value: /;

/** What the webhooks say against limits of rollouts, of one or of several. */
const rejectedLimits =
  // Short input: the API server accepts 32,768 characters in the message of a condition.
  /(?:MachineDeployment\.cluster\.x-k8s\.io(?: "\S+" is invalid)?: )?(?:FieldValueInvalid: )?\[?spec\.\S*rollout\.strategy\.rollingUpdate\S*: Invalid value: .*/s;

/** What webhooks say against templates that were changed in place, in lines of their own. */
const rejectedTemplate = /^\w+Template\.\S+ "[^"\s]+" is invalid: spec\.template\.spec: [^\n]* field is immutable\. /;

/** What the webhook says against a ClusterClass, in a line of its own. */
const rejectedClassLine = /^ClusterClass\.cluster\.x-k8s\.io "[^"\s]+" is invalid: /;

/** The message without what webhooks reject of a class and its templates. */
function withoutClass(message: string): string {
  const lines = message.split("\n");
  return lines.filter((line) => !rejectedTemplate.test(line) && !rejectedClassLine.test(line)).join("\n");
}

/** How a Cluster that waits begins what it says. */
const waits = /^Cluster is upgrading to |^Following hooks are blocking /;

/** Why webhooks reject what templates of a Cluster's class were changed to; undefined where nothing is known against them. */
export function rejectedTemplatesOf(object: KubeObject): string | undefined {
  return rejectedLinesOf(object, rejectedTemplate);
}

/** Why the webhook rejects the ClusterClass of a Cluster; undefined where nothing is known against it. */
export function rejectedClassOf(object: KubeObject): string | undefined {
  return rejectedLinesOf(object, rejectedClassLine);
}

function rejectedLinesOf(object: KubeObject, rejected: RegExp): string | undefined {
  if (!isCoreKind(object, "Cluster") || object.metadata.deletionTimestamp !== undefined) return undefined;
  const condition = readableConditions(object).find(({ type }) => type === "TopologyReconciled");
  if (condition?.status !== "False") return undefined;
  const lines = condition.message.split("\n").filter((line) => rejected.test(line));
  return lines.length === 0 ? undefined : lines.join("; ");
}

/** The reasons of TopologyReconciled that are failures; others are work in progress. */
const topologyFailures: readonly string[] = ["ReconcileFailed", "ClusterClassNotReconciled"];

/** Why the topology of a Cluster cannot be reconciled, beside its version, its templates, its number of control plane machines and the limits of its rollouts; undefined where nothing is known of a failure. */
export function topologyFailureOf(object: KubeObject): string | undefined {
  if (!isCoreKind(object, "Cluster") || object.metadata.deletionTimestamp !== undefined) return undefined;
  const condition = readableConditions(object).find(({ type }) => type === "TopologyReconciled");
  if (condition?.status !== "False" || !topologyFailures.includes(condition.reason)) return undefined;
  const { message, reason } = condition;
  if (message === "") return reason;
  const lines = withoutClass(message).split("\n");
  const rest = lines.filter((line) => !versionRejection.test(line)).join("\n");
  if (/spec\.replicas: Forbidden: /.test(rest) || rejectedLimits.test(rest)) return undefined;
  return rest === "" || (rest !== message && waits.test(rest)) ? undefined : rest;
}

/** Why the webhook of the KubeadmControlPlane rejects the number of machines that a topology or a control plane has now; undefined where nothing is known against it. */
export function rejectedReplicasOf(object: KubeObject): string | undefined {
  if (object.metadata.deletionTimestamp !== undefined) return undefined;
  const isTopology = isCoreKind(object, "Cluster");
  if (!isTopology && object.kind !== "KubeadmControlPlane") return undefined;
  const replicas = getAt(object, isTopology ? ["spec", "topology", "controlPlane", "replicas"] : ["spec", "replicas"]);
  if (typeof replicas !== "number" || (replicas > 0 && replicas % 2 === 1)) return undefined;
  const types = isTopology ? ["TopologyReconciled"] : ["ScalingUp", "ScalingDown"];
  const found = readableConditions(object).filter(({ type }) => types.includes(type));
  const failed = found.filter(({ status }) => !isTopology || status === "False");
  const [problem] = failed.flatMap(({ message }) => /spec\.replicas: Forbidden: .*/.exec(message)?.[0] ?? []);
  return problem;
}

/** Why a webhook of core rejects how machines of a MachineDeployment or of the workers of a topology are replaced; undefined where nothing is known against it. */
export function rejectedRolloutOf(object: KubeObject): string | undefined {
  if (object.metadata.deletionTimestamp !== undefined) return undefined;
  const isTopology = isCoreKind(object, "Cluster");
  if (!isTopology && !isCoreKind(object, "MachineDeployment")) return undefined;
  const type = isTopology ? "TopologyReconciled" : "ScalingUp";
  const condition = readableConditions(object).find((each) => each.type === type);
  if (condition === undefined || (isTopology && condition.status !== "False")) return undefined;
  return rejectedLimits.exec(withoutClass(condition.message))?.[0].replaceAll("\n* ", "; ");
}
