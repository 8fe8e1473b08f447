// The MachineSet controller without remediation: creates InfraMachines and bootstrap configs from their templates and Machines of the
// same name, deletes those that are too many in core's order, and counts.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { isDeleting, ownerReferenceTo, removeFinalizer } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { createBeside, createClone, createMachineOf } from "../cloned-objects.ts";
import type { External } from "../cluster-reader.ts";
import { draftOf } from "../drafts.ts";
import { markPaused, pauseReason } from "../conditions.ts";
import { newMachineName } from "../topology/name-templates.ts";
import { inParallel } from "../in-parallel.ts";
import { addFinalizers, releaseTemplates, templateFinalizers } from "../topology/unused-templates.ts";
import { machinesToDelete } from "./deletion-order.ts";
import { type MachineTemplates, missingTemplates, templatesOfSet } from "./machine-templates.ts";
import { disableMachineCreate } from "./new-machine-set.ts";
import { failedPreflightChecks } from "./preflight.ts";
import { setMachineSetStatus } from "./machine-set-status.ts";
import { rejectedTemplateVersion } from "./rollout-rules.ts";
import { rememberSet, syncMachines, wantedOfMachines, type WorkerContext } from "./sync-machines.ts";

const finalizer = "cluster.x-k8s.io/machineset";

/** One reconcile of a MachineSet. */
export async function reconcileMachineSet(set: MachineSet, context: WorkerContext): Promise<void> {
  const cluster = await context.reader.cluster(set, set.spec.clusterName);
  if (cluster === undefined) return;
  const draft = draftOf(set, context);
  if (addFinalizers(draft, [finalizer, ...templateFinalizers(set, context)]))
    return context.writer.save(MachineSet, set, draft);
  if (markPaused(draft, pauseReason(set, cluster))) return context.writer.save(MachineSet, set, draft);
  if (isDeleting(set)) await releaseTemplates(draft, context);
  const machines = await context.reader.owned(Machine, set);
  const templates = await templatesOfSet(set, cluster, context);
  const blocked = isDeleting(set)
    ? await release(draft, machines, context)
    : await scale(draft, machines, { cluster, templates, context });
  setMachineSetStatus(draft, machines, { blocked, missing: missingTemplates(set, templates) });
  await context.writer.save(MachineSet, set, draft);
}

async function release(
  draft: MachineSet,
  machines: readonly Machine[],
  { writer, parallel, fields }: WorkerContext,
): Promise<readonly string[]> {
  await inParallel(machines, parallel, (machine) => writer.delete(Machine, machine));
  if (machines.length === 0) {
    removeFinalizer(draft, finalizer);
    fields.forget(draft);
  }
  return [];
}

/** What scaling depends on. */
interface ScaleInput {
  readonly cluster: Cluster;
  readonly templates: MachineTemplates;
  readonly context: WorkerContext;
}

/** Creates machines that are missing or deletes those that are too many; returns why none may be created. A machine counts until it does not exist any more. */
async function scale(set: MachineSet, machines: readonly Machine[], input: ScaleInput): Promise<readonly string[]> {
  const { cluster, templates, context } = input;
  await syncMachines(set, machines, context);
  const missing = (set.spec.replicas ?? 1) - machines.length;
  if (missing < 0) {
    for (const machine of machinesToDelete(set, machines, -missing)) await context.writer.delete(Machine, machine);
    return [];
  }
  if (missing === 0 || set.metadata.annotations?.[disableMachineCreate] === "true") return [];
  const { infrastructure, config } = templates;
  if (infrastructure === undefined || missingTemplates(set, templates).length > 0) return [];
  const rejected = rejectedTemplateVersion(set).map(({ field, message }) => `${field}: ${message}`);
  const blocked = rejected.length > 0 ? rejected : await failedPreflightChecks(set, { cluster, config, context });
  if (blocked.length > 0) return blocked;
  const count = Math.min(missing, Math.ceil(context.atMost / 2));
  const owner = { kind: "machineSet", name: keyOf(set).name } as const;
  const { clusterName, machineNaming } = set.spec;
  const names = Array.from({ length: count }, () => newMachineName(machineNaming?.template, clusterName, owner));
  await inParallel(names, context.parallel, (machineName) =>
    createMachine(set, { machineName, infrastructure, config }, context),
  );
  return [];
}

/** What a new machine is made of. */
interface NewMachine {
  readonly machineName: string;
  readonly infrastructure: External;
  readonly config: External | undefined;
}

/** Creates the config and the InfraMachine first: a Machine must never reference one that does not exist. */
async function createMachine(
  set: MachineSet,
  { machineName, ...templates }: NewMachine,
  context: WorkerContext,
): Promise<void> {
  const { namespace } = keyOf(set);
  const { template } = set.spec;
  const wanted = wantedOfMachines(set, context);
  const { metadata } = wanted;
  const options = { name: machineName, namespace, ...metadata, owner: ownerReferenceTo(set) };
  const config = templates.config && (await createClone(templates.config, options, context));
  const infrastructure = await createBeside(config === undefined ? [] : [config], context, () =>
    createClone(templates.infrastructure, options, context),
  );
  const spec = deepClone(template.spec);
  const bootstrap = config === undefined ? spec.bootstrap : { ...spec.bootstrap, configRef: config.reference };
  const machine: Machine = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      name: machineName,
      namespace,
      ...metadata,
      ownerReferences: [ownerReferenceTo(set, { controller: true, blockOwnerDeletion: true })],
    },
    spec: { ...spec, bootstrap, infrastructureRef: infrastructure.reference },
  };
  const created = [infrastructure, config].filter((each) => each !== undefined);
  rememberSet(machine, wanted);
  await createMachineOf(created, machine, context);
}
