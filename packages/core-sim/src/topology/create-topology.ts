// Creates what a Cluster of a class consists of: copies of the templates of its machines, its infrastructure, its control plane, its MachineDeployments, and the
// checks of their machines. What exists stays.
import { type Cluster, MachineDeployment, type MachineDeploymentTopology } from "@capstan/api/core/v1beta2";
import { annotations, clonedFrom, cloneTemplate, ownerReferenceTo } from "@capstan/contract";
import {
  deepClone,
  type KubeObject,
  keyOf,
  parseApiVersion,
  pluralOfKind,
  resourceOf,
  type UnstructuredObject,
} from "@capstan/kube";
import type { ClassBlueprint, ClassWork } from "./class-blueprint.ts";
import { type ClassTemplates, patchClass, type PatchedWorkers } from "./class-templates.ts";
import { controlPlaneSelector, createHealthCheck, workerSelector } from "./health-checks.ts";
import { partLabels, workerLabels } from "./part-metadata.ts";
import { controlPlaneMachinesName, infrastructureName, workerTemplateName } from "./part-names.ts";
import { newMachineDeployment } from "./worker-objects.ts";

/** How an object of a Cluster is referred to. */
interface Reference {
  apiGroup: string;
  kind: string;
  name: string;
}

/** Creates what is missing, and sets the references of the draft. */
export async function createTopology(work: ClassWork, blueprint: ClassBlueprint): Promise<void> {
  const { draft, topology } = work;
  draft.metadata.labels = { ...draft.metadata.labels, ...partLabels(draft) };
  const templates = await patchClass(work, blueprint);
  draft.spec.infrastructureRef ??= await create(infrastructureOf(draft, templates.infrastructure), work);
  draft.spec.controlPlaneRef ??= await createControlPlane(templates, work);
  for (const deployment of topology.workers?.machineDeployments ?? []) {
    const own = templates.workers.get(deployment.name);
    if (own !== undefined) await createWorkers(deployment, own, work);
  }
}

function infrastructureOf(draft: Cluster, template: KubeObject): UnstructuredObject {
  const { namespace } = keyOf(draft);
  const owner = ownerReferenceTo(draft, { controller: true, blockOwnerDeletion: true });
  return cloneTemplate(template, { name: infrastructureName(draft), namespace, labels: partLabels(draft), owner });
}

async function createControlPlane(
  { controlPlane, controlPlaneMachine }: ClassTemplates,
  work: ClassWork,
): Promise<Reference> {
  const { draft, topology, clusterClass, context } = work;
  const own = { name: controlPlaneMachinesName(draft), labels: partLabels(draft) };
  if (controlPlaneMachine !== undefined) await createTemplate(controlPlaneMachine, own, work);
  const reference = await create(controlPlane, work);
  if (controlPlaneMachine === undefined) return reference;
  const check = {
    name: reference.name,
    matchLabels: controlPlaneSelector,
    topology: topology.controlPlane?.healthCheck,
    itsClass: clusterClass.spec.controlPlane.healthCheck,
  };
  await createHealthCheck(draft, check, context);
  return reference;
}

async function createWorkers(
  deployment: MachineDeploymentTopology,
  { itsClass, bootstrap, infrastructure }: PatchedWorkers,
  work: ClassWork,
): Promise<void> {
  const { draft, topology, context } = work;
  const { name: topologyName } = deployment;
  const createPart = (template: KubeObject, part: "bootstrap" | "machines"): Promise<Reference> => {
    const name = workerTemplateName(draft, topologyName, part);
    return createTemplate(template, { name, labels: workerLabels(draft, deployment) }, work);
  };
  const configRef = await createPart(bootstrap, "bootstrap");
  const infrastructureRef = await createPart(infrastructure, "machines");
  const { version } = topology;
  const object = newMachineDeployment(draft, { deployment, itsClass, version, configRef, infrastructureRef });
  await context.writer.create(MachineDeployment, object);
  const check = {
    name: keyOf(object).name,
    matchLabels: workerSelector(topologyName),
    topology: deployment.healthCheck,
    itsClass: itsClass.healthCheck,
  };
  await createHealthCheck(draft, check, context);
}

/** A copy of a patched template that belongs to the Cluster, with the labels and annotations of the template. */
async function createTemplate(
  template: KubeObject,
  own: { readonly name: string; readonly labels: Readonly<Record<string, string>> },
  work: ClassWork,
): Promise<Reference> {
  const { draft } = work;
  const { metadata: given, ...rest } = deepClone(template);
  const { [annotations.lastApplied]: _, ...kept } = given.annotations ?? {};
  const metadata = {
    name: own.name,
    namespace: keyOf(draft).namespace,
    labels: { ...given.labels, ...own.labels },
    annotations: { ...kept, ...clonedFrom(template) },
    ownerReferences: [ownerReferenceTo(draft)],
  };
  return create({ ...rest, metadata }, work);
}

async function create(object: KubeObject | UnstructuredObject, { context }: ClassWork): Promise<Reference> {
  const { apiVersion, kind } = object;
  await context.writer.create(resourceOf(apiVersion, kind, { plural: pluralOfKind(kind) }), object);
  return { apiGroup: parseApiVersion(apiVersion).group, kind, name: keyOf(object).name };
}
