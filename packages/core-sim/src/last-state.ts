// What the objects of a simulation look like, for the error of a goal that was not reached: phases, and the conditions that tell why.
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { type ContractKind, contractKinds } from "@capstan/contract/rules";
import { errorFrom, formatKey, getAt, isJsonObject, keyOf, type KubeObject } from "@capstan/kube";
import type { ClusterReader } from "./cluster-reader.ts";
import { referenceOf } from "./reported.ts";

/** Every Cluster, Machine and MachinePool, each followed by the objects of providers that it refers to; one line for each. */
export async function lastState(reader: ClusterReader, scope: { readonly namespace?: string }): Promise<string[]> {
  try {
    const clusters = (await reader.client.listAll(Cluster, scope)).items;
    const machines = (await reader.client.listAll(Machine, scope)).items;
    const pools = (await reader.client.listAll(MachinePool, scope)).items;
    const lines = [...clusters, ...machines, ...pools].map((each) => linesOf(reader, each));
    return lines.length === 0 ? ["there is no Cluster and no Machine"] : (await Promise.all(lines)).flat();
  } catch (error) {
    return [`the objects cannot be read: ${errorFrom(error).message}`];
  }
}

async function linesOf(reader: ClusterReader, object: Cluster | Machine | MachinePool): Promise<string[]> {
  const phase = object.status?.phase ?? "without a phase";
  const own = conditionsOf(object).filter(isWaiting).map(formatCondition);
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
  const conditions = conditionsOf(external.object).map(formatCondition);
  const all = conditions.length === 0 ? "has no conditions" : `has ${conditions.join("; ")}`;
  return `${nameOf(external.object)} ${all}`;
}

function nameOf(object: KubeObject): string {
  return `${object.kind} ${formatKey(keyOf(object))}`;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

function conditionsOf(object: KubeObject): Condition[] {
  const conditions = getAt(object, ["status", "conditions"]);
  if (!Array.isArray(conditions)) return [];
  return conditions.filter(isJsonObject).map(({ type, status, reason, message }) => ({
    type: stringOf(type),
    status: stringOf(status),
    reason: stringOf(reason),
    message: stringOf(message),
  }));
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Of core's many conditions, those that tell what core waits for, with the status that they have when it waits for nothing. */
const waiting: ReadonlyMap<string, string> = new Map([
  ["Paused", "False"],
  ["Deleting", "False"],
  ["BootstrapConfigReady", "True"],
  ["InfrastructureReady", "True"],
  ["ControlPlaneInitialized", "True"],
  ["NodeHealthy", "True"],
]);

function isWaiting({ type, status }: Condition): boolean {
  return waiting.has(type) && waiting.get(type) !== status;
}

function formatCondition({ type, status, reason, message }: Condition): string {
  const why = [reason, message].filter((each) => each !== "").join(": ");
  return `${type}=${status}${why === "" ? "" : ` (${why})`}`;
}
