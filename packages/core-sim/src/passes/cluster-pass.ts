// One pass of the Cluster controller, in core's order: finalizer (then stop), pause, infrastructure, control plane, status.
// The phase functions change a draft; it is sent once, at the end, as core sends it.
import type { Cluster as ClusterObject } from "@capstan/api/core/v1beta2";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { getEndpoint, getFailureDomains, getTerminalFailure, isControlPlaneMachine, isPaused, isProvisioned, labels, ownerReferenceTo } from "@capstan/contract";
import { deepClone, errorOf, formatKey, keyOf, type UnstructuredObject } from "@capstan/kube";
import { coreSimErrors } from "../errors.ts";
import type { Pass } from "../pass.ts";
import { mirroredReady, observeGeneration, pausedCondition, setCoreConditions } from "../rules/conditions.ts";
import { type ExternalKind, resolveKind } from "../rules/external-object.ts";
import { adopt } from "../rules/ownership.ts";
import { deleteCluster } from "./cluster-deletion.ts";

/** The finalizer core puts on every Cluster. */
export const clusterFinalizer = "cluster.cluster.x-k8s.io";

/** Takes a Cluster one pass further. */
export async function clusterPass(pass: Pass, object: ClusterObject): Promise<void> {
  if (object.metadata.deletionTimestamp === undefined && !(object.metadata.finalizers ?? []).includes(clusterFinalizer)) {
    await pass.writer.change(Cluster, object, (draft) => void (draft.metadata.finalizers = [...(draft.metadata.finalizers ?? []), clusterFinalizer]));
    return;
  }
  const paused = isPaused(object, object);
  const wasPaused = object.status?.conditions?.find((condition) => condition.type === "Paused")?.status;
  if (paused || wasPaused !== "False") {
    const why = object.spec.paused === true ? "Cluster spec.paused is set to true" : "Cluster has the cluster.x-k8s.io/paused annotation";
    await pass.writer.change(Cluster, object, (draft) => setCoreConditions(draft, pass.now(), [pausedCondition(paused, why)]));
    return;
  }
  if (object.metadata.deletionTimestamp !== undefined) return deleteCluster(pass, object);
  const draft = deepClone(object);
  draft.status = { ...draft.status };
  await reconcileInfrastructure(pass, draft);
  await reconcileControlPlane(pass, draft);
  draft.status.phase = phaseOf(draft);
  observeGeneration(draft);
  await pass.writer.change(Cluster, object, (target) => void Object.assign(target, { spec: draft.spec, status: draft.status }));
}

async function reconcileInfrastructure(pass: Pass, draft: ClusterObject): Promise<void> {
  const reference = draft.spec.infrastructureRef;
  if (reference === undefined) return latchInfrastructure(draft);
  const kind = await resolveKind(pass, { owner: draft, reference, kind: "InfraCluster" });
  const key = { namespace: draft.metadata.namespace ?? "", name: reference.name };
  const found = await pass.client.find(kind.resource, key);
  if (found === undefined) {
    if (draft.status?.initialization?.infrastructureProvisioned === true) {
      throw errorOf(coreSimErrors, "core-sim/gone-after-provisioned", { values: { kind: reference.kind, key: formatKey(key) } });
    }
    const message = `${reference.kind} does not exist`;
    return setCoreConditions(draft, pass.now(), [{ type: "InfrastructureReady", status: "False", reason: "DoesNotExist", message }]);
  }
  const flags = draft.spec.topology === undefined ? {} : { controller: true, blockOwnerDeletion: true };
  const object = await pass.writer.change(kind.resource, found, (target) => adopt(target, ownerReferenceTo(draft, flags), draft.metadata.name ?? ""));
  readInfrastructure(pass, draft, { kind, object });
}

interface Infrastructure {
  readonly kind: ExternalKind<"InfraCluster">;
  readonly object: UnstructuredObject;
}

/** Copies what the InfraCluster reports: endpoint only while the Cluster has none, failure domains on every pass. */
function readInfrastructure(pass: Pass, draft: ClusterObject, { kind, object }: Infrastructure): void {
  const { status = {} } = draft;
  const failure = getTerminalFailure(object);
  if (failure !== undefined) {
    status.deprecated = { ...status.deprecated, v1beta1: { ...status.deprecated?.v1beta1, failureReason: failure.reason, failureMessage: failure.message } };
  }
  const provisioned = isProvisioned(object, kind.view);
  setCoreConditions(draft, pass.now(), [mirroredReady(object, { type: "InfrastructureReady", provisioned })]);
  if (object.metadata.deletionTimestamp !== undefined || (!provisioned && status.initialization?.infrastructureProvisioned !== true)) return;
  const endpoint = getEndpoint(object);
  if (getEndpoint(draft) === undefined && endpoint !== undefined) draft.spec.controlPlaneEndpoint = { ...endpoint };
  const domains = getFailureDomains(object, kind.view);
  if (domains.length > 0) status.failureDomains = domains.map((domain) => ({ ...domain }));
  else delete status.failureDomains;
  latchInfrastructure(draft);
}

function latchInfrastructure(draft: ClusterObject): void {
  draft.status = { ...draft.status, initialization: { ...draft.status?.initialization, infrastructureProvisioned: true } };
}

/** Without a control plane object the control plane is there once one of its Machines has a Node. */
async function reconcileControlPlane(pass: Pass, draft: ClusterObject): Promise<void> {
  if (draft.spec.controlPlaneRef !== undefined || draft.status?.initialization?.controlPlaneInitialized === true) return;
  const { items } = await pass.client.listAll(Machine, { namespace: draft.metadata.namespace ?? "", labelSelector: `${labels.clusterName}=${draft.metadata.name}` });
  const initialized = items.some((machine) => isControlPlaneMachine(machine) && machine.status?.nodeRef !== undefined);
  if (initialized) draft.status = { ...draft.status, initialization: { ...draft.status?.initialization, controlPlaneInitialized: true } };
  setCoreConditions(draft, pass.now(), [
    initialized
      ? { type: "ControlPlaneInitialized", status: "True", reason: "Initialized" }
      : { type: "ControlPlaneInitialized", status: "False", reason: "NotInitialized", message: "Waiting for the first control plane machine to have status.nodeRef set" },
  ]);
}

function phaseOf(draft: ClusterObject): NonNullable<NonNullable<ClusterObject["status"]>["phase"]> {
  if (draft.metadata.deletionTimestamp !== undefined) return "Deleting";
  if (draft.spec.infrastructureRef === undefined) return "Pending";
  return draft.status?.initialization?.infrastructureProvisioned === true && getEndpoint(draft) !== undefined ? "Provisioned" : "Provisioning";
}
