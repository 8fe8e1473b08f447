// The MachineDeployment of workers in a topology: what the topology says, and where it does not, what the class says.
import type {
  Cluster,
  ContractVersionedObjectReference,
  MachineDeployment,
  MachineDeploymentClass,
  MachineDeploymentTopology,
} from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { workerLabels, workerMetadata, writtenMetadata } from "./part-metadata.ts";
import { workerTemplate } from "./worker-template.ts";

/** Workers, and what their machines refer to. */
export interface NewWorkers {
  readonly deployment: MachineDeploymentTopology;
  readonly itsClass: MachineDeploymentClass;
  readonly name: string;
  readonly version: string;
  readonly configRef: ContractVersionedObjectReference;
  readonly infrastructureRef: ContractVersionedObjectReference;
}

/** The MachineDeployment. */
export function newMachineDeployment(draft: Cluster, workers: NewWorkers): MachineDeployment {
  const { deployment, itsClass, name, version, configRef, infrastructureRef } = workers;
  const { namespace, name: clusterName } = keyOf(draft);
  const metadata = writtenMetadata(workerMetadata(draft, deployment, itsClass));
  const { replicas } = deployment;
  const maxInFlight =
    deployment.healthCheck?.remediation?.maxInFlight ?? itsClass.healthCheck?.remediation?.maxInFlight;
  const order = deployment.deletion?.order ?? itsClass.deletion?.order;
  const rollout = deployment.rollout ?? itsClass.rollout;
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: {
      ...metadata,
      name,
      namespace,
      ownerReferences: [ownerReferenceTo(draft)],
    },
    spec: {
      clusterName,
      ...(replicas === undefined ? {} : { replicas }),
      ...(rollout === undefined ? {} : { rollout: deepClone(rollout) }),
      ...(order === undefined ? {} : { deletion: { order } }),
      ...(maxInFlight === undefined ? {} : { remediation: { maxInFlight } }),
      selector: { matchLabels: workerLabels(draft, deployment) },
      template: workerTemplate(
        { clusterName, version, metadata, configRef, infrastructureRef },
        machineFields(deployment, itsClass),
      ),
    },
  };
}

/** What both may say of machines. */
function machineFields(
  deployment: MachineDeploymentTopology,
  itsClass: MachineDeploymentClass,
): Partial<MachineDeployment["spec"]["template"]["spec"]> {
  const { order: _, ...deletion } = { ...itsClass.deletion, ...deployment.deletion };
  const failureDomain = deployment.failureDomain ?? itsClass.failureDomain;
  const readinessGates = deployment.readinessGates ?? itsClass.readinessGates;
  const taints = deployment.taints ?? itsClass.taints;
  const minReadySeconds = deployment.minReadySeconds ?? itsClass.minReadySeconds;
  return deepClone({
    ...(failureDomain === undefined ? {} : { failureDomain }),
    ...(Object.keys(deletion).length === 0 ? {} : { deletion }),
    ...(readinessGates === undefined ? {} : { readinessGates }),
    ...(taints === undefined ? {} : { taints }),
    ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
  });
}
