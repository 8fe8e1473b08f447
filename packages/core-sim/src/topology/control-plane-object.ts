// The control plane of a Cluster of a class: a copy of its template, with what the topology and the class say of it and of its machines.
import { cloneTemplate, readPath, writePath } from "@capstan/contract";
import { readField, writeField } from "@capstan/contract/fields";
import type { ContractFieldNames } from "@capstan/contract/rules";
import {
  deepClone,
  formatDuration,
  isJsonObject,
  keyOf,
  parseApiVersion,
  type KubeObject,
  type UnstructuredObject,
} from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import type { ClassWork } from "./class-blueprint.ts";
import { controlPlaneMetadata, type PartMetadata, partLabels } from "./part-metadata.ts";

/** The fields that core writes, which patches of the template do not change. */
const ownFields: readonly ContractFieldNames["ControlPlane"][] = [
  "machineMetadata",
  "readinessGates",
  "taints",
  "machineInfrastructure",
  "nodeDrainTimeout",
  "nodeVolumeDetachTimeout",
  "nodeDeletionTimeout",
  "replicas",
  "version",
];

/** Core writes it for both contracts, and only the newer one has it. */
const rolloutAfter = "spec.rollout.after";

/** A control plane, and the templates it is made of. */
export interface ControlPlaneParts {
  readonly template: External<"ControlPlane">;
  /** The template of its machines, before patches. */
  readonly machines: External<"InfraMachine"> | undefined;
}

/** The control plane before patches. */
export function unpatchedControlPlane(work: ClassWork, { template, machines }: ControlPlaneParts): UnstructuredObject {
  const { draft, topology, clusterClass, versions } = work;
  const { view } = template;
  const metadata = controlPlaneMetadata(draft, topology, clusterClass);
  const object = cloneTemplate(template.object, {
    ...metadata,
    ...nameOf(work),
  });
  const write = (name: ContractFieldNames["ControlPlane"], value: unknown): void => {
    if (value !== undefined) writeField(object, { view, name }, deepClone(value));
  };
  if (machines !== undefined) {
    write("machineMetadata", machineMetadata(metadata, readField(object, view, "machineMetadata")));
    write("machineInfrastructure", machineReference(work, machines.object, view.contract));
  }
  const given = topology.controlPlane ?? {};
  const itsClass = clusterClass.spec.controlPlane;
  write("replicas", given.replicas);
  if (given.rollout?.after !== undefined) writePath(object, rolloutAfter, given.rollout.after);
  write("readinessGates", given.readinessGates ?? itsClass.readinessGates);
  write("taints", given.taints ?? itsClass.taints);
  const deletion = { ...itsClass.deletion, ...given.deletion };
  const timeout = (seconds: number | undefined): unknown =>
    seconds === undefined || view.contract === "v1beta2" ? seconds : formatDuration(seconds * 1000);
  write("nodeDrainTimeout", timeout(deletion.nodeDrainTimeoutSeconds));
  write("nodeVolumeDetachTimeout", timeout(deletion.nodeVolumeDetachTimeoutSeconds));
  write("nodeDeletionTimeout", timeout(deletion.nodeDeletionTimeoutSeconds));
  write("version", versions.controlPlane);
  return object;
}

/** The control plane of the patched template: what it had before in the fields of core stays. */
export function patchedControlPlane(
  work: ClassWork,
  unpatched: UnstructuredObject,
  { object: template, view }: External<"ControlPlane">,
): UnstructuredObject {
  const object = cloneTemplate(template, { ...nameOf(work), labels: partLabels(work.draft) });
  for (const name of ownFields) {
    const value = readField(unpatched, view, name);
    if (value !== undefined) writeField(object, { view, name }, deepClone(value));
  }
  const after = readPath(unpatched, rolloutAfter);
  if (after !== undefined) writePath(object, rolloutAfter, after);
  return object;
}

function nameOf({ draft, names }: ClassWork): { readonly name: string; readonly namespace: string } {
  return { name: names.controlPlane, namespace: keyOf(draft).namespace };
}

/** What the template says of machines stays, beside the metadata of the control plane. */
function machineMetadata({ labels, annotations }: PartMetadata, template: unknown): object {
  const given = isJsonObject(template) ? template : {};
  const all = { ...stringsOf(given["annotations"]), ...annotations };
  return {
    labels: { ...stringsOf(given["labels"]), ...labels },
    ...(Object.keys(all).length === 0 ? {} : { annotations: all }),
  };
}

function stringsOf(value: unknown): object {
  return isJsonObject(value) ? value : {};
}

function machineReference({ draft, names }: ClassWork, { apiVersion, kind }: KubeObject, contract: string): object {
  const name = names.controlPlaneMachines;
  if (contract === "v1beta1") return { apiVersion, kind, name, namespace: keyOf(draft).namespace };
  return { apiGroup: parseApiVersion(apiVersion).group, kind, name };
}
