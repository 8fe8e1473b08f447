// The templates of a ClusterClass for one Cluster, after the patches of Runtime Extensions.
import type {
  Cluster,
  ClusterClass,
  ClusterClassTemplateReference,
  ClusterVariable,
  MachineDeploymentTopology,
  Topology,
} from "@capstan/api/core/v1beta2";
import type { Builtins, HolderReference } from "@capstan/api/hooks/v1alpha1";
import type { ContractKind } from "@capstan/contract/rules";
import { errorOf, type JSONValue, type KubeObject, keyOf, parseApiVersion } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { coreSimErrors } from "../core-sim-errors.ts";
import { stableSuffix } from "../machine-set/new-machine-set.ts";
import type { SimContext } from "../writer.ts";
import type { PatchedTemplate, TopologyHooks } from "./topology-hooks.ts";

/** A Cluster of a class. */
export interface ClassWork {
  readonly draft: Cluster;
  readonly topology: Topology;
  readonly clusterClass: ClusterClass;
  readonly context: SimContext;
  readonly hooks: TopologyHooks | undefined;
}

/** The templates that one Cluster needs, patched. */
export interface ClassTemplates {
  readonly infrastructure: External<"InfraCluster">;
  readonly controlPlane: External<"ControlPlane">;
  readonly controlPlaneMachine: External<"InfraMachine"> | undefined;
  /** Those of each MachineDeployment, by its name in the topology. */
  readonly workers: ReadonlyMap<string, WorkerTemplates>;
}

/** The templates of a MachineDeployment. */
export interface WorkerTemplates {
  readonly bootstrap: External<"BootstrapConfig">;
  readonly infrastructure: External<"InfraMachine">;
}

/** Where a template is used. */
interface Use {
  readonly holder: Omit<HolderReference, "namespace">;
  readonly builtin: object;
  readonly overrides?: readonly ClusterVariable[] | undefined;
}

/** Templates as they are read; all are patched together. */
class Templates {
  readonly #work: ClassWork;
  readonly #uses: PatchedTemplate[] = [];
  #patched: readonly KubeObject[] = [];

  constructor(work: ClassWork) {
    this.#work = work;
  }

  /** Reads a template; what is returned has the patches once they are applied. */
  async add<K extends ContractKind>(
    reference: ClusterClassTemplateReference,
    kind: K,
    use: Use,
  ): Promise<() => External<K>> {
    const { clusterClass, context, draft } = this.#work;
    const { apiVersion, kind: templateKind, name } = reference;
    const found = await context.reader.external(
      clusterClass,
      { apiGroup: parseApiVersion(apiVersion).group, kind: templateKind, name },
      kind,
    );
    if (found === undefined)
      throw errorOf(coreSimErrors, "core-sim/no-template", {
        values: { kind: templateKind, name, clusterClass: keyOf(clusterClass).name },
      });
    const index = this.#uses.length;
    const { holder, builtin, overrides = [] } = use;
    this.#uses.push({
      object: found.object,
      holder: { ...holder, namespace: keyOf(draft).namespace },
      variables: { ...valuesOf(overrides), builtin: json(builtin) },
    });
    return () => ({ ...found, object: this.#patched[index] ?? found.object });
  }

  async patch(): Promise<void> {
    const { draft, topology, clusterClass, hooks } = this.#work;
    this.#patched = this.#uses.map(({ object }) => object);
    const variables = {
      ...valuesOf(topology.variables ?? []),
      builtin: json({ cluster: clusterBuiltin(draft, topology) }),
    };
    for (const { external } of clusterClass.spec.patches ?? []) {
      if (external?.generatePatchesExtension === undefined || hooks === undefined) continue;
      const templates = this.#uses.map((use, index) => ({ ...use, object: this.#patched[index] ?? use.object }));
      this.#patched = await hooks.patch(external, { templates, variables });
    }
  }
}

