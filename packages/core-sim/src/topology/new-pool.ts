// The MachinePool of a pool in a topology, and the objects that it names: what the topology says, and where it does not, what the class says.
import type {
  Cluster,
  ContractVersionedObjectReference,
  MachinePool,
  MachinePoolClass,
  MachinePoolTopology,
} from "@capstan/api/core/v1beta2";
import { cloneTemplate, ownerReferenceTo } from "@capstan/contract";
import { deepClone, keyOf, type KubeObject, type UnstructuredObject } from "@capstan/kube";
import { poolLabels, poolMetadata, writtenMetadata } from "./part-metadata.ts";
import { workerTemplate } from "./worker-template.ts";

/** A pool, and what it refers to. */
export interface NewPool {
  readonly pool: MachinePoolTopology;
  readonly itsClass: MachinePoolClass;
  readonly name: string;
  readonly version: string;
  readonly configRef: ContractVersionedObjectReference;
  readonly infrastructureRef: ContractVersionedObjectReference;
}

/** The MachinePool. As in core, its own controller makes the Cluster its owner. */
export function newMachinePool(draft: Cluster, given: NewPool): MachinePool {
  const { pool, itsClass, name, version, configRef, infrastructureRef } = given;
  const { namespace, name: clusterName } = keyOf(draft);
  const metadata = writtenMetadata(poolMetadata(draft, pool, itsClass));
  const { replicas } = pool;
  const failureDomains = pool.failureDomains ?? itsClass.failureDomains;
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachinePool",
    metadata: { ...metadata, name, namespace },
    spec: {
      clusterName,
      ...(replicas === undefined ? {} : { replicas }),
      ...(failureDomains === undefined ? {} : { failureDomains: [...failureDomains] }),
      template: workerTemplate(
        { clusterName, version, metadata, configRef, infrastructureRef },
        machineFields(pool, itsClass),
      ),
    },
  };
}

/** What both may say of machines. */
function machineFields(
  pool: MachinePoolTopology,
  itsClass: MachinePoolClass,
): Partial<MachinePool["spec"]["template"]["spec"]> {
  const deletion = { ...itsClass.deletion, ...pool.deletion };
  const taints = pool.taints ?? itsClass.taints;
  const minReadySeconds = pool.minReadySeconds ?? itsClass.minReadySeconds;
  return deepClone({
    ...(Object.keys(deletion).length === 0 ? {} : { deletion }),
    ...(taints === undefined ? {} : { taints }),
    ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
  });
}

/** An object that a MachinePool names, made from its patched template. The Cluster owns it from the beginning: without a MachinePool, it is deleted with the Cluster. */
export function newPoolObject(
  draft: Cluster,
  template: KubeObject,
  { pool, name }: Pick<NewPool, "pool" | "name">,
): UnstructuredObject {
  const { namespace } = keyOf(draft);
  return cloneTemplate(template, { name, namespace, labels: poolLabels(draft, pool), owner: ownerReferenceTo(draft) });
}
