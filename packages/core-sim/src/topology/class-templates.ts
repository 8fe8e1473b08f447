// The templates of a ClusterClass for one Cluster, after the patches of the class and of Runtime Extensions.
import type {
  ClusterClassPatch,
  ClusterVariable,
  MachineDeploymentClass,
  MachinePoolClass,
} from "@capstan/api/core/v1beta2";
import type { Builtins, HolderReference } from "@capstan/api/hooks/v1alpha1";
import { cloneTemplate } from "@capstan/contract";
import { type ContractView, fieldOf } from "@capstan/contract/fields";
import { type JSONValue, type KubeObject, keyOf, type UnstructuredObject } from "@capstan/kube";
import type { ClassBlueprint, ClassWork } from "./class-blueprint.ts";
import { clusterBuiltin, controlPlaneBuiltin, poolBuiltin, workerBuiltin } from "./builtins.ts";
import { patchedControlPlane, unpatchedControlPlane } from "./control-plane-object.ts";
import { isPlayedInline, patchInline } from "./inline-patches.ts";
import { newPoolObject } from "./new-pool.ts";
import { partLabels, poolMetadata, templateMetadata, workerLabels, workerMetadata } from "./part-metadata.ts";
import { type GivenLabels, withGiven, withMetadata, withPatched, withPatchedTemplate } from "./patched-metadata.ts";
import { variablesFor } from "./patch-variables.ts";
import { TopologyFailure } from "./topology-failure.ts";
import type { PatchedTemplate, TemplatesToPatch } from "./topology-hooks.ts";
import { foreignVariables } from "./topology-variables.ts";

/** What one Cluster is made of: templates of a class, patched. */
export interface ClassTemplates {
  readonly infrastructure: KubeObject;
  readonly controlPlane: UnstructuredObject;
  /** By which it is read. */
  readonly controlPlaneView: ContractView<"ControlPlane">;
  readonly controlPlaneMachine: KubeObject | undefined;
  /** Those of each MachineDeployment, by its name in the topology. */
  readonly workers: ReadonlyMap<string, PatchedWorkers>;
  /** Those of each MachinePool, by its name in the topology. */
  readonly pools: ReadonlyMap<string, PatchedPool>;
}

/** The templates of a MachineDeployment, patched. */
export interface PatchedWorkers {
  readonly itsClass: MachineDeploymentClass;
  readonly bootstrap: KubeObject;
  readonly infrastructure: KubeObject;
}

/** The templates of a MachinePool, patched. */
export interface PatchedPool {
  readonly itsClass: MachinePoolClass;
  readonly bootstrap: KubeObject;
  readonly infrastructure: KubeObject;
}

/** Where a template is used. */
interface Use {
  readonly holder: Omit<HolderReference, "namespace">;
  readonly builtin: Builtins;
  readonly overrides?: readonly ClusterVariable[] | undefined;
  /** The labels and annotations of what is made of the template, before patches. */
  readonly given: GivenLabels;
}

/** Templates that are patched together. */
class PatchedTogether {
  readonly #work: ClassWork;
  readonly #uses: PatchedTemplate[] = [];
  #patched: readonly KubeObject[] = [];

  constructor(work: ClassWork) {
    this.#work = work;
  }

  /** What is returned has the patches once they are applied. */
  add(template: KubeObject, { holder, builtin, overrides = [], given }: Use): () => KubeObject {
    const object = withMetadata(template, given);
    const index = this.#uses.length;
    const { namespace } = keyOf(this.#work.draft);
    const variables = { ...valuesOf(overrides), builtin: json(builtin) };
    this.#uses.push({ object, holder: { ...holder, namespace }, variables });
    return () => {
      const patched = this.#patched[index] ?? object;
      return withGiven(given.place === "template" ? withPatchedTemplate(object, patched) : patched, given);
    };
  }

  /** As they are now. */
  get #templates(): readonly PatchedTemplate[] {
    return this.#uses.map((use, index) => ({ ...use, object: this.#patched[index] ?? use.object }));
  }

