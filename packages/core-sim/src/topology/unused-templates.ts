// The copies of templates that workers of a topology use: they are deleted with the last MachineSet or MachineDeployment that names them, as core's topology controllers do it.
import { type ContractVersionedObjectReference, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { addFinalizer, isDeleting, labels, removeFinalizer } from "@capstan/contract";
import { keyOf, type KubeObject } from "@capstan/kube";
import type { SimContext } from "../writer.ts";
import { deleteHealthCheck } from "./health-checks.ts";

const finalizers = {
  MachineDeployment: "machinedeployment.topology.cluster.x-k8s.io",
  MachineSet: "machineset.topology.cluster.x-k8s.io",
};

/** The finalizers that what owns workers has for its templates: those of a topology that is played have one. */
export function templateFinalizers({ kind, metadata }: MachineDeployment | MachineSet, context: SimContext): string[] {
  return context.playsTopologies && metadata.labels?.[labels.topologyOwned] !== undefined ? [finalizers[kind]] : [];
}

/** Adds finalizers; returns whether one was missing. An object that is deleted gets none. */
export function addFinalizers(draft: KubeObject, wanted: readonly string[]): boolean {
  return !isDeleting(draft) && wanted.filter((finalizer) => addFinalizer(draft, finalizer)).length > 0;
}

/** Deletes the templates of a set or a deployment that is deleted, unless another one of the deployment names them; once. */
export async function releaseTemplates(draft: MachineDeployment | MachineSet, context: SimContext): Promise<void> {
  const finalizer = finalizers[draft.kind];
  if (draft.metadata.finalizers?.includes(finalizer) !== true) return;
  const used = await usedTemplates(draft, context);
  for (const { reference, kind } of templatesNamedBy(draft)) {
    if (used.has(idOf(reference))) continue;
    const template = await context.reader.external(draft, reference, kind);
    if (template !== undefined) await context.writer.delete(template.resource, template.object);
  }
  if (draft.kind === "MachineDeployment") await deleteHealthCheck(keyOf(draft), context);
  removeFinalizer(draft, finalizer);
}

/** What the sets of the deployment and the deployment itself name, as far as they are not deleted. */
async function usedTemplates(
  draft: MachineDeployment | MachineSet,
  { reader }: SimContext,
): Promise<ReadonlySet<string>> {
  const name = draft.kind === "MachineDeployment" ? keyOf(draft).name : deploymentOf(draft);
  if (name === undefined) return new Set();
  const { namespace } = keyOf(draft);
  const deployment = await reader.lists.find(MachineDeployment, { namespace, name });
  const ofCluster = await reader.descendantsOf(MachineSet, { namespace, name: draft.spec.clusterName });
  const sets = ofCluster.filter((set) => set.metadata.labels?.[labels.deploymentName] === name);
  const users = [...sets, ...(deployment === undefined ? [] : [deployment])].filter((user) => !isDeleting(user));
  return new Set(users.flatMap((user) => templatesNamedBy(user).map(({ reference }) => idOf(reference))));
}

function deploymentOf({ metadata }: KubeObject): string | undefined {
  return metadata.ownerReferences?.find(({ kind }) => kind === MachineDeployment.kind)?.name;
}

/** How a template is referred to, and what it is of. */
interface NamedTemplate {
  readonly reference: ContractVersionedObjectReference;
  readonly kind: "InfraMachine" | "BootstrapConfig";
}

function templatesNamedBy({ spec }: MachineDeployment | MachineSet): readonly NamedTemplate[] {
  const { bootstrap, infrastructureRef } = spec.template.spec;
  const { configRef } = bootstrap;
  return [
    ...(configRef === undefined ? [] : [{ reference: configRef, kind: "BootstrapConfig" as const }]),
    { reference: infrastructureRef, kind: "InfraMachine" },
  ];
}

function idOf({ apiGroup, kind, name }: ContractVersionedObjectReference): string {
  return `${apiGroup}/${kind}/${name}`;
}
