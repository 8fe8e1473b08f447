// The MachineSet controller without rollouts and remediation: creates InfraMachines and bootstrap configs from their templates and Machines of the
// same name, deletes the newest when there are too many, and counts.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { addFinalizer, isDeleting, labels, ownerReferenceTo, removeFinalizer } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { createBeside, createClone, findTemplate, createMachineOf } from "../cloned-objects.ts";
import type { External } from "../cluster-reader.ts";
import { draftOf } from "../drafts.ts";
import { markPaused, pauseReason } from "../conditions.ts";
import { inParallel } from "../in-parallel.ts";
import type { SimContext } from "../writer.ts";
import { disableMachineCreate, randomSuffix } from "./new-machine-set.ts";
import { setMachineSetStatus } from "./machine-set-status.ts";

const finalizer = "cluster.x-k8s.io/machineset";

/** One reconcile of a MachineSet. */
export async function reconcileMachineSet(set: MachineSet, context: SimContext): Promise<void> {
  const cluster = await context.reader.cluster(set, set.spec.clusterName);
  if (cluster === undefined) return;
  const draft = draftOf(set, context);
  if (addFinalizer(draft, finalizer)) return context.writer.save(MachineSet, set, draft);
  if (markPaused(draft, pauseReason(set, cluster))) return context.writer.save(MachineSet, set, draft);
  const machines = await machinesOf(set, context);
  if (isDeleting(set)) await release(draft, machines, context);
  else await scale(draft, machines, { cluster, context });
  setMachineSetStatus(draft, machines);
  await context.writer.save(MachineSet, set, draft);
}

async function machinesOf(set: MachineSet, { reader }: SimContext): Promise<readonly Machine[]> {
  const own = await reader.owned(Machine, set);
  return own.toSorted(
    (a, b) =>
      compare(a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? "") ||
      compare(a.metadata.name ?? "", b.metadata.name ?? ""),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

async function release(
  draft: MachineSet,
  machines: readonly Machine[],
  { writer, parallel }: SimContext,
): Promise<void> {
  await inParallel(machines, parallel, (machine) => writer.delete(Machine, machine));
  if (machines.length === 0) removeFinalizer(draft, finalizer);
}

async function scale(
  set: MachineSet,
  machines: readonly Machine[],
  { cluster, context }: { readonly cluster: Cluster; readonly context: SimContext },
): Promise<void> {
  const wanted = set.spec.replicas ?? 1;
  if (set.metadata.annotations?.[disableMachineCreate] === "true") return;
  const alive = machines.filter((machine) => !isDeleting(machine));
  for (const machine of alive.slice(wanted)) await context.writer.delete(Machine, machine);
  const missing = Math.min(wanted - alive.length, Math.ceil(context.atMost / 2));
  const templates = missing > 0 ? await templatesOf(set, cluster, context) : undefined;
  if (templates === undefined) return;
  const names = Array.from({ length: missing }, () => `${keyOf(set).name}-${randomSuffix()}`);
  await inParallel(names, context.parallel, (machineName) => createMachine(set, { machineName, templates }, context));
}

/** Creates the config and the InfraMachine first: a Machine must never reference one that does not exist. */
async function createMachine(
  set: MachineSet,
  { machineName, templates }: { readonly machineName: string; readonly templates: MachineTemplates },
  context: SimContext,
): Promise<void> {
  const { namespace, name } = keyOf(set);
  const { template } = set.spec;
  const deployment = set.metadata.labels?.[labels.deploymentName];
  const ofSet = { [labels.clusterName]: set.spec.clusterName, [labels.setName]: name };
  const ofDeployment = deployment === undefined ? {} : { [labels.deploymentName]: deployment };
  const metadata = {
    labels: { ...template.metadata?.labels, ...ofSet, ...ofDeployment },
    annotations: template.metadata?.annotations ?? {},
  };
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
  await createMachineOf(created, machine, context);
}

interface MachineTemplates {
  readonly infrastructure: External;
  readonly config: External | undefined;
}

/** The templates of the set; undefined while one of them does not exist. */
async function templatesOf(
  { spec }: MachineSet,
  cluster: Cluster,
  context: SimContext,
): Promise<MachineTemplates | undefined> {
  const { bootstrap, infrastructureRef: reference } = spec.template.spec;
  const infrastructure = await findTemplate({ cluster, reference, kind: "InfraMachine" }, context);
  const { configRef } = bootstrap;
  const config = configRef && (await findTemplate({ cluster, reference: configRef, kind: "BootstrapConfig" }, context));
  if (infrastructure === undefined || (configRef !== undefined && config === undefined)) return undefined;
  return { infrastructure, config };
}
