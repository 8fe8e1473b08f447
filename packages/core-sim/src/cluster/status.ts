// The status of a Cluster: phase, counts and conditions.
import { MachineDeployment, type Cluster, type ClusterPhase, type Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isDeleting } from "@capstan/contract";
import { isConditionTrue } from "@capstan/contract/conditions";
import { copyDeprecated, mark, type CoreCondition } from "../conditions.ts";
import { countMachines, countVersions, idleCondition, overMachines, scalingConditions } from "../machine-counts.ts";
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
  for (const type of ["ControlPlaneInitialized", "InfrastructureReady"]) copyDeprecated(draft, type, type);
  copyDeprecated(draft, "InfrastructureReady", "Ready");
  const { upToDateReplicas: _unknown, ...controlPlane } = countMachines(facts.controlPlane);
  draft.status = {
    ...draft.status,
    phase: phaseOf(draft),
    controlPlane: { ...controlPlane, desiredReplicas: facts.controlPlane.length, ...countVersions(facts.controlPlane) },
    workers: { ...countMachines(facts.workers), desiredReplicas: facts.wantedWorkers, ...countVersions(facts.workers) },
    ...(draft.metadata.generation === undefined ? {} : { observedGeneration: draft.metadata.generation }),
  };
}

async function gather(cluster: Cluster, context: SimContext): Promise<Facts> {
  const machines = await context.reader.machines(cluster);
  const deployments = await context.reader.descendants(MachineDeployment, cluster);
  const standalone = machines.filter((machine) => !isControlPlaneMachine(machine) && !ofDeployment(machine)).length;
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

function ofDeployment({ metadata }: Machine): boolean {
  return metadata.labels?.["cluster.x-k8s.io/deployment-name"] !== undefined;
}

function conditionsOf({
  controlPlane,
  workers,
  wantedWorkers,
  initialized,
  reachable,
}: Facts): readonly CoreCondition[] {
  const available = countMachines(workers).availableReplicas;
  const workersAvailable = available >= wantedWorkers;
  // Without a control plane object Cluster API cannot tell whether the control plane, and so the Cluster, is available.
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
    overMachines("ControlPlaneMachinesReady", "Ready", controlPlane),
    overMachines("ControlPlaneMachinesUpToDate", "UpToDate", controlPlane.filter(hasUpToDate)),
    overMachines("WorkerMachinesReady", "Ready", workers),
    overMachines("WorkerMachinesUpToDate", "UpToDate", workers.filter(hasUpToDate)),
    {
      type: "WorkersAvailable",
      status: workersAvailable ? "True" : "False",
      reason: workersAvailable ? "Available" : "NotAvailable",
      message: workersAvailable ? "" : `${available} available replicas, ${wantedWorkers} wanted`,
    },
    reachable
      ? { type: "RemoteConnectionProbe", status: "True", reason: "ProbeSucceeded" }
      : {
          type: "RemoteConnectionProbe",
          status: "False",
          reason: "ProbeFailed",
          message: "Remote connection not established yet",
        },
    ...scalingConditions(wantedWorkers, workers.length),
    idleCondition("RollingOut"),
    idleCondition("Remediating"),
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
