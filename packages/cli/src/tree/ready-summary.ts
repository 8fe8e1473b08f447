// Whether an object is ready, in one value, whatever its kind reports.
import { isUnmet, type ReadableCondition, readableConditions } from "@capstan/contract/conditions";
import { getAt, type KubeObject } from "@capstan/kube";
import { blockedMachines, blockedScaling } from "./blocked-machines.ts";
import { isCoreKind } from "./object-set.ts";
import { rolloutCondition } from "./rollout.ts";

/** Whether an object is ready, since when, and why not. */
export interface ReadySummary {
  readonly status: "True" | "False" | "Unknown";
  readonly since?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The conditions that sum up an object, the first that it has. */
const summaries: readonly string[] = ["Ready", "Available", "MachinesReady", "Established"];

/** The parts of a Cluster whose control plane is no object: core never knows whether such a Cluster is available. */
const clusterParts: readonly string[] = ["InfrastructureReady", "ControlPlaneInitialized", "WorkersAvailable"];

/** What providers set that report no conditions. */
const flags: readonly (readonly string[])[] = [
  ["status", "initialization", "provisioned"],
  ["status", "initialization", "dataSecretCreated"],
  ["status", "initialization", "controlPlaneInitialized"],
  ["status", "ready"],
];

/** The summary of an object; undefined when it reports nothing that is one. */
export function readySummary(object: KubeObject): ReadySummary | undefined {
  const condition = mainCondition(object);
  if (condition !== undefined) return fromCondition(condition);
  const values = flags.map((path) => getAt(object, path)).filter((value) => typeof value === "boolean");
  return values.length === 0 ? undefined : { status: values.includes(true) ? "True" : "False" };
}

/** The condition that says whether an object is ready; undefined when it has none. */
export function mainCondition(object: KubeObject): ReadableCondition | undefined {
  const conditions = readableConditions(object);
  return isWithoutControlPlane(object) ? worstPart(conditions) : summaryCondition(conditions);
}

/** What core reports of each kind beside its summary; other kinds report it in all their conditions. */
const coreParts: Readonly<Record<string, readonly string[]>> = {
  Cluster: [
    "TopologyReconciled",
    "InfrastructureReady",
    "ControlPlaneInitialized",
    "ControlPlaneAvailable",
    "WorkersAvailable",
  ],
  MachineDeployment: [],
  MachineSet: [],
  MachinePool: ["BootstrapConfigReady", "InfrastructureReady"],
  Machine: ["BootstrapConfigReady", "InfrastructureReady", "NodeHealthy", "HealthCheckSucceeded"],
};

function corePartsOf(object: KubeObject): readonly string[] | undefined {
  return isCoreKind(object, object.kind) ? coreParts[object.kind] : undefined;
}

/** What every kind shows in another way. */
const shownApart: readonly string[] = ["Paused", "Deleting"];

/** A Cluster is available while its topology is held, for example by a hook that lets an upgrade wait. That it is paused is shown apart. */
function heldTopology(cluster: KubeObject): readonly ReadableCondition[] {
  return readableConditions(cluster).filter(
    (condition) =>
      condition.type === "TopologyReconciled" && isUnmet(condition) && !shownApart.includes(condition.reason),
  );
}

/** The conditions that say why an object is not ready, why its machines are replaced, or why it does not get as many as it should have. */
export function unmetConditions(object: KubeObject): readonly ReadableCondition[] {
  const unmet = missingConditions(object);
  const more = [blockedScaling(object), rolloutCondition(object)].filter((each) => each !== undefined);
  return [...unmet, ...more.filter(({ type }) => !unmet.some((each) => each.type === type))];
}

/** Why an object is not ready, its summary only when there is no other. */
function missingConditions(object: KubeObject): readonly ReadableCondition[] {
  const machines = blockedMachines(object);
  if (machines !== undefined) return [machines.condition];
  const summary = mainCondition(object);
  if (summary?.status === "True") return isCoreKind(object, "Cluster") ? heldTopology(object) : [];
  const parts = isWithoutControlPlane(object) ? clusterParts : corePartsOf(object);
  const unmet = readableConditions(object).filter(
    (condition) =>
      isUnmet(condition) &&
      !shownApart.includes(condition.type) &&
      !summaries.includes(condition.type) &&
      (parts === undefined || parts.includes(condition.type)),
  );
  return unmet.length > 0 || summary === undefined ? topologyFirst(unmet) : [summary];
}

/** How core says that a part of a Cluster does not exist before its topology is reconciled. */
const awaited = "Waiting for cluster topology to be reconciled";

/** Nothing goes on without the topology: it stands before the other parts, and in place of those that only wait for it. */
function topologyFirst(unmet: readonly ReadableCondition[]): readonly ReadableCondition[] {
  const topology = unmet.find(({ type }) => type === "TopologyReconciled");
  if (topology === undefined) return unmet;
  return [topology, ...unmet.filter((each) => each !== topology && each.message !== awaited)];
}

/** The condition that sums up an object; undefined when it has none of them. */
export function summaryCondition(conditions: readonly ReadableCondition[]): ReadableCondition | undefined {
  return summaries
    .map((type) => conditions.find((condition) => condition.type === type))
    .find((condition) => condition !== undefined);
}

/** Whether it is a Cluster whose Machines of the control plane were made by hand; a topology creates its control plane later. */
function isWithoutControlPlane(object: KubeObject): boolean {
  if (!isCoreKind(object, "Cluster")) return false;
  return ["controlPlaneRef", "topology"].every((field) => getAt(object, ["spec", field]) === undefined);
}

function worstPart(conditions: readonly ReadableCondition[]): ReadableCondition | undefined {
  const parts = clusterParts.flatMap((type) => conditions.filter((condition) => condition.type === type));
  return parts.find(isUnmet) ?? parts.at(-1) ?? summaryCondition(conditions);
}

function fromCondition({ status, lastTransitionTime, reason, message }: ReadableCondition): ReadySummary {
  return {
    status: status === "True" || status === "False" ? status : "Unknown",
    ...(lastTransitionTime !== "" && { since: lastTransitionTime }),
    ...(reason !== "" && { reason }),
    ...(message !== "" && { message }),
  };
}
