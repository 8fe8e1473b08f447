// What a Cluster of a class consists of now: the objects that it names, and what these name.
import {
  type Cluster,
  type ContractVersionedObjectReference,
  MachineDeployment,
  MachineHealthCheck,
} from "@capstan/api/core/v1beta2";
import { isDeleting, labels } from "@capstan/contract";
import { readField } from "@capstan/contract/fields";
import type { ContractKind } from "@capstan/contract/rules";
import { getAt, type KubeObject, keyOf } from "@capstan/kube";
import type { ClusterReader, External } from "../cluster-reader.ts";
import { referenceOf } from "../reported.ts";
import { missingObject, TopologyFailure } from "./topology-failure.ts";
import { topologyName } from "./worker-upgrade.ts";

/** The objects of a Cluster. Those that were not created yet are undefined. */
export interface CurrentParts {
  readonly infrastructure?: External<"InfraCluster"> | undefined;
  readonly controlPlane?: External<"ControlPlane"> | undefined;
  readonly controlPlaneMachine?: External<"InfraMachine"> | undefined;
  readonly deployments: readonly MachineDeployment[];
  /** The templates of MachineDeployments that are not being deleted, by the names of these in the topology. */
  readonly workers: ReadonlyMap<string, CurrentWorkers>;
}

/** A MachineDeployment, and its templates. */
export interface CurrentWorkers {
  readonly deployment: MachineDeployment;
  readonly bootstrap: External<"BootstrapConfig">;
  readonly infrastructure: External<"InfraMachine">;
}

/** The names of parts that exist. */
interface CurrentNames {
  readonly controlPlaneMachines: string | undefined;
  readonly workers: ReadonlyMap<
    string,
    { readonly deployment: string; readonly bootstrap: string; readonly machines: string }
  >;
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
  checkNames(deployments);
  const workers = new Map<string, CurrentWorkers>();
  for (const deployment of deployments) {
    const name = topologyName(deployment);
    if (name !== undefined && !isDeleting(deployment)) workers.set(name, await readWorkers(deployment, reader));
  }
  return { infrastructure, controlPlane, controlPlaneMachine, deployments, workers };
}

function isOwnedByTopology({ metadata }: MachineDeployment): boolean {
  return metadata.labels?.[labels.topologyOwned] !== undefined;
}

/** As core does: each has a name in the topology, and no other one has it. */
function checkNames(deployments: readonly MachineDeployment[]): void {
  const label = labels.topologyDeploymentName;
  const known = new Set<string>();
  for (const deployment of deployments) {
    const name = topologyName(deployment) ?? "";
    const text = textOf(deployment);
    if (name === "") throw new TopologyFailure(`failed to find label ${label} in MachineDeployment ${text}`);
    if (known.has(name))
      throw new TopologyFailure(`duplicate MachineDeployment ${text} found for label ${label}: ${name}`);
    known.add(name);
  }
}

/** The objects that exist, and the checks of machines. */
export async function storedParts(
  draft: Cluster,
  { infrastructure, controlPlane, controlPlaneMachine, deployments, workers }: CurrentParts,
  reader: ClusterReader,
): Promise<readonly KubeObject[]> {
  const templates = [...workers.values()].flatMap((each) => [each.bootstrap, each.infrastructure]);
  const named = [infrastructure, controlPlane, controlPlaneMachine, ...templates];
  const objects = named.flatMap((part) => (part === undefined ? [] : [part.object]));
  return [...objects, ...deployments, ...(await reader.descendants(MachineHealthCheck, draft))];
}

/** The names of the parts. */
export function currentNames({ controlPlaneMachine, workers }: CurrentParts): CurrentNames {
  return {
    controlPlaneMachines: controlPlaneMachine && nameOf(controlPlaneMachine),
    workers: new Map(
      Array.from(workers, ([name, { deployment, bootstrap, infrastructure }]) => [
        name,
        { deployment: keyOf(deployment).name, bootstrap: nameOf(bootstrap), machines: nameOf(infrastructure) },
      ]),
    ),
  };
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
  const { bootstrap, infrastructureRef } = deployment.spec.template.spec;
  if (bootstrap.configRef === undefined)
    throw new TopologyFailure(
      `MachineDeployment ${textOf(deployment)} does not have a reference to a Bootstrap Config`,
    );
  return {
    deployment,
    bootstrap: await referenced(deployment, { kind: "BootstrapConfig", reference: bootstrap.configRef }, reader),
    infrastructure: await referenced(deployment, { kind: "InfraMachine", reference: infrastructureRef }, reader),
  };
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
