// What the objects of a simulation look like, for the error of a goal that was not reached: phases, and the conditions that tell why.
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { conditionWords, isUnmet, type ReadableCondition, readableConditions } from "@capstan/contract/conditions";
import { type ContractKind, contractKinds } from "@capstan/contract/rules";
import { errorFrom, formatKey, keyOf, type KubeObject } from "@capstan/kube";
import type { ClusterReader } from "./cluster-reader.ts";
import { referenceOf } from "./reported.ts";

/** Every Cluster, Machine and MachinePool, each followed by the objects of providers that it refers to; one line for each. */
export async function lastState(reader: ClusterReader): Promise<string[]> {
  try {
    const clusters = await reader.lists.list(Cluster);
    const machines = await reader.lists.list(Machine);
    const pools = await reader.lists.list(MachinePool);
    const lines = [...clusters, ...machines, ...pools].map((each) => linesOf(reader, each));
    return lines.length === 0 ? ["there is no Cluster and no Machine"] : (await Promise.all(lines)).flat();
  } catch (error) {
    return [`the objects cannot be read: ${errorFrom(error).message}`];
  }
}

async function linesOf(reader: ClusterReader, object: Cluster | Machine | MachinePool): Promise<string[]> {
  const phase = object.status?.phase ?? "without a phase";
  const own = readableConditions(object).filter(isWaiting).map(conditionWords);
  const line = `${nameOf(object)} is ${[phase, ...own].join("; ")}`;
  const referenced = await Promise.all(contractKinds.map((kind) => lineOfReferenced(reader, object, kind)));
  return [line, ...referenced.filter((each) => each !== undefined)];
}

/** The line of the object of a provider's kind that an object of core refers to, if it refers to one. */
async function lineOfReferenced(
  reader: ClusterReader,
  object: KubeObject,
  kind: ContractKind,
): Promise<string | undefined> {
  const to = referenceOf(object, kind);
  if (to === undefined) return undefined;
  const external = await reader.external(object, to, kind);
  if (external === undefined) return `${to.kind} ${to.name} does not exist`;
  const conditions = readableConditions(external.object).map(conditionWords);
  const all = conditions.length === 0 ? "has no conditions" : `has ${conditions.join("; ")}`;
  return `${nameOf(external.object)} ${all}`;
}

function nameOf(object: KubeObject): string {
  return `${object.kind} ${formatKey(keyOf(object))}`;
}

/** Of core's many conditions, those that tell what core waits for. */
const waiting: ReadonlySet<string> = new Set([
  "Paused",
  "Deleting",
  "BootstrapConfigReady",
  "InfrastructureReady",
  "ControlPlaneInitialized",
  "NodeHealthy",
]);

function isWaiting(condition: ReadableCondition): boolean {
  return waiting.has(condition.type) && isUnmet(condition);
}
