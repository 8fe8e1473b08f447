// The status of a played control plane, with the fields and conditions of the real one. Etcd and the API server are healthy where their machines serve.
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { Machine } from "@capstan/api/core/v1beta2";
import { isDeleting, labels } from "@capstan/contract";
import { isConditionTrue } from "@capstan/contract/conditions";
import { keyOf } from "@capstan/kube";
import { copyDeprecated, mark, markDeprecated, type CoreCondition } from "../../conditions.ts";
import {
  aggregateCondition,
  scalingWithReasons,
  countMachines,
  countVersions,
  idleCondition,
  observedGenerationOf,
  rollingOutCondition,
  scalingConditions,
  setVersions,
  upToDateCondition,
} from "../../machine-counts.ts";
import { isEtcdStacked, rejectedChange } from "./config-spec.ts";
import { type ControlPlaneInWork, isToReplace } from "./control-plane-in-work.ts";
import { isServing, upToDate } from "./machine-conditions.ts";

/** Why a control plane changes nothing of its machines. */
export interface ScaleObstacles {
  /** What a change that is due waits for. */
  readonly reasons: readonly string[];
  /** The kind of the template of its machines, where that does not exist. */
  readonly missing?: string;
}

/** Nothing is in the way of a change. */
export const noObstacles: ScaleObstacles = { reasons: [] };

/** Sets counts, versions and conditions on the draft. */
export function setControlPlaneStatus(work: ControlPlaneInWork, obstacles: ScaleObstacles): void {
  const { draft, cluster, machines } = work;
  const serving = machines.filter((machine) => isServing(machine, work));
  const initialized = draft.status?.initialization?.controlPlaneInitialized === true || serving.length > 0;
  const versions = countVersions(machines);
  const [lowest] = versions;
  draft.status = {
    ...draft.status,
    ...(initialized ? { initialization: { controlPlaneInitialized: true } } : {}),
    selector: `${labels.clusterName}=${keyOf(cluster).name},${labels.controlPlane}`,
    ...countMachines(machines),
    ...(lowest === undefined ? {} : { version: lowest.version }),
    ...observedGenerationOf(draft),
  };
  setVersions(draft.status, versions);
  for (const condition of conditionsOf(work, { serving, initialized, obstacles })) mark(draft, condition);
  setDeprecated(work, serving);
}

interface Health {
  readonly serving: readonly Machine[];
  readonly initialized: boolean;
  readonly obstacles: ScaleObstacles;
}

function conditionsOf(work: ControlPlaneInWork, health: Health): readonly CoreCondition[] {
  const { draft, machines } = work;
  const outdated = machines.map((machine) => upToDate(machine, work)).filter(({ status }) => status === "False");
  return [
    health.initialized
      ? { type: "Initialized", status: "True", reason: "Initialized" }
      : { type: "Initialized", status: "False", reason: "NotInitialized" },
    ...(machines.length === 0 ? [] : healthConditions(work, health)),
    available(draft, health),
    aggregateCondition("MachinesReady", "Ready", machines),
    upToDateCondition("MachinesUpToDate", machines),
    rollingOutCondition(outdated.map(({ message = "" }) => message)),
    ...scaling(work, health.obstacles),
    idleCondition("Remediating"),
    ...(isDeleting(draft) ? [] : [idleCondition("Deleting")]),
  ];
}

/** ScalingUp and ScalingDown, and why nothing is changed: with a number or a version that is rejected, both say it. */
function scaling(
  { draft, machines, versionBefore }: ControlPlaneInWork,
  obstacles: ScaleObstacles,
): readonly CoreCondition[] {
  const conditions = scalingConditions(isDeleting(draft) ? 0 : (draft.spec.replicas ?? 1), machines.length);
  const rejected = isDeleting(draft) ? undefined : rejectedChange(draft, versionBefore);
  if (rejected !== undefined) return scalingWithReasons(conditions, rejected);
  return conditions.map((condition) => withReasons(condition, obstacles));
}

