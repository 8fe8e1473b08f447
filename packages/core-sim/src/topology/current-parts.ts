// What a Cluster of a class consists of now: the objects that it names, and what these name.
import {
  type Cluster,
  type ContractVersionedObjectReference,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
} from "@capstan/api/core/v1beta2";
import { isDeleting, labels } from "@capstan/contract";
import { readField } from "@capstan/contract/fields";
import type { ContractKind } from "@capstan/contract/rules";
import { getAt, type KubeObject, keyOf } from "@capstan/kube";
import type { ClusterReader, External } from "../cluster-reader.ts";
import { referenceOf } from "../reported.ts";
import { missingObject, TopologyFailure } from "./topology-failure.ts";
import { nameLabels, topologyName } from "./worker-upgrade.ts";

/** The objects of a Cluster. Those that were not created yet are undefined. */
export interface CurrentParts {
  readonly infrastructure?: External<"InfraCluster"> | undefined;
  readonly controlPlane?: External<"ControlPlane"> | undefined;
  readonly controlPlaneMachine?: External<"InfraMachine"> | undefined;
  readonly deployments: readonly MachineDeployment[];
  /** The templates of MachineDeployments that are not being deleted, by the names of these in the topology. */
  readonly workers: ReadonlyMap<string, CurrentWorkers>;
  readonly pools: readonly MachinePool[];
  /** What MachinePools name that are not being deleted, by the names of these in the topology. */
  readonly poolParts: ReadonlyMap<string, CurrentPool>;
}

/** A MachineDeployment, and its templates. */
export interface CurrentWorkers {
  readonly deployment: MachineDeployment;
  readonly bootstrap: External<"BootstrapConfig">;
  readonly infrastructure: External<"InfraMachine">;
}

/** A MachinePool, and what it names. */
export interface CurrentPool {
  readonly pool: MachinePool;
  readonly bootstrap: External<"BootstrapConfig">;
  readonly infrastructure: External<"InfraMachinePool">;
}

/** The names of parts that exist. */
interface CurrentNames {
  readonly controlPlaneMachines: string | undefined;
  readonly workers: ReadonlyMap<string, WorkerNames>;
  readonly pools: ReadonlyMap<string, WorkerNames>;
}

/** The name of a MachineDeployment or a MachinePool, and of what it names. */
interface WorkerNames {
  readonly own: string;
  readonly bootstrap: string;
  readonly machines: string;
}

/** Reads the parts of a Cluster. Throws a TopologyFailure, as core does, when an object that something names does not exist. */
export async function readCurrentParts(draft: Cluster, reader: ClusterReader): Promise<CurrentParts> {
  const infrastructure = await ownPart(draft, "InfraCluster", reader);
  const controlPlane = await ownPart(draft, "ControlPlane", reader);
  const machines = controlPlane && machineReference(controlPlane);
  const controlPlaneMachine =
    controlPlane &&
    machines &&
    (await referenced(controlPlane.object, { kind: "InfraMachine", reference: machines }, reader));
  const deployments = (await reader.descendants(MachineDeployment, draft)).filter(isOwnedByTopology);
  const pools = (await reader.descendants(MachinePool, draft)).filter(isOwnedByTopology);
  checkNames(deployments);
  checkNames(pools);
  const workers = await partsByName(deployments, (deployment) => readWorkers(deployment, reader));
  const poolParts = await partsByName(pools, (pool) => readPool(pool, reader));
  return { infrastructure, controlPlane, controlPlaneMachine, deployments, workers, pools, poolParts };
}

/** What those name that are not being deleted, by their names in the topology. */
async function partsByName<T extends MachineDeployment | MachinePool, P>(
  objects: readonly T[],
  read: (object: T) => Promise<P>,
): Promise<ReadonlyMap<string, P>> {
  const parts = new Map<string, P>();
  for (const object of objects) {
    const name = topologyName(object);
    if (name !== undefined && !isDeleting(object)) parts.set(name, await read(object));
  }
  return parts;
}

function isOwnedByTopology({ metadata }: KubeObject): boolean {
  return metadata.labels?.[labels.topologyOwned] !== undefined;
}

/** As core does: each has a name in the topology, and no other one has it. */
function checkNames(objects: readonly (MachineDeployment | MachinePool)[]): void {
  const known = new Set<string>();
  for (const object of objects) {
    const name = topologyName(object) ?? "";
    const label = nameLabels[object.kind];
    const text = `${object.kind} ${textOf(object)}`;
    if (name === "") throw new TopologyFailure(`failed to find label ${label} in ${text}`);
    if (known.has(name)) throw new TopologyFailure(`duplicate ${text} found for label ${label}: ${name}`);
    known.add(name);
  }
}

