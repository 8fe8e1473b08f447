// The status of a played control plane, with the fields and conditions of the real one. Etcd and the API server are healthy where their machines serve.
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { Machine, StatusVersion } from "@capstan/api/core/v1beta2";
import { isDeleting, labels } from "@capstan/contract";
import { isConditionTrue } from "@capstan/contract/conditions";
import { keyOf } from "@capstan/kube";
import { copyDeprecated, mark, markDeprecated, type CoreCondition } from "../../conditions.ts";
import {
  aggregateCondition,
  countMachines,
  idleCondition,
  observedGenerationOf,
  scalingConditions,
} from "../../machine-counts.ts";
import { hasOldVersion, isServing } from "./machine-conditions.ts";
import type { ControlPlaneInWork } from "./control-plane-in-work.ts";

/** Sets counts, versions and conditions on the draft. */
export function setControlPlaneStatus(work: ControlPlaneInWork): void {
  const { draft, cluster, machines } = work;
  const serving = machines.filter((machine) => isServing(machine, work));
  const initialized = draft.status?.initialization?.controlPlaneInitialized === true || serving.length > 0;
  const versions = versionsOf(machines);
  const [lowest] = versions;
  draft.status = {
    ...draft.status,
    ...(initialized ? { initialization: { controlPlaneInitialized: true } } : {}),
    selector: `${labels.clusterName}=${keyOf(cluster).name},${labels.controlPlane}`,
    ...countMachines(machines),
    ...(lowest === undefined ? {} : { versions, version: lowest.version }),
    ...observedGenerationOf(draft),
  };
  if (lowest === undefined) delete draft.status.versions;
  for (const condition of conditionsOf(work, { serving, initialized })) mark(draft, condition);
  setDeprecated(draft, machines, serving);
}

/** In the specs of the Machines, since a machine that is not up yet counts too. */
function versionsOf(machines: readonly Machine[]): StatusVersion[] {
  const counted = Map.groupBy(machines, ({ spec }) => spec.version ?? "");
  const list = Array.from(counted, ([version, { length }]) => ({ version, replicas: length }));
  return list
    .filter(({ version }) => version !== "")
    .toSorted((a, b) => a.version.localeCompare(b.version, "en", { numeric: true }));
}

interface Health {
  readonly serving: readonly Machine[];
  readonly initialized: boolean;
}

function conditionsOf(work: ControlPlaneInWork, health: Health): readonly CoreCondition[] {
  const { draft, machines } = work;
  const outdated = machines.filter((machine) => hasOldVersion(machine, work)).length;
  return [
    health.initialized
      ? { type: "Initialized", status: "True", reason: "Initialized" }
      : { type: "Initialized", status: "False", reason: "NotInitialized" },
    ...(machines.length === 0 ? [] : healthConditions(machines, health)),
    available(draft, health),
    aggregateCondition("MachinesReady", "Ready", machines),
    aggregateCondition("MachinesUpToDate", "UpToDate", machines),
    outdated > 0
      ? { ...on("RollingOut"), message: `Rolling out ${outdated} not up-to-date replicas` }
      : idleCondition("RollingOut"),
    ...scalingConditions(isDeleting(draft) ? 0 : (draft.spec.replicas ?? 1), machines.length),
    idleCondition("Remediating"),
    ...(isDeleting(draft) ? [] : [idleCondition("Deleting")]),
  ];
}

function on(type: string): CoreCondition {
  return { type, status: "True", reason: type };
}

const health: readonly string[] = ["EtcdClusterHealthy", "ControlPlaneComponentsHealthy"];

function healthConditions(machines: readonly Machine[], { serving }: Health): readonly CoreCondition[] {
  const all = serving.length === machines.length;
  return health.map((type) =>
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

function setDeprecated(draft: KubeadmControlPlane, machines: readonly Machine[], serving: readonly Machine[]): void {
  for (const type of ["Available", "MachinesReady"]) copyDeprecated(draft, type, type);
  copyDeprecated(draft, "Available", "Ready");
  if (machines.length > 0) {
    for (const type of health) copyDeprecated(draft, type, type);
    markDeprecated(draft, { type: "MachinesCreated", status: "True", reason: "" });
  }
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