/** A template that does not exist would block ScalingUp only, now or later. */
function withReasons(condition: CoreCondition, { reasons, missing }: ScaleObstacles): CoreCondition {
  const absent = missing === undefined || condition.type !== "ScalingUp" ? [] : [`${missing} does not exist`];
  const why = condition.status === "True" ? [...reasons, ...absent] : absent;
  if (why.length === 0) return condition;
  const message =
    condition.status === "True"
      ? [`${condition.message} is blocked because:`, ...why.map((reason) => `* ${reason}`)].join("\n")
      : `Scaling up would be blocked because ${why.join(" and ")}`;
  return { ...condition, message };
}

/** The parts whose health it reports. */
export function healthTypes(draft: KubeadmControlPlane): readonly string[] {
  return [...(isEtcdStacked(draft) ? ["EtcdClusterHealthy"] : []), "ControlPlaneComponentsHealthy"];
}

function healthConditions({ draft, machines }: ControlPlaneInWork, { serving }: Health): readonly CoreCondition[] {
  const all = serving.length === machines.length;
  return healthTypes(draft).map((type) =>
    all
      ? { type, status: "True", reason: "Healthy" }
      : { type, status: "Unknown", reason: "HealthUnknown", message: "Waiting for the Nodes of all Machines" },
  );
}

function available(draft: KubeadmControlPlane, { serving, initialized }: Health): CoreCondition {
  const type = "Available";
  if (!initialized)
    return { type, status: "False", reason: "NotAvailable", message: "Control plane not yet initialized" };
  const holds = serving.length > 0 && !isDeleting(draft) && isConditionTrue(draft, "CertificatesAvailable");
  if (holds) return { type, status: "True", reason: "Available" };
  const message = isDeleting(draft) ? "Control plane metadata.deletionTimestamp is set" : "No Machine serves";
  return { type, status: "False", reason: "NotAvailable", message };
}

function setDeprecated(work: ControlPlaneInWork, serving: readonly Machine[]): void {
  const { draft, machines } = work;
  for (const type of ["Available", "MachinesReady"]) copyDeprecated(draft, type, type);
  copyDeprecated(draft, "Available", "Ready");
  if (machines.length > 0) {
    for (const type of healthTypes(draft)) copyDeprecated(draft, type, type);
    markDeprecated(draft, { type: "MachinesCreated", status: "True", reason: "" });
  }
  setSpecUpToDate(work);
  const isResized = serving.length === machines.length && machines.length === (draft.spec.replicas ?? 1);
  if (isResized && !isDeleting(draft)) markDeprecated(draft, { type: "Resized", status: "True", reason: "" });
  const { conditions = [] } = draft.status?.deprecated?.v1beta1 ?? {};
  const counts = {
    updatedReplicas: countMachines(machines).upToDateReplicas,
    readyReplicas: serving.length,
    unavailableReplicas: machines.length - serving.length,
  };
  draft.status = { ...draft.status, deprecated: { v1beta1: { conditions, ...counts } } };
}

/** It exists from the first rollout on. */
function setSpecUpToDate(work: ControlPlaneInWork): void {
  const { draft, machines } = work;
  if (isDeleting(draft)) return;
  const type = "MachinesSpecUpToDate";
  const outdated = machines.filter((machine) => isToReplace(machine, work) && !isDeleting(machine)).length;
  const isKnown = draft.status?.deprecated?.v1beta1?.conditions?.some((condition) => condition.type === type) === true;
  if (outdated > 0) {
    const message = `Rolling ${outdated} replicas with outdated spec (${machines.length - outdated} replicas up to date)`;
    const reason = "RollingUpdateInProgress";
    markDeprecated(draft, { type, status: "False", reason, severity: "Warning", message });
  } else if (isKnown) markDeprecated(draft, { type, status: "True", reason: "" });
}
