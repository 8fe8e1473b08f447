// The template of machines that a MachineDeployment and a MachinePool of a topology have alike.
import type { ContractVersionedObjectReference, MachineDeployment } from "@capstan/api/core/v1beta2";
import { deepClone } from "@capstan/kube";

type MachineTemplate = MachineDeployment["spec"]["template"];

/** What machines of a part of a topology are made of. */
export interface WorkerParts {
  readonly clusterName: string;
  /** Empty where the topology has none. */
  readonly version: string;
  readonly metadata: NonNullable<MachineTemplate["metadata"]>;
  readonly configRef: ContractVersionedObjectReference;
  readonly infrastructureRef: ContractVersionedObjectReference;
}

/** The template; `fields` are those that the topology or its class sets. */
export function workerTemplate(parts: WorkerParts, fields: Partial<MachineTemplate["spec"]>): MachineTemplate {
  const { clusterName, version, metadata, configRef, infrastructureRef } = parts;
  return {
    metadata: deepClone(metadata),
    spec: {
      clusterName,
      ...(version === "" ? {} : { version }),
      bootstrap: { configRef },
      infrastructureRef,
      ...fields,
    },
  };
}