/** The objects that exist, and the checks of machines. */
export async function storedParts(
  draft: Cluster,
  { infrastructure, controlPlane, controlPlaneMachine, deployments, workers, pools, poolParts }: CurrentParts,
  reader: ClusterReader,
): Promise<readonly KubeObject[]> {
  const ofWorkers = [...workers.values(), ...poolParts.values()];
  const templates = ofWorkers.flatMap((each): External[] => [each.bootstrap, each.infrastructure]);
  const named = [infrastructure, controlPlane, controlPlaneMachine, ...templates];
  const objects = named.flatMap((part) => (part === undefined ? [] : [part.object]));
  return [...objects, ...deployments, ...pools, ...(await reader.descendants(MachineHealthCheck, draft))];
}

/** The names of the parts. */
export function currentNames({ controlPlaneMachine, workers, poolParts }: CurrentParts): CurrentNames {
  return {
    controlPlaneMachines: controlPlaneMachine && nameOf(controlPlaneMachine),
    workers: new Map(Array.from(workers, ([name, each]) => [name, namesOf(each.deployment, each)])),
    pools: new Map(Array.from(poolParts, ([name, each]) => [name, namesOf(each.pool, each)])),
  };
}

function namesOf(
  own: KubeObject,
  { bootstrap, infrastructure }: { readonly bootstrap: External; readonly infrastructure: External },
): WorkerNames {
  return { own: keyOf(own).name, bootstrap: nameOf(bootstrap), machines: nameOf(infrastructure) };
}

function nameOf({ object }: External): string {
  return keyOf(object).name;
}

async function ownPart<K extends "InfraCluster" | "ControlPlane">(
  draft: Cluster,
  kind: K,
  reader: ClusterReader,
): Promise<External<K> | undefined> {
  const reference = referenceOf(draft, kind);
  return reference && referenced(draft, { kind, reference }, reader);
}

async function readWorkers(deployment: MachineDeployment, reader: ClusterReader): Promise<CurrentWorkers> {
  const { infrastructureRef: reference } = deployment.spec.template.spec;
  return {
    deployment,
    bootstrap: await readConfig(deployment, reader),
    infrastructure: await referenced(deployment, { kind: "InfraMachine", reference }, reader),
  };
}

async function readPool(pool: MachinePool, reader: ClusterReader): Promise<CurrentPool> {
  const { infrastructureRef: reference } = pool.spec.template.spec;
  return {
    pool,
    bootstrap: await readConfig(pool, reader),
    infrastructure: await referenced(pool, { kind: "InfraMachinePool", reference }, reader),
  };
}

function readConfig(
  object: MachineDeployment | MachinePool,
  reader: ClusterReader,
): Promise<External<"BootstrapConfig">> {
  const { configRef: reference } = object.spec.template.spec.bootstrap;
  if (reference === undefined)
    throw new TopologyFailure(`${object.kind} ${textOf(object)} does not have a reference to a Bootstrap Config`);
  return referenced(object, { kind: "BootstrapConfig", reference }, reader);
}

/** The template of a control plane's machines. With the older contract it names an apiVersion. */
function machineReference({ object, view }: External<"ControlPlane">): ContractVersionedObjectReference | undefined {
  const reference = readField(object, view, "machineInfrastructure");
  const [apiGroup, apiVersion, kind, name] = ["apiGroup", "apiVersion", "kind", "name"].map((field) => {
    const value = getAt(reference, [field]);
    return typeof value === "string" ? value : undefined;
  });
  const group = apiGroup ?? apiVersion?.split("/")[0];
  return group === undefined || kind === undefined || name === undefined ? undefined : { apiGroup: group, kind, name };
}

async function referenced<K extends ContractKind>(
  from: KubeObject,
  { kind, reference }: { readonly kind: K; readonly reference: ContractVersionedObjectReference },
  reader: ClusterReader,
): Promise<External<K>> {
  const found = await reader.external(from, reference, kind);
  if (found !== undefined) return found;
  throw missingObject(reference.kind, { ...keyOf(from), name: reference.name });
}

function textOf(object: KubeObject): string {
  const { namespace, name } = keyOf(object);
  return `${namespace}/${name}`;
}
