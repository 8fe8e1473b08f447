// Brings the infrastructure and the control plane of a Cluster of a class to what the class, the topology and the patches say.
import { cloneTemplate } from "@capstan/contract";
import { readField, writeField } from "@capstan/contract/fields";
import {
  deepClone,
  isJsonObject,
  keyOf,
  type KubeObject,
  parseApiVersion,
  type UnstructuredObject,
} from "@capstan/kube";
import { type ApplyContext, applyObject, partReference } from "./apply-part.ts";
import { applyWithTemplates } from "./apply-templates.ts";
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

/** The infrastructure of the Cluster, and its reference. As in core, the Cluster owns it only once it names it: providers wait for that. */
export async function applyInfrastructure(work: TopologyWork): Promise<void> {
  const { draft, names, current, templates } = work;
  const { namespace } = keyOf(draft);
  const { infrastructure: name } = names;
  const wanted = cloneTemplate(templates.infrastructure, { name, namespace, labels: partLabels(draft) });
  await applyObject(current.infrastructure, wanted, work);
  draft.spec.infrastructureRef ??= partReference(wanted);
}

/** The control plane, the template of its machines, and its reference. */
export async function applyControlPlane(work: TopologyWork): Promise<void> {
  const { draft, current, templates } = work;
  const wanted = deepClone(templates.controlPlane);
  const rejected = rejectedControlPlaneSize(wanted, current.controlPlane?.object);
  if (rejected !== undefined) throw new TopologyFailure(rejected);
  const { controlPlaneMachine: machine } = templates;
  if (machine === undefined) await applyObject(current.controlPlane, wanted, work);
  else await applyWithMachine(machine, wanted, work);
  draft.spec.controlPlaneRef ??= partReference(wanted);
}

/** The template of the machines, then the control plane, which names it. */
async function applyWithMachine(template: KubeObject, patched: UnstructuredObject, work: TopologyWork): Promise<void> {
  const { draft, names, current } = work;
  const machines = {
    current: current.controlPlaneMachine,
    template,
    name: names.controlPlaneMachines,
    labels: partLabels(draft),
    nameOfNext: () => nameOfReplacement(draft),
  };
  await applyWithTemplates(work, [machines], {
    part: "control plane",
    wanted: (referenceOf) => {
      const named = deepClone(patched);
      nameMachines(named, referenceOf(machines).name, work);
      return named;
    },
    apply: (controlPlane) => applyObject(current.controlPlane, controlPlane, work),
    isOnlyUser: true,
  });
}

/** Has the control plane name the template of its machines. By the older contract the reference has an apiVersion, which others may have raised. */
function nameMachines(wanted: UnstructuredObject, name: string, { current, templates }: TopologyWork): void {
  const field = { view: templates.controlPlaneView, name: "machineInfrastructure" } as const;
  const referenceOf = (object: KubeObject | undefined): Readonly<Record<string, unknown>> => {
    const found = object && readField(object, field.view, field.name);
    return isJsonObject(found) ? found : {};
  };
  const reference = referenceOf(wanted);
  const { apiVersion, kind } = referenceOf(current.controlPlane?.object);
  const isSame =
    typeof apiVersion === "string" &&
    kind === reference["kind"] &&
    groupOf(apiVersion) === groupOf(reference["apiVersion"]);
  writeField(wanted, field, { ...reference, name, ...(isSame ? { apiVersion } : {}) });
}

function groupOf(apiVersion: unknown): string | undefined {
  return typeof apiVersion === "string" ? parseApiVersion(apiVersion).group : undefined;
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