  #take(patched: readonly KubeObject[]): void {
    this.#patched = this.#templates.map(({ object }, index) => withPatched(object, patched[index] ?? object));
  }

  async patch(): Promise<void> {
    const { draft, topology, clusterClass, hooks } = this.#work;
    this.#patched = this.#uses.map(({ object }) => object);
    const variables = { ...valuesOf(topology.variables ?? []), builtin: json(clusterBuiltin(draft, topology)) };
    const foreign = foreignVariables(topology, clusterClass);
    const sentFor = async (patch: ClusterClassPatch | undefined): Promise<TemplatesToPatch> => {
      const limit = await variablesFor(patch, clusterClass, hooks);
      return limit({ templates: this.#templates, variables, ...(foreign && { foreign }) });
    };
    const { patches = [] } = clusterClass.spec;
    for (const patch of patches) {
      const { external, name, definitions = [] } = patch;
      const generates = (external?.generatePatchesExtension ?? "") !== "";
      if (definitions.length === 0 && !generates)
        throw new TopologyFailure(
          `failed to apply patches: failed to create patch generator for patch ${JSON.stringify(name)}`,
        );
      if (isPlayedInline(patch)) this.#take(patchInline(patch, await sentFor(patch)));
      else if (external !== undefined && generates && hooks !== undefined)
        this.#take(await hooks.patch(external, await sentFor(patch), name));
    }
    // As in core, whose requests to validate have what the last patch had.
    for (const { external, name } of patches)
      if (external !== undefined && (external.validateTopologyExtension ?? "") !== "")
        await hooks?.validate(external, await sentFor(patches.at(-1)), name);
  }
}

/** Has the templates that the Cluster uses patched. */
export async function patchClass(work: ClassWork, blueprint: ClassBlueprint): Promise<ClassTemplates> {
  const { draft } = work;
  const templates = new PatchedTogether(work);
  const cluster = { apiVersion: draft.apiVersion, kind: draft.kind, name: keyOf(draft).name };
  const { object } = blueprint.infrastructure;
  const options = { name: work.names.infrastructure, namespace: keyOf(draft).namespace, labels: partLabels(draft) };
  const infrastructure = templates.add(object, {
    holder: { ...cluster, fieldPath: "spec.infrastructureRef" },
    builtin: {},
    given: { place: "object", ...cloneTemplate(object, options) },
  });
  const controlPlane = addControlPlane(work, blueprint, templates);
  const workers = addWorkers(work, blueprint, templates);
  const pools = addPools(work, blueprint, templates);
  await templates.patch();
  return {
    infrastructure: infrastructure(),
    ...controlPlane(),
    workers: new Map(Array.from(workers, ([name, read]) => [name, read()])),
    pools: new Map(Array.from(pools, ([name, read]) => [name, read()])),
  };
}

function addControlPlane(
  work: ClassWork,
  { controlPlane: template, controlPlaneMachine: machines }: ClassBlueprint,
  templates: PatchedTogether,
): () => Pick<ClassTemplates, "controlPlane" | "controlPlaneView" | "controlPlaneMachine"> {
  const { draft, topology, names } = work;
  const { view } = template;
  const unpatched = unpatchedControlPlane(work, { template, machines });
  const { apiVersion, kind } = unpatched;
  const shared = {
    builtin: controlPlaneBuiltin(topology, { object: unpatched, view }, machines && names.controlPlaneMachines),
    overrides: topology.controlPlane?.variables?.overrides,
  };
  const cluster = { apiVersion: draft.apiVersion, kind: draft.kind, name: keyOf(draft).name };
  const plane = templates.add(template.object, {
    holder: { ...cluster, fieldPath: "spec.controlPlaneRef" },
    ...shared,
    given: { place: "object", metadata: unpatched.metadata },
  });
  const { path: fieldPath } = fieldOf(view, "machineInfrastructure");
  const holder = { apiVersion, kind, name: keyOf(unpatched).name, fieldPath };
  const given = (object: KubeObject): GivenLabels => ofTemplate(object, partLabels(draft));
  const machine = machines && templates.add(machines.object, { holder, ...shared, given: given(machines.object) });
  return () => ({
    controlPlane: patchedControlPlane(work, unpatched, { ...template, object: plane() }),
    controlPlaneView: view,
    controlPlaneMachine: machine?.(),
  });
}

function addWorkers(
  { draft, topology, names, versions }: ClassWork,
  blueprint: ClassBlueprint,
  templates: PatchedTogether,
): ReadonlyMap<string, () => PatchedWorkers> {
  const added = new Map<string, () => PatchedWorkers>();
  for (const deployment of topology.workers?.machineDeployments ?? []) {
    const found = blueprint.workers.get(deployment.class);
    if (found === undefined) continue;
    const { itsClass } = found;
    const metadata = workerMetadata(draft, deployment, itsClass);
    const holder = {
      apiVersion: draft.apiVersion,
      kind: "MachineDeployment",
      name: names.worker(deployment.name),
    };
    const add = (object: KubeObject, field: string): (() => KubeObject) =>
      templates.add(object, {
        holder: { ...holder, fieldPath: `spec.template.spec.${field}` },
        builtin: workerBuiltin(deployment, { version: versions.worker(deployment.name), metadata }, names),
        overrides: deployment.variables?.overrides,
        given: ofTemplate(object, workerLabels(draft, deployment)),
      });
    const bootstrap = add(found.bootstrap.object, "bootstrap.configRef");
    const infrastructure = add(found.infrastructure.object, "infrastructureRef");
    added.set(deployment.name, () => ({ itsClass, bootstrap: bootstrap(), infrastructure: infrastructure() }));
  }
  return added;
}

function addPools(
  { draft, topology, names, versions }: ClassWork,
  blueprint: ClassBlueprint,
  templates: PatchedTogether,
): ReadonlyMap<string, () => PatchedPool> {
  const added = new Map<string, () => PatchedPool>();
  for (const pool of topology.workers?.machinePools ?? []) {
    const found = blueprint.pools.get(pool.class);
    if (found === undefined) continue;
    const { itsClass } = found;
    const state = { version: versions.pool(pool.name), metadata: poolMetadata(draft, pool, itsClass) };
    const holder = { apiVersion: draft.apiVersion, kind: "MachinePool", name: names.pool(pool.name) };
    const add = (object: KubeObject, field: string): (() => KubeObject) =>
      templates.add(object, {
        holder: { ...holder, fieldPath: `spec.template.spec.${field}` },
        builtin: poolBuiltin(pool, state, names),
        overrides: pool.variables?.overrides,
        given: { place: "object", ...newPoolObject(draft, object, { pool, name: names.pool(pool.name) }) },
      });
    const bootstrap = add(found.bootstrap.object, "bootstrap.configRef");
    const infrastructure = add(found.infrastructure.object, "infrastructureRef");
    added.set(pool.name, () => ({ itsClass, bootstrap: bootstrap(), infrastructure: infrastructure() }));
  }
  return added;
}

/** Those of a template that is copied. */
function ofTemplate(object: KubeObject, labels: Readonly<Record<string, string>>): GivenLabels {
  return { place: "template", metadata: templateMetadata(object, labels) };
}

function valuesOf(variables: readonly ClusterVariable[]): Readonly<Record<string, JSONValue>> {
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

function json(value: object): JSONValue {
  const copy: JSONValue = JSON.parse(JSON.stringify(value));
  return copy;
}
