// The limits of rollouts of workers as webhooks of Cluster API's core check them: in the topology of a Cluster, in its class, and in the MachineDeployments that the topology controller writes.
import type { Cluster, ClusterClass, MachineDeployment } from "@capstan/api/core/v1beta2";
import { keyOf, type KubeObject } from "@capstan/kube";
import { type RejectedField, rejectedLimits, rejectedRollout, rejectedMessage } from "../machine-set/rollout-rules.ts";

const rejectedKind = "MachineDeployment.cluster.x-k8s.io";
const controllerError = "error reconciling the Cluster topology";

/** Why a webhook rejects a Cluster or its class; undefined where it accepts the limits of both. */
export function rejectedTopologyRollout(cluster: Cluster, clusterClass: ClusterClass): string | undefined {
  const ofCluster = (cluster.spec.topology?.workers?.machineDeployments ?? []).flatMap(({ name, rollout }) =>
    rejectedLimits(`spec.topology.workers.machineDeployments[${name}].rollout.strategy`, rollout?.strategy),
  );
  if (ofCluster.length > 0) return invalid(cluster, ofCluster);
  const ofClass = (clusterClass.spec.workers?.machineDeployments ?? []).flatMap(({ class: name, rollout }) =>
    rejectedLimits(`spec.workers.machineDeployments[${name}].rollout.strategy`, rollout?.strategy),
  );
  return ofClass.length === 0 ? undefined : invalid(clusterClass, ofClass);
}

function invalid(object: KubeObject, rejected: readonly RejectedField[]): string {
  return `${object.kind}.cluster.x-k8s.io ${JSON.stringify(keyOf(object).name)} is invalid: ${rejectedMessage(rejected)}`;
}

/** What the topology controller fails with when it creates or changes workers; undefined where their limits are accepted. One that is not given may be the default. */
export function rejectedWorkerRollout(
  wanted: MachineDeployment,
  current: MachineDeployment | undefined,
): string | undefined {
  const rejected = rejectedRollout(wanted);
  if (rejected.length === 0) return undefined;
  if (current === undefined) {
    const causes = rejected.map(({ field, message }) => `FieldValueInvalid: ${field}: ${message}`);
    return `${controllerError}: failed to create ${rejectedKind}: ${causes.join(" ")}`;
  }
  const { namespace, name } = keyOf(current);
  const webhook = "validation.machinedeployment.cluster.x-k8s.io";
  const denied = `admission webhook "${webhook}" denied the request: ${invalid(current, rejected)}`;
  const helper = `failed to create patch helper for MachineDeployment ${namespace}/${name}`;
  return `${controllerError}: ${helper}: server side apply dry-run failed for modified object: ${denied}`;
}
