// The status of a Cluster: phase, counts and conditions.
import {
  MachineDeployment,
  MachinePool,
  MachineSet,
  type Cluster,
  type ClusterPhase,
  Machine,
  type WorkersStatus,
} from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isDeleting, labels } from "@capstan/contract";
import {
  conditionPlaces,
  defaultMergeStrategy,
  isConditionTrue,
  priorityByPolarity,
  reasonByPriority,
  summaryOf,
} from "@capstan/contract/conditions";
import { isProvisioned } from "@capstan/contract/fields";
import type { External } from "../cluster-reader.ts";
import { copyDeprecated, mark, type CoreCondition } from "../conditions.ts";
import {
  countMachines,
  countVersions,
  idleCondition,
  observedGenerationOf,
  aggregateCondition,
  type MachineCounts,
  setVersions,
  sumVersions,
  upToDateCondition,
} from "../machine-counts.ts";
import { sumsOfSets } from "../machine-set/rollout-limits.ts";
import type { SimContext } from "../writer.ts";
import { awaitedByTopology, hasControlPlaneObject } from "./cluster-object.ts";
import { copyControlPlaneCounts } from "./control-plane.ts";
import { availableWorkers, progressConditions, type ScaledParts } from "./progress.ts";

type WorkerGroup = MachineDeployment | MachineSet | MachinePool;

interface Facts {
  /** The object of the control plane; undefined when its Machines stand alone, or when it does not exist. */
  readonly object: External<"ControlPlane"> | undefined;
  readonly controlPlane: readonly Machine[];
  /** Without those of pools. */
  readonly workers: readonly Machine[];
  readonly workersStatus: WorkersStatus;
  readonly scaled: ScaledParts;
  /** True for ever once the control plane was initialized: by its object, or by the Node of a Machine that stands alone. */
  readonly initialized: boolean;
  readonly reachable: boolean;
}

/** Sets phase, counts and conditions on the draft. */
export async function setClusterStatus(
  draft: Cluster,
  object: External<"ControlPlane"> | undefined,
  context: SimContext,
): Promise<void> {
  const facts = await gather(draft, object, context);
  if (hasControlPlaneObject(draft)) copyControlPlaneCounts(draft, object);
  else countStandalone(draft, facts);
  for (const condition of conditionsOf(draft, facts)) mark(draft, condition);
  if (!isDeleting(draft)) mark(draft, idleCondition("Deleting"));
  markAvailable(draft);
  copyDeprecated(draft, "ControlPlaneInitialized", "ControlPlaneInitialized");
  copyDeprecated(draft, "InfrastructureReady", "Ready");
  const { upgradePlan } = draft.status?.workers ?? {};
  draft.status = {
    ...draft.status,
    phase: phaseOf(draft),
    // The plan is the topology controller's.
    workers: { ...facts.workersStatus, ...(upgradePlan !== undefined && { upgradePlan }) },
    ...observedGenerationOf(draft),
  };
}

/** Each machine that stands alone is one that is wanted. */
function countStandalone(draft: Cluster, { controlPlane: machines }: Facts): void {
  const controlPlane: NonNullable<Cluster["status"]>["controlPlane"] = {
    ...presentCounts(machines),
    ...(machines.length > 0 && { desiredReplicas: machines.length }),
  };
  setVersions(controlPlane, countVersions(machines));
  draft.status = { ...draft.status, controlPlane };
}

/** Core does not write a count of none. */
function presentCounts(machines: readonly Machine[]): Partial<MachineCounts> {
  return Object.fromEntries(Object.entries(countMachines(machines)).filter(([, count]) => count > 0));
}

/** As in core: what the owners of workers want and report, and the machines that the Cluster owns itself. */
function statusOfWorkers(groups: readonly WorkerGroup[], standalone: readonly Machine[]): WorkersStatus {
  const counts = presentCounts(standalone);
  const alone = { status: counts, spec: standalone.length === 0 ? {} : { replicas: standalone.length } };
  const parts = [...groups, alone];
  const desiredReplicas = sumsOfSets(parts.map(({ spec }) => ({ status: spec }))).replicas;
  const status: WorkersStatus = {
    ...sumsOfSets(parts),
    ...(desiredReplicas !== undefined && { desiredReplicas }),
  };
  const versions = groups.flatMap((group) => group.status?.versions ?? []);
  setVersions(status, sumVersions([...versions, ...countVersions(standalone)]));
  return status;
}

async function gather(
  cluster: Cluster,
  object: External<"ControlPlane"> | undefined,
  context: SimContext,
): Promise<Facts> {
  const machines = await context.reader.machines(cluster);
  const deployments = await context.reader.descendants(MachineDeployment, cluster);
  const pools = await context.reader.descendants(MachinePool, cluster);
  const sets = await context.reader.owned(MachineSet, cluster);
  const isWorker = (machine: Machine): boolean =>
    !isControlPlaneMachine(machine) && machine.metadata.labels?.[labels.poolName] === undefined;
  const standalone = (await context.reader.owned(Machine, cluster)).filter(isWorker);
  return {
    object,
    scaled: { controlPlane: object, deployments, sets },
    controlPlane: machines.filter(isControlPlaneMachine),
    workers: machines.filter(isWorker),
    workersStatus: statusOfWorkers([...pools, ...deployments, ...sets], standalone),
    initialized: isConditionTrue(cluster, "ControlPlaneInitialized") || isInitialized(cluster, machines, object),
    reachable: (await context.reader.nodes(cluster)) !== undefined,
  };
}

