// What the played roles have in common: their label, Secrets of a Cluster, and the state of a Machine.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { clusterSecretType, isControlPlaneMachine, labels, playedByLabel } from "@capstan/contract";
import { isConditionTrue } from "@capstan/contract/conditions";
import type { KubeObject, ObjectKey, OwnerReference } from "@capstan/kube";
import type { Secret } from "@capstan/kube/builtin";
import type { PlayedRole } from "./play-options.ts";

/** Sets the label that says which role stands behind an object. */
export function markPlayed({ metadata }: KubeObject, role: PlayedRole): void {
  metadata.labels = { ...metadata.labels, [playedByLabel]: role };
}

/** Whether a played role made the object, or reconciles it. */
export function isPlayed({ metadata }: KubeObject): boolean {
  return metadata.labels?.[playedByLabel] !== undefined;
}

/** A Secret of a Cluster that a played role makes. */
export interface PlayedSecret {
  readonly key: ObjectKey;
  readonly cluster: string;
  readonly role: PlayedRole;
  readonly owner: OwnerReference;
  readonly data: Readonly<Record<string, string>>;
}

/** The Secret, with the type and the label that core and other controllers expect. */
export function playedSecret({ key, cluster, role, owner, data }: PlayedSecret): Secret {
  const encoded = Object.entries(data).map(([name, value]) => [name, Buffer.from(value).toString("base64")]);
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      ...key,
      labels: { [labels.clusterName]: cluster, [playedByLabel]: role },
      ownerReferences: [owner],
    },
    type: clusterSecretType,
    data: Object.fromEntries(encoded),
  };
}

/** Whether the machine would run: it has infrastructure, and the data that makes it a Node. */
export function isBooted({ spec, status }: Machine): boolean {
  return (
    spec.providerID !== undefined &&
    status?.initialization?.infrastructureProvisioned === true &&
    spec.bootstrap.dataSecretName !== undefined
  );
}

/** Whether the machine may become a Node: workers need the control plane, unless the Cluster has none. */
export function mayJoin(machine: Machine, cluster: Cluster, machines: readonly Machine[]): boolean {
  if (isControlPlaneMachine(machine) || isConditionTrue(cluster, "ControlPlaneInitialized")) return true;
  return cluster.spec.controlPlaneRef === undefined && !machines.some(isControlPlaneMachine);
}
