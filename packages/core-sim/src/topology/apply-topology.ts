// Brings the infrastructure and the control plane of a Cluster of a class to what the class, the topology and the patches say.
import { cloneTemplate, ownerReferenceTo, readPath, writePath } from "@capstan/contract";
import { readField, writeField } from "@capstan/contract/fields";
import { deepClone, isJsonObject, keyOf, type UnstructuredObject } from "@capstan/kube";
import { type ApplyContext, applyObject, applyTemplate, partReference } from "./apply-part.ts";
import type { ClassWork } from "./class-blueprint.ts";
import type { ClassTemplates } from "./class-templates.ts";
import { rejectedControlPlaneSize } from "./control-plane-size.ts";
import type { CurrentParts } from "./current-parts.ts";
import { applyHealthCheck, controlPlaneSelector, healthCheckOf } from "./health-checks.ts";
import { partLabels } from "./part-metadata.ts";
import { nameOfReplacement } from "./part-names.ts";
import { TopologyFailure } from "./topology-failure.ts";

/** A Cluster, what it consists of, and what that is brought to. */
export interface TopologyWork extends ClassWork, ApplyContext {
  readonly current: CurrentParts;
  readonly templates: ClassTemplates;
}

/** The infrastructure of the Cluster, and its reference. */
export async function applyInfrastructure(work: TopologyWork): Promise<void> {
  const { draft, names, current, templates } = work;
  const { namespace } = keyOf(draft);
  const owner = ownerReferenceTo(draft, { controller: true, blockOwnerDeletion: true });
  const { infrastructure: name } = names;
  const wanted = cloneTemplate(templates.infrastructure, { name, namespace, labels: partLabels(draft), owner });
  if (current.infrastructure !== undefined) removeEmptyEndpoint(wanted);
  await applyObject(current.infrastructure, wanted, work);
  draft.spec.infrastructureRef ??= partReference(wanted);
}

const endpointPath = "spec.controlPlaneEndpoint";

/** Zero values of an endpoint are none: the provider has set it. */
function removeEmptyEndpoint(infrastructure: UnstructuredObject): void {
  const endpoint = readPath(infrastructure, endpointPath);
  if (!isJsonObject(endpoint)) return;
  const given = Object.entries(endpoint).filter(([, value]) => value !== "" && value !== 0);
  writePath(infrastructure, endpointPath, Object.fromEntries(given));
}

/** The control plane, the template of its machines, and its reference. A template that was replaced is deleted: nothing names it any more. */
export async function applyControlPlane(work: TopologyWork): Promise<void> {
  const { draft, current, templates, names, context } = work;
  const wanted = deepClone(templates.controlPlane);
  const rejected = rejectedControlPlaneSize(wanted, current.controlPlane?.object);
  if (rejected !== undefined) throw new TopologyFailure(rejected);
  const { controlPlaneMachine: before } = current;
  const machine = templates.controlPlaneMachine;
  if (machine !== undefined) {
    const nameOfNext = (): string => nameOfReplacement(draft);
    const template = { template: machine, name: names.controlPlaneMachines, labels: partLabels(draft), nameOfNext };
    const { name } = await applyTemplate(draft, { current: before, wanted: template }, work);
    const field = { view: templates.controlPlaneView, name: "machineInfrastructure" } as const;
    const reference = readField(wanted, field.view, field.name);
    writeField(wanted, field, { ...(isJsonObject(reference) ? reference : {}), name });
    await applyObject(current.controlPlane, wanted, work);
    if (before !== undefined && keyOf(before.object).name !== name)
      await context.writer.delete(before.resource, before.object);
  } else await applyObject(current.controlPlane, wanted, work);
  draft.spec.controlPlaneRef ??= partReference(wanted);
}

/** The check of the machines of the control plane, also while it waits for another version. */
export async function applyControlPlaneCheck(work: TopologyWork): Promise<void> {
  const { draft, topology, clusterClass, names, templates } = work;
  const check = {
    name: names.controlPlane,
    matchLabels: controlPlaneSelector,
    topology: topology.controlPlane?.healthCheck,
    itsClass: clusterClass.spec.controlPlane.healthCheck,
  };
  const wanted = templates.controlPlaneMachine && healthCheckOf(draft, check);
  await applyHealthCheck({ namespace: keyOf(draft).namespace, name: check.name }, wanted, work);
}
