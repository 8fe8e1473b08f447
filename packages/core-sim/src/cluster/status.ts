// The status of a Cluster: phase, counts and conditions.
import { MachineDeployment, type Cluster, type ClusterPhase, type Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isDeleting, labels } from "@capstan/contract";
import { isConditionTrue } from "@capstan/contract/conditions";
import { copyDeprecated, mark, type CoreCondition } from "../conditions.ts";
import {
  countMachines,
  countVersions,
  idleCondition,
  observedGenerationOf,
  aggregateCondition,
  scalingConditions,
} from "../machine-counts.ts";
import type { SimContext } from "../writer.ts";

interface Facts {
  readonly controlPlane: readonly Machine[];
  readonly workers: readonly Machine[];
  readonly wantedWorkers: number;
  /** True for ever once a control-plane Machine had a Node. */
  readonly initialized: boolean;
  readonly reachable: boolean;
}

/** Sets phase, counts and conditions on the draft. */
export async function setClusterStatus(draft: Cluster, context: SimContext): Promise<void> {
  const facts = await gather(draft, context);
  for (const condition of conditionsOf(facts)) mark(draft, condition);
  if (!isDeleting(draft)) mark(draft, idleCondition("Deleting"));
  copyDeprecated(draft, "ControlPlaneInitialized", "ControlPlaneInitialized");
  copyDeprecated(draft, "InfrastructureReady", "Ready");
  // Standalone control-plane machines have no UpToDate condition, and core does not write a count of none.
  const { upToDateReplicas: _notCompared, ...controlPlane } = countMachines(facts.controlPlane);
  draft.status = {
    ...draft.status,
    phase: phaseOf(draft),
    controlPlane: { ...controlPlane, desiredReplicas: facts.controlPlane.length, ...countVersions(facts.controlPlane) },
    workers: { ...countMachines(facts.workers), desiredReplicas: facts.wantedWorkers, ...countVersions(facts.workers) },
    ...observedGenerationOf(draft),
  };
}

async function gather(cluster: Cluster, context: SimContext): Promise<Facts> {
  const machines = await context.reader.machines(cluster);
  const deployments = await context.reader.descendants(MachineDeployment, cluster);
  const standalone = machines.filter((machine) => !isControlPlaneMachine(machine) && !isOfDeployment(machine)).length;
  return {
    controlPlane: machines.filter(isControlPlaneMachine),
    workers: machines.filter((machine) => !isControlPlaneMachine(machine)),
    wantedWorkers: deployments.reduce((sum, { spec }) => sum + (spec.replicas ?? 1), standalone),
    initialized:
      isConditionTrue(cluster, "ControlPlaneInitialized") ||
      machines.some((machine) => isControlPlaneMachine(machine) && machine.status?.nodeRef !== undefined),
    reachable: (await context.reader.nodes(cluster)) !== undefined,
  };
}

function isOfDeployment({ metadata }: Machine): boolean {
  return metadata.labels?.[labels.deploymentName] !== undefined;
}

function conditionsOf(facts: Facts): readonly CoreCondition[] {
  return [
    ...controlPlaneConditions(facts),
    ...workerConditions(facts),
    facts.reachable
      ? { type: "RemoteConnectionProbe", status: "True", reason: "ProbeSucceeded" }
      : {
          type: "RemoteConnectionProbe",
          status: "False",
          reason: "ProbeFailed",
          message: "Remote connection not established yet",
        },
    idleCondition("RollingOut"),
    idleCondition("Remediating"),
  ];
}

/** Without a control plane object Cluster API cannot tell whether the control plane, and so the Cluster, is available. */
function controlPlaneConditions({ controlPlane, initialized }: Facts): readonly CoreCondition[] {
  return [
    {
      type: "Available",
      status: "Unknown",
      reason: "AvailableUnknown",
      message: "* ControlPlaneAvailable: Please check controller logs for errors",
    },
    {
      type: "ControlPlaneAvailable",
      status: "Unknown",
      reason: "InternalError",
      message: "Please check controller logs for errors",
    },
    initialized
      ? { type: "ControlPlaneInitialized", status: "True", reason: "Initialized" }
      : {
          type: "ControlPlaneInitialized",
          status: "False",
          reason: "NotInitialized",
          message: "Waiting for the first control plane machine to have status.nodeRef set",
        },
    aggregateCondition("ControlPlaneMachinesReady", "Ready", controlPlane),
    aggregateCondition("ControlPlaneMachinesUpToDate", "UpToDate", controlPlane.filter(hasUpToDate)),
  ];
}

function workerConditions({ workers, wantedWorkers }: Facts): readonly CoreCondition[] {
  const available = countMachines(workers).availableReplicas;
  const enough = available >= wantedWorkers;
  return [
    aggregateCondition("WorkerMachinesReady", "Ready", workers),
    aggregateCondition("WorkerMachinesUpToDate", "UpToDate", workers.filter(hasUpToDate)),
    {
      type: "WorkersAvailable",
      status: enough ? "True" : "False",
      reason: enough ? "Available" : "NotAvailable",
      message: enough ? "" : `${available} available replicas, ${wantedWorkers} wanted`,
    },
    ...scalingConditions(wantedWorkers, workers.length),
  ];
}

/** Only machines of sets are compared with a template. */
function hasUpToDate(machine: Machine): boolean {
  return machine.status?.conditions?.some(({ type }) => type === "UpToDate") === true;
}

function phaseOf(draft: Cluster): ClusterPhase {
  if (isDeleting(draft)) return "Deleting";
  const { host, port } = draft.spec.controlPlaneEndpoint ?? {};
  const provisioned = draft.status?.initialization?.infrastructureProvisioned === true;
  if (provisioned && host !== undefined && port !== undefined) return "Provisioned";
  return draft.spec.infrastructureRef === undefined ? "Pending" : "Provisioning";
}
