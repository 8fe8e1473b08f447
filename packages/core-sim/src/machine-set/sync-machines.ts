// Changes in place what the machines of a MachineSet follow of its template: labels and annotations, which their InfraMachines and bootstrap configs have too, and some fields.
import { Machine, type MachineSet } from "@capstan/api/core/v1beta2";
import { isDeleting, labels } from "@capstan/contract";
import { deepClone, deepEqual, type KubeObject } from "@capstan/kube";
import { defaultDeletion, defaultMachine } from "../defaults/core-defaults.ts";
import { referenceOf } from "../reported.ts";
import { forgetRemoved, rememberSpec, setSpec, type SetFieldsByOwner, type WantedSpec } from "../set-fields.ts";
import type { SimContext } from "../writer.ts";
import { droppedMetadata, followSpec, withoutNamed } from "./new-machine-set.ts";

/** Labels and annotations. */
interface NamedValues {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** What the controllers of MachineDeployments and MachineSets get. */
export interface WorkerContext extends SimContext {
  /** What each set has set in its machines. */
  readonly fields: SetFieldsByOwner;
}

/** Those of the machines of a set, and of what belongs to them. */
export function machineMetadata({ metadata, spec }: MachineSet): NamedValues {
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

/** Changes the machines that are not as the set wants them, a part of many at a time. One that is deleted follows the fields alone. */
export async function syncMachines(
  set: MachineSet,
  machines: readonly Machine[],
  context: WorkerContext,
): Promise<void> {
  const wanted = machineMetadata(set);
  const specOf = followedSpec(set, machines, context);
  let count = 0;
  for (const machine of machines) {
    if (count >= context.atMost) return context.wakeAt(context.now());
    const hasAll = isDeleting(machine) || hasMetadata(machine, wanted);
    const spec = specOf(machine);
    if (hasAll && hasFields(machine, spec)) continue;
    const draft = deepClone(machine);
    followSpec(draft.spec, spec);
    defaultMachine(draft);
    if (!hasAll) {
      // Before the Machine, which is what is looked at the next time.
      await changeObjects(machine, context, (object) => addMetadata(object, wanted));
      addMetadata(draft, wanted);
    }
    count += 1;
    await context.writer.save(Machine, machine, draft);
  }
}

/** Takes from the machines of a set what its template had, and has no more. */
export async function dropMetadata(
  { before, draft }: { readonly before: MachineSet; readonly draft: MachineSet },
  context: WorkerContext,
): Promise<void> {
  rememberSpec(before.spec.template.spec, context.fields.of(before));
  const dropped = droppedMetadata(before.spec.template, draft.spec.template);
  if (Object.keys({ ...dropped.labels, ...dropped.annotations }).length === 0) return;
  const drop = ({ metadata }: KubeObject): void => {
    metadata.labels = withoutNamed(metadata.labels, dropped.labels);
    metadata.annotations = withoutNamed(metadata.annotations, dropped.annotations);
  };
  for (const machine of await context.reader.owned(Machine, before)) {
    if (isDeleting(machine)) continue;
    await changeObjects(machine, context, drop);
    const changed = deepClone(machine);
    drop(changed);
    await context.writer.save(Machine, machine, changed);
  }
}

/** Finds what the spec of a machine is to have: that of the template, and what others have set. One that is deleted has that of the template alone. */
function followedSpec(
  set: MachineSet,
  machines: readonly Machine[],
  { fields }: WorkerContext,
): (machine: Machine) => WantedSpec {
  const { spec: wanted } = set.spec.template;
  const own = fields.of(set);
  const followers = machines.filter((machine) => !isDeleting(machine)).map(({ spec }) => spec);
  forgetRemoved(wanted, followers, own);
  return (machine) => {
    const { readinessGates, taints, deletion, minReadySeconds } = isDeleting(machine) ? wanted : machine.spec;
    const spec: WantedSpec = {
      ...(readinessGates && { readinessGates }),
      ...(taints && { taints }),
      ...(deletion && { deletion }),
      ...(minReadySeconds !== undefined && { minReadySeconds }),
    };
    if (!isDeleting(machine)) setSpec(spec, wanted, own);
    defaultDeletion(spec);
    return spec;
  };
}

function hasFields({ spec }: Machine, wanted: WantedSpec): boolean {
  return (["minReadySeconds", "readinessGates", "taints", "deletion"] as const).every((name) =>
    deepEqual(spec[name], wanted[name]),
  );
}

function hasMetadata({ metadata }: KubeObject, wanted: NamedValues): boolean {
  const has = (own: Readonly<Record<string, string>> = {}, all: Readonly<Record<string, string>>): boolean =>
    Object.entries(all).every(([name, value]) => own[name] === value);
  return has(metadata.labels, wanted.labels) && has(metadata.annotations, wanted.annotations);
}

function addMetadata({ metadata }: KubeObject, wanted: NamedValues): void {
  metadata.labels = { ...metadata.labels, ...wanted.labels };
  metadata.annotations = { ...metadata.annotations, ...wanted.annotations };
}

/** Changes the InfraMachine and the bootstrap config of a machine. */
async function changeObjects(
  machine: Machine,
  { reader, writer }: SimContext,
  change: (draft: KubeObject) => void,
): Promise<void> {
  for (const kind of ["InfraMachine", "BootstrapConfig"] as const) {
    const reference = referenceOf(machine, kind);
    const found = reference && (await reader.external(machine, reference, kind));
    if (found === undefined) continue;
    const draft = deepClone(found.object);
    change(draft);
    await writer.save(found.resource, found.object, draft);
  }
}