/** Reads the templates of the class that the Cluster uses, and has them patched. */
export async function readClassTemplates(work: ClassWork): Promise<ClassTemplates> {
  const { draft, topology, clusterClass } = work;
  const { infrastructure, controlPlane, workers } = clusterClass.spec;
  const templates = new Templates(work);
  const cluster = { apiVersion: draft.apiVersion, kind: draft.kind, name: keyOf(draft).name };
  const { replicas } = topology.controlPlane ?? {};
  const builtin = { controlPlane: { version: topology.version, ...(replicas === undefined ? {} : { replicas }) } };
  const infra = await templates.add(infrastructure.templateRef, "InfraCluster", {
    holder: { ...cluster, fieldPath: "spec.infrastructureRef" },
    builtin: {},
  });
  const overrides = topology.controlPlane?.variables?.overrides;
  const plane = await templates.add(controlPlane.templateRef, "ControlPlane", {
    holder: { ...cluster, fieldPath: "spec.controlPlaneRef" },
    builtin,
    overrides,
  });
  const { apiVersion, kind } = controlPlane.templateRef;
  const holder = { apiVersion, kind: kind.slice(0, -"Template".length), name: controlPlaneName(draft) };
  const machine =
    controlPlane.machineInfrastructure &&
    (await templates.add(controlPlane.machineInfrastructure.templateRef, "InfraMachine", {
      holder: { ...holder, fieldPath: "spec.machineTemplate.spec.infrastructureRef" },
      builtin,
      overrides,
    }));
  const added = new Map<string, () => WorkerTemplates>();
  for (const deployment of topology.workers?.machineDeployments ?? []) {
    const found = workers?.machineDeployments?.find((each) => each.class === deployment.class);
    if (found === undefined) continue;
    const use = workerUse(draft, topology, deployment);
    const bootstrap = await templates.add(found.bootstrap.templateRef, "BootstrapConfig", use("bootstrap.configRef"));
    const own = await templates.add(found.infrastructure.templateRef, "InfraMachine", use("infrastructureRef"));
    added.set(deployment.name, () => ({ bootstrap: bootstrap(), infrastructure: own() }));
  }
  await templates.patch();
  return {
    infrastructure: infra(),
    controlPlane: plane(),
    controlPlaneMachine: machine?.(),
    workers: new Map(Array.from(added, ([name, read]) => [name, read()])),
  };
}

function workerUse(
  draft: Cluster,
  { version }: Topology,
  deployment: MachineDeploymentTopology,
): (field: string) => Use {
  const name = workerName(draft, deployment.name);
  const { replicas, class: itsClass, name: topologyName, variables } = deployment;
  const machineDeployment = {
    version,
    class: itsClass,
    name,
    topologyName,
    ...(replicas === undefined ? {} : { replicas }),
  };
  return (field) => ({
    holder: { apiVersion: draft.apiVersion, kind: "MachineDeployment", name, fieldPath: `spec.template.spec.${field}` },
    builtin: { machineDeployment },
    overrides: variables?.overrides,
  });
}

/** The name of the control plane. */
export function controlPlaneName(draft: Cluster): string {
  return partName(draft, "control plane");
}

/** The name of a MachineDeployment. */
export function workerName(draft: Cluster, name: string): string {
  return partName(draft, `workers ${name}`, name);
}

/** The name of an object that a Cluster of a class consists of: that of the Cluster, that of the workers, and an end as random ones are. */
export function partName(draft: Cluster, part: string, ...workers: readonly string[]): string {
  const { uid = "" } = draft.metadata;
  return [keyOf(draft).name, ...workers, stableSuffix(`${uid} ${part}`)].join("-");
}

function clusterBuiltin(draft: Cluster, { version, classRef }: Topology): NonNullable<Builtins["cluster"]> {
  const { namespace, name } = keyOf(draft);
  const { uid = "" } = draft.metadata;
  const own = { namespace, ...classRef };
  return { name, namespace, uid, topology: { version, classRef: own, class: own.name, classNamespace: own.namespace } };
}

function valuesOf(variables: readonly ClusterVariable[]): Readonly<Record<string, JSONValue>> {
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

function json(value: object): JSONValue {
  const copy: JSONValue = JSON.parse(JSON.stringify(value));
  return copy;
}
