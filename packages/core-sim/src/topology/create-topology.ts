// Creates what a Cluster of a class consists of: copies of the templates of its machines, its infrastructure, its control plane and its MachineDeployments. What exists stays.
import type { Cluster, MachineDeployment, MachineDeploymentTopology } from "@capstan/api/core/v1beta2";
import { MachineDeployment as MachineDeployments } from "@capstan/api/core/v1beta2";
import { clonedFrom, cloneTemplate, type CloneOptions, labels, ownerReferenceTo, writePath } from "@capstan/contract";
import { writeField } from "@capstan/contract/fields";
import {
  deepClone,
  type KubeObject,
  keyOf,
  parseApiVersion,
  pluralOfKind,
  resourceOf,
  type UnstructuredObject,
} from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import {
  type ClassTemplates,
  type ClassWork,
  controlPlaneName,
  partName,
  readClassTemplates,
  type WorkerTemplates,
  workerName,
} from "./class-templates.ts";

/** How an object of a Cluster is referred to. */
interface Reference {
  apiGroup: string;
  kind: string;
  name: string;
}

/** Creates what is missing, and sets the references of the draft. */
export async function createTopology(work: ClassWork): Promise<void> {
  const templates = await readClassTemplates(work);
  const { draft, topology } = work;
  draft.metadata.labels = { ...draft.metadata.labels, ...labelsOf(draft) };
  draft.spec.infrastructureRef ??= await create(
    cloneTemplate(templates.infrastructure.object, controlledClone(draft, partName(draft, "infrastructure"))),
    work,
  );
  draft.spec.controlPlaneRef ??= await createControlPlane(templates, work);
  for (const deployment of topology.workers?.machineDeployments ?? []) {
    const own = templates.workers.get(deployment.name);
    if (own !== undefined) await createWorkers(deployment, own, work);
  }
}

/** Where the contracts have the template of a control plane's machines. */
const machineTemplatePaths = {
  v1beta1: "spec.machineTemplate.infrastructureRef",
  v1beta2: "spec.machineTemplate.spec.infrastructureRef",
} as const;

async function createControlPlane(templates: ClassTemplates, work: ClassWork): Promise<Reference> {
  const { draft, topology } = work;
  const { controlPlane, controlPlaneMachine } = templates;
  const name = controlPlaneName(draft);
  const object = cloneTemplate(controlPlane.object, controlledClone(draft, name));
  const { view } = controlPlane;
  if (controlPlaneMachine !== undefined) {
    const reference = await createTemplate(
      controlPlaneMachine,
      cloneOf(draft, partName(draft, "control plane machines")),
      work,
    );
    const { apiVersion } = controlPlaneMachine.object;
    const { apiGroup: _, ...older } = { ...reference, apiVersion, namespace: keyOf(draft).namespace };
    writePath(object, "spec.machineTemplate.metadata.labels", labelsOf(draft));
    writePath(object, machineTemplatePaths[view.contract], view.contract === "v1beta1" ? older : reference);
  }
  writeField(object, { view, name: "version" }, topology.version);
  const { replicas } = topology.controlPlane ?? {};
  if (replicas !== undefined) writeField(object, { view, name: "replicas" }, replicas);
  return create(object, work);
}

async function createWorkers(
  deployment: MachineDeploymentTopology,
  templates: WorkerTemplates,
  work: ClassWork,
): Promise<void> {
  const { draft, topology, context } = work;
  const name = workerName(draft, deployment.name);
  const templateName = (part: string): string => partName(draft, `${part} ${deployment.name}`, deployment.name);
  const own = { ...labelsOf(draft), [labels.topologyDeploymentName]: deployment.name };
  const create = (template: External, part: string): Promise<Reference> =>
    createTemplate(template, { ...cloneOf(draft, templateName(part)), labels: own }, work);
  const configRef = await create(templates.bootstrap, "bootstrap");
  const infrastructureRef = await create(templates.infrastructure, "machines");
  const clusterName = keyOf(draft).name;
  const object: MachineDeployment = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { ...cloneOf(draft, name), labels: own, ownerReferences: [ownerReferenceTo(draft)] },
    spec: {
      clusterName,
      ...(deployment.replicas === undefined ? {} : { replicas: deployment.replicas }),
      selector: { matchLabels: own },
      template: {
        metadata: { labels: own },
        spec: { clusterName, version: topology.version, bootstrap: { configRef }, infrastructureRef },
      },
    },
  };
  await context.writer.create(MachineDeployments, object);
}

/** A copy of a patched template that belongs to the Cluster. */
async function createTemplate({ object }: External, own: Clone, work: ClassWork): Promise<Reference> {
  const { metadata: _, ...rest } = deepClone(object);
  const annotations = clonedFrom(object);
  const metadata = { ...own, labels: { ...own.labels }, annotations };
  return create({ ...rest, metadata: { ...metadata, ownerReferences: [ownerReferenceTo(work.draft)] } }, work);
}

async function create(object: KubeObject | UnstructuredObject, { context }: ClassWork): Promise<Reference> {
  const { apiVersion, kind } = object;
  await context.writer.create(resourceOf(apiVersion, kind, { plural: pluralOfKind(kind) }), object);
  return { apiGroup: parseApiVersion(apiVersion).group, kind, name: keyOf(object).name };
}

interface Clone {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

function cloneOf(draft: Cluster, name: string): Clone {
  return { name, namespace: keyOf(draft).namespace, labels: labelsOf(draft) };
}

/** Of what the Cluster refers to: it is their controller. */
function controlledClone(draft: Cluster, name: string): Clone & Pick<CloneOptions, "owner"> {
  return { ...cloneOf(draft, name), owner: ownerReferenceTo(draft, { controller: true, blockOwnerDeletion: true }) };
}

function labelsOf(draft: Cluster): Record<string, string> {
  return { [labels.clusterName]: keyOf(draft).name, [labels.topologyOwned]: "" };
}
