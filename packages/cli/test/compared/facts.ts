// What is known of the objects of a server, as lines without what is different in each run: names with random ends, uids, times, ports.
import type { Client } from "@capstan/client";
import { isJsonObject, resourceOf, type Resource, type UnstructuredObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";

const groups: Readonly<Record<string, readonly string[]>> = {
  "cluster.x-k8s.io": [
    "Cluster",
    "ClusterClass",
    "MachineDeployment",
    "MachineSet",
    "MachinePool",
    "Machine",
    "MachineHealthCheck",
  ],
  "bootstrap.cluster.x-k8s.io": ["KubeadmConfig", "KubeadmConfigTemplate"],
  "controlplane.cluster.x-k8s.io": ["KubeadmControlPlane", "KubeadmControlPlaneTemplate"],
  "infrastructure.cluster.x-k8s.io": [
    "DevCluster",
    "DevClusterTemplate",
    "DevMachine",
    "DevMachineTemplate",
    "FooMachinePool",
    "FooMachinePoolTemplate",
  ],
};

/** The kinds that are compared. */
export const comparedKinds: readonly Resource[] = [
  ...Object.entries(groups).flatMap(([group, kinds]) => kinds.map((kind) => resourceOf(`${group}/v1beta2`, kind))),
  Secret,
];

const secretTypes = ["cluster.x-k8s.io/secret"];

/** All objects of the kinds; of the Secrets those of Cluster API. */
export async function readObjects(client: Client): Promise<readonly UnstructuredObject[]> {
  const lists = await Promise.all(
    comparedKinds.map(async (resource) => {
      const { items } = await client.listAll(resource, { namespace: "default" });
      return items.map((item): UnstructuredObject => ({ ...item }));
    }),
  );
  return lists.flat().filter(({ kind, type }) => kind !== "Secret" || secretTypes.includes(String(type)));
}

/** What is known of an object: values by the paths of their fields. */
type Facts = ReadonlyMap<string, string>;

/** What is known of all objects, by kind and name. */
export type ServerFacts = ReadonlyMap<string, Facts>;

/** Collects the facts. */
export function factsOf(objects: readonly UnstructuredObject[]): ServerFacts {
  const all = new Map<string, Map<string, string>>();
  for (const object of objects) {
    const name = nameWithRevision(object);
    const facts = all.get(name) ?? new Map<string, string>();
    const count = Number(facts.get("count") ?? "0") + 1;
    for (const [path, value] of leaves(withoutNoise(object))) facts.set(path, value);
    facts.set("count", String(count));
    all.set(name, facts);
  }
  return all;
}

/** Kind and name. The sets of one deployment are told apart by their revisions, which are 1 without a rollout. */
function nameWithRevision({ kind, metadata }: UnstructuredObject): string {
  const revision = metadata.annotations?.["machinedeployment.clusters.x-k8s.io/revision"] ?? "1";
  const name = normalized(`${kind} ${metadata.name ?? ""}`);
  return kind === "MachineSet" && revision !== "1" ? `${name}@${revision}` : name;
}

const random = "[bcdfghjklmnpqrstvwxz2456789]{5}";

/** A string without what is random in it. */
export function normalized(value: string): string {
  return value
    .replaceAll(new RegExp(String.raw`\b\d{6,10}-${random}\b`, "g"), "<hash>")
    .replaceAll(new RegExp(String.raw`-${random}(?=\b)`, "g"), "-<random>");
}

function withoutNoise({ metadata, data, ...rest }: UnstructuredObject): object {
  const { labels, annotations, ownerReferences = [], finalizers = [] } = metadata;
  const owners = ownerReferences.map(({ kind, name, controller, blockOwnerDeletion }) => ({
    name: `${kind} ${name}`,
    controller,
    blockOwnerDeletion,
  }));
  const keys = isJsonObject(data) ? { data: Object.fromEntries(Object.keys(data).map((key) => [key, "…"])) } : {};
  return { labels, annotations, owners, finalizers: finalizers.map((name) => ({ name })), ...keys, ...rest };
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const skipped = /^apiVersion|^kind$|[gG]eneration$|uid$/i;
/** Fields whose values no two servers share. */
const anyValue = /controlPlaneEndpoint|addresses/;

function* leaves(value: unknown, path = ""): Generator<readonly [string, string]> {
  if (Array.isArray(value)) yield* leavesOfList(value, path);
  else if (isJsonObject(value))
    for (const [key, child] of Object.entries(value)) yield* leaves(child, path === "" ? key : `${path}.${key}`);
  else if (value !== undefined && !skipped.test(path) && !time.test(wordsOf(value)))
    yield [normalized(path), valueAt(path, wordsOf(value))];
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function valueAt(path: string, value: string): string {
  if (anyValue.test(path)) return "…";
  return path.endsWith("providerID") ? value.replace(/\/\/.*/, "//…") : normalized(value);
}

/** The path of an element has its type or its name, where it has one. */
function* leavesOfList(list: readonly unknown[], path: string): Generator<readonly [string, string]> {
  for (const [index, item] of list.entries()) {
    const { type, name, ...rest }: Record<string, unknown> = isJsonObject(item) ? item : {};
    const own = `${path}[${wordsOf(type ?? name ?? index)}]`;
    if (path.endsWith("conditions")) yield [own, conditionText(rest)];
    else if (type === undefined && name === undefined) yield* leaves(item, own);
    else {
      yield [normalized(own), "exists"];
      yield* leaves(rest, own);
    }
  }
}

function conditionText({ status, reason, message }: Readonly<Record<string, unknown>>): string {
  return normalized([status, reason, message].filter((part) => typeof part === "string" && part !== "").join(" "));
}

/** The differences of two servers, a line each: what is different in all objects of a kind is named once. */
export function differences(real: ServerFacts, simulated: ServerFacts): string[] {
  const names = [...new Set([...real.keys(), ...simulated.keys()])].toSorted();
  const found = new Map<string, string[]>();
  for (const name of names)
    for (const line of differencesOf(name, real.get(name), simulated.get(name)))
      found.set(line, [...(found.get(line) ?? []), nameIn(name)]);
  return Array.from(found, ([line, of]) => {
    const isOfAll = of.length === names.filter((name) => kindIn(name) === kindIn(line)).length;
    return isOfAll ? line : `${line} (${of.join(", ")})`;
  });
}

function kindIn(line: string): string {
  return line.split(" ")[0] ?? "";
}

function nameIn(line: string): string {
  return line.split(" ")[1] ?? "";
}

function differencesOf(name: string, real: Facts | undefined, simulated: Facts | undefined): string[] {
  const kind = kindIn(name);
  if (real === undefined || simulated === undefined)
    return [`${kind} exists: ${real !== undefined} ≠ ${simulated !== undefined}`];
  const paths = [...new Set([...real.keys(), ...simulated.keys()])].toSorted();
  const different = paths.filter((path) => real.get(path) !== simulated.get(path));
  // Of an element that one server lacks, the fields say nothing more.
  const lacking = different.filter((path) => path.endsWith("]")).map((path) => `${path}.`);
  return different
    .filter((path) => !lacking.some((start) => path.startsWith(start)))
    .map((path) => `${kind} ${path}: ${shown(real.get(path))} ≠ ${shown(simulated.get(path))}`);
}

function shown(value: string | undefined): string {
  return value === undefined ? "—" : JSON.stringify(value);
}
