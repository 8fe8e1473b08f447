// Changes in place what the machines of a MachineSet follow of its template: labels and annotations, which their InfraMachines and bootstrap configs have too, and some fields.
import { Machine, type MachineSet } from "@capstan/api/core/v1beta2";
import { isDeleting, labels } from "@capstan/contract";
import { deepClone, deepEqual, type KubeObject } from "@capstan/kube";
import { defaultDeletion, defaultMachine } from "../defaults/core-defaults.ts";
import type { External } from "../cluster-reader.ts";
import { referenceOf } from "../reported.ts";
import {
  forgetRemoved,
  hasMetadata,
  metadataParts,
  rememberParts,
  type SetFields,
  type SetFieldsByOwner,
  setMetadata,
  type SetParts,
  setSpec,
  type WantedMetadata,
  type WantedSpec,
} from "../set-fields.ts";
import type { SimContext } from "../writer.ts";
import { followSpec } from "./new-machine-set.ts";

/** What the controllers of MachineDeployments and MachineSets get. */
export interface WorkerContext extends SimContext {
  /** What each set has set in its machines. */
  readonly fields: SetFieldsByOwner;
}

/** Those of the machines of a set, and of what belongs to them. */
export function machineMetadata({ metadata, spec }: MachineSet): WantedMetadata {
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

/** Remembers what a set that is changed now has set in its machines. */
export function rememberSet(set: MachineSet, { fields }: WorkerContext): void {
  rememberParts({ ...machineMetadata(set), spec: set.spec.template.spec }, fields.of(set));
}

/** Changes the machines, and what belongs to them, where they are not as the set wants them, a part of many at a time. One that is deleted follows the fields alone. */
export async function syncMachines(
  set: MachineSet,
  machines: readonly Machine[],
  context: WorkerContext,
): Promise<void> {
  const metadata = machineMetadata(set);
  const fields = context.fields.of(set);
  const parts = await partsOf(machines, context);
  // What is sent at the end of a step may not have been stored: what was dropped is remembered until nothing has it.
  rememberSet(set, context);
  forgetRemoved({ ...metadata, spec: set.spec.template.spec }, () => setParts(machines, parts), fields);
  const lacks = (object: KubeObject): boolean => !hasMetadata(object, metadata, fields);
  let count = 0;
  for (const machine of machines) {
    if (count >= context.atMost) return context.wakeAt(context.now());
    const outdated = (parts.get(machine) ?? []).filter(({ object }) => lacks(object));
    for (const { resource, object } of outdated) {
      const draft = deepClone(object);
      setMetadata(draft, metadata, fields);
      await context.writer.save(resource, object, draft);
    }
    const isChanged = await syncMachine(machine, { metadata, spec: set.spec.template.spec, fields }, context);
    if (isChanged || outdated.length > 0) count += 1;
  }
}

/** What a set wants of its Machines, and what it has set in them. */
interface WantedMachine {
  readonly metadata: WantedMetadata;
  readonly spec: WantedSpec;
  readonly fields: SetFields;
}

/** Changes a Machine; returns whether it is not as the set wants it. */
async function syncMachine(
  machine: Machine,
  { metadata, spec: template, fields }: WantedMachine,
  context: WorkerContext,
): Promise<boolean> {
  const hasAll = isDeleting(machine) || hasMetadata(machine, metadata, fields);
  const spec = followedSpec(machine, template, fields);
  if (hasAll && hasFields(machine, spec)) return false;
  const draft = deepClone(machine);
  followSpec(draft.spec, spec);
  if (!hasAll) setMetadata(draft, metadata, fields);
  defaultMachine(draft);
  await context.writer.save(Machine, machine, draft);
  return true;
}

/** The InfraMachine and the bootstrap config of each machine that is not deleted. */
type PartsOfMachines = ReadonlyMap<Machine, readonly External[]>;

async function partsOf(machines: readonly Machine[], { reader }: WorkerContext): Promise<PartsOfMachines> {
  const parts = new Map<Machine, readonly External[]>();
  for (const machine of machines) {
    if (isDeleting(machine)) continue;
    const found: External[] = [];
    for (const kind of ["InfraMachine", "BootstrapConfig"] as const) {
      const reference = referenceOf(machine, kind);
      const part = reference && (await reader.external(machine, reference, kind));
      if (part !== undefined) found.push(part);
    }
    parts.set(machine, found);
  }
  return parts;
}

/** What is set in the machines that are not deleted, and in what belongs to them. */
function setParts(machines: readonly Machine[], parts: PartsOfMachines): readonly SetParts[] {
  const followers = machines.filter((machine) => parts.has(machine));
  return [
    ...followers.map(({ metadata, spec }) => ({ ...metadataParts({ metadata }), spec: withoutDefault(spec) })),
    ...followers.flatMap((machine) => parts.get(machine) ?? []).map(({ object }) => metadataParts(object)),
  ];
}

/** What the spec of a machine is to have: that of the template, and what others have set. One that is deleted has that of the template alone. */
function followedSpec(machine: Machine, wanted: WantedSpec, fields: SetFields): WantedSpec {
  const spec = onlyFollowed(isDeleting(machine) ? wanted : machine.spec);
  if (!isDeleting(machine)) setSpec(spec, wanted, fields);
  defaultDeletion(spec);
  return spec;
}

function onlyFollowed({ readinessGates, taints, deletion, minReadySeconds }: WantedSpec): WantedSpec {
  return {
    ...(readinessGates && { readinessGates }),
    ...(taints && { taints }),
    ...(deletion && { deletion }),
    ...(minReadySeconds !== undefined && { minReadySeconds }),
  };
}

/** Without the timeout that a Machine has where nobody sets it. */
function withoutDefault(spec: WantedSpec): WantedSpec {
  const defaults: WantedSpec = {};
  defaultDeletion(defaults);
  const { nodeDeletionTimeoutSeconds, ...others } = spec.deletion ?? {};
  const isDefault = nodeDeletionTimeoutSeconds === defaults.deletion?.nodeDeletionTimeoutSeconds;
  return isDefault ? { ...onlyFollowed(spec), deletion: others } : spec;
}

function hasFields({ spec }: Machine, wanted: WantedSpec): boolean {
  return (["minReadySeconds", "readinessGates", "taints", "deletion"] as const).every((name) =>
    deepEqual(spec[name], wanted[name]),
  );
}
