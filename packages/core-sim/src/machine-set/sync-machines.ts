// Changes in place what the machines of a MachineSet follow of its template: labels and annotations, which their InfraMachines and bootstrap configs have too, and some fields.
import { Machine, type MachineSet } from "@capstan/api/core/v1beta2";
import { isDeleting, labels } from "@capstan/contract";
import { deepClone, deepEqual, type KubeObject } from "@capstan/kube";
import { defaultDeletion, defaultMachine } from "../defaults/core-defaults.ts";
import {
  partsOf,
  rememberFields,
  setMetadata,
  setSpec,
  type SetFields,
  type SetFieldsByOwner,
  type SpecFields,
  specFields,
  type WantedMetadata,
  type WantedSpec,
  withParts,
} from "../set-fields.ts";
import type { SimContext } from "../writer.ts";
import { followSpec } from "./new-machine-set.ts";

/** What the controllers of MachineDeployments and MachineSets get. */
export interface WorkerContext extends SimContext {
  /** What each set has set in its machines. */
  readonly fields: SetFieldsByOwner;
}

/** Those of the machines of a set, and of what belongs to them. */
function machineMetadata({ metadata, spec }: MachineSet): WantedMetadata {
  const { template, clusterName } = spec;
  const deployment = metadata.labels?.[labels.deploymentName];
  return {
    labels: {
      ...template.metadata?.labels,
      [labels.clusterName]: clusterName,
      [labels.setName]: metadata.name ?? "",
      ...(deployment === undefined ? {} : { [labels.deploymentName]: deployment }),
    },
    annotations: { ...template.metadata?.annotations },
  };
}

/** What a set has set in its machines, and wants of them now. */
export interface WantedOfMachines {
  readonly template: WantedSpec;
  readonly metadata: WantedMetadata;
  readonly spec: SpecFields;
  readonly own: SetFields;
}

/** What a set wants of its machines. */
export function wantedOfMachines(set: MachineSet, { fields }: WorkerContext): WantedOfMachines {
  const template = set.spec.template.spec;
  return { template, metadata: machineMetadata(set), spec: specFields(template), own: fields.of(set) };
}

/** Changes the machines that are not as the set wants them, a part of many at a time. One that is deleted follows the fields alone. */
export async function syncMachines(
  set: MachineSet,
  machines: readonly Machine[],
  context: WorkerContext,
): Promise<void> {
  const wanted = wantedOfMachines(set, context);
  wanted.own.keepOnly(withParts(machines));
  let count = 0;
  for (const machine of machines) {
    if (count >= context.atMost) return context.wakeAt(context.now());
    if (await syncMachine(machine, wanted, context)) count += 1;
  }
}

/** Returns whether there was something to change. Its parts are looked at each time: a write that was lost is made again. */
async function syncMachine(machine: Machine, wanted: WantedOfMachines, context: SimContext): Promise<boolean> {
  const areChanged = !isDeleting(machine) && (await syncParts(machine, wanted, context));
  const metadata = isDeleting(machine) ? undefined : changedMetadata(machine, wanted);
  const spec = followedSpec(machine.spec);
  if (isDeleting(machine)) followSpec(spec, wanted.template);
  else setSpec(spec, wanted.spec, wanted.own.of(machine));
  defaultDeletion(spec);
  if (metadata === undefined && deepEqual(followedSpec(machine.spec), spec)) return areChanged;
  const draft = deepClone(machine);
  Object.assign(draft.metadata, metadata);
  followSpec(draft.spec, spec);
  defaultMachine(draft);
  await context.writer.save(Machine, machine, draft);
  return true;
}

/** Changes the InfraMachine and the bootstrap config of a machine; returns whether there was something to change. */
async function syncParts(machine: Machine, wanted: WantedOfMachines, { reader, writer }: SimContext): Promise<boolean> {
  let isChanged = false;
  for (const { reference, role } of partsOf(machine)) {
    const found = await reader.external(machine, reference, role);
    const metadata = found && changedMetadata(found.object, wanted);
    if (found === undefined || metadata === undefined) continue;
    const draft = deepClone(found.object);
    Object.assign(draft.metadata, metadata);
    await writer.save(found.resource, found.object, draft);
    isChanged = true;
  }
  return isChanged;
}

/** Labels and annotations, where they are not as they are wanted. */
type ChangedMetadata = Pick<KubeObject["metadata"], "labels" | "annotations">;

function changedMetadata(object: KubeObject, { metadata, own }: WantedOfMachines): ChangedMetadata | undefined {
  const { labels: given, annotations } = object.metadata;
  const changed: ChangedMetadata = { ...(given && { labels: given }), ...(annotations && { annotations }) };
  setMetadata({ metadata: changed }, metadata, own.of(object));
  const isSame = deepEqual(given, changed.labels) && deepEqual(annotations, changed.annotations);
  return isSame ? undefined : changed;
}

/** Those fields of a machine that follow its set. */
function followedSpec({ readinessGates, taints, deletion, minReadySeconds }: WantedSpec): WantedSpec {
  return {
    ...(readinessGates && { readinessGates }),
    ...(taints && { taints }),
    ...(deletion && { deletion }),
    ...(minReadySeconds !== undefined && { minReadySeconds }),
  };
}

/** Remembers of the machines of a set what its template has had until now, also where another simulation has set it. */
export async function rememberTemplate(
  { before, draft }: { readonly before: MachineSet; readonly draft: MachineSet },
  context: WorkerContext,
): Promise<void> {
  if (deepEqual(before.spec.template, draft.spec.template)) return;
  const had = wantedOfMachines(before, context);
  for (const machine of await context.reader.owned(Machine, before)) rememberSet(machine, had);
}

/** Remembers that a machine and its parts have what the set wants. */
export function rememberSet(machine: Machine, { metadata, spec, own }: WantedOfMachines): void {
  rememberFields({ ...metadata, ...spec }, own.of(machine));
  for (const part of partsOf(machine)) rememberFields(metadata, own.of(part));
}