function isInitialized(
  cluster: Cluster,
  machines: readonly Machine[],
  object: External<"ControlPlane"> | undefined,
): boolean {
  if (hasControlPlaneObject(cluster)) return object !== undefined && isProvisioned(object.object, object.view);
  return machines.some((machine) => isControlPlaneMachine(machine) && machine.status?.nodeRef !== undefined);
}

function conditionsOf(cluster: Cluster, facts: Facts): readonly CoreCondition[] {
  return [
    ...controlPlaneConditions(cluster, facts),
    ...workerConditions(facts),
    ...progressConditions(facts.scaled),
    facts.reachable
      ? { type: "RemoteConnectionProbe", status: "True", reason: "ProbeSucceeded" }
      : {
          type: "RemoteConnectionProbe",
          status: "False",
          reason: "ProbeFailed",
          message: "Remote connection not established yet",
        },
    idleCondition("Remediating"),
  ];
}

function controlPlaneConditions(cluster: Cluster, facts: Facts): readonly CoreCondition[] {
  const { controlPlane } = facts;
  return [
    ...(hasControlPlaneObject(cluster) ? [] : [standaloneAvailable]),
    initializedCondition(cluster, facts),
    aggregateCondition("ControlPlaneMachinesReady", "Ready", controlPlane),
    upToDateCondition("ControlPlaneMachinesUpToDate", controlPlane),
  ];
}

/** Without a control plane object Cluster API cannot tell whether the control plane, and so the Cluster, is available. */
const standaloneAvailable: CoreCondition = {
  type: "ControlPlaneAvailable",
  status: "Unknown",
  reason: "InternalError",
  message: "Please check controller logs for errors",
};

function initializedCondition(cluster: Cluster, { initialized, object }: Facts): CoreCondition {
  const type = "ControlPlaneInitialized";
  if (initialized) return { type, status: "True", reason: "Initialized" };
  const { controlPlaneRef } = cluster.spec;
  if (hasControlPlaneObject(cluster) && object === undefined) {
    const missing =
      controlPlaneRef === undefined ? awaitedByTopology(cluster) : `${controlPlaneRef.kind} does not exist`;
    return { type, status: "Unknown", reason: "DoesNotExist", message: missing };
  }
  const message =
    controlPlaneRef === undefined
      ? "Waiting for the first control plane machine to have status.nodeRef set"
      : "Control plane not yet initialized";
  return { type, status: "False", reason: "NotInitialized", message };
}

const availableParts = [
  "Deleting",
  "RemoteConnectionProbe",
  "InfrastructureReady",
  "ControlPlaneAvailable",
  "WorkersAvailable",
];

/** Sums up what makes the Cluster available, and its own gates. */
function markAvailable(draft: Cluster): void {
  const gates = draft.spec.availabilityGates ?? [];
  const negative = gates.filter(({ polarity }) => polarity === "Negative").map(({ conditionType }) => conditionType);
  const strategy = defaultMergeStrategy({
    priorityOf: priorityByPolarity(["Deleting", ...negative]),
    reasonOf: reasonByPriority({ issue: "NotAvailable", unknown: "AvailableUnknown", info: "Available" }),
  });
  const types = [...availableParts, ...gates.map(({ conditionType }) => conditionType)];
  const summary = summaryOf(draft, conditionPlaces.current, { target: "Available", types, strategy });
  mark(draft, summary);
}

/** As in core, machines of pools do not count in them. */
function workerConditions({ workers, scaled }: Facts): readonly CoreCondition[] {
  return [
    aggregateCondition("WorkerMachinesReady", "Ready", workers),
    upToDateCondition("WorkerMachinesUpToDate", workers),
    availableWorkers(scaled),
  ];
}

/** Core sees a Cluster before its infrastructure is provisioned, and a step may see it later: it is Provisioning first all the same. */
function phaseOf(draft: Cluster): ClusterPhase {
  if (isDeleting(draft)) return "Deleting";
  const { controlPlaneEndpoint, infrastructureRef, controlPlaneRef } = draft.spec;
  const { host, port } = controlPlaneEndpoint ?? {};
  const first = (infrastructureRef ?? controlPlaneRef) === undefined ? "Pending" : "Provisioning";
  const { initialization, phase = "Pending" } = draft.status ?? {};
  if (initialization?.infrastructureProvisioned !== true || host === undefined || port === undefined) return first;
  return phase === "Pending" && first === "Provisioning" ? first : "Provisioned";
}
