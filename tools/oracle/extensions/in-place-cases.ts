// Changes of machines, some of them declared: whether Cluster API updates the machine in place after the patches of the kit. The expectation is counted
// from the fields that differ, without the code of the kit.
import { isDeepStrictEqual } from "node:util";
import { hookCatalog } from "@capstan/api/catalog";
import { defineExtension, inPlaceUpdates } from "@capstan/extension-kit";
import { callInProcess } from "@capstan/extension-kit/testing";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import type { Random } from "@capstan/repo";
import { type Case, randomValue } from "./cases.ts";

interface Foo extends KubeObject<"infrastructure.example.dev/v1", "FooMachine"> {}
const Foo: Resource<Foo> = resourceOf("infrastructure.example.dev/v1", "FooMachine");
interface Bar extends KubeObject<"bootstrap.example.dev/v1", "BarConfig"> {}
const Bar: Resource<Bar> = resourceOf("bootstrap.example.dev/v1", "BarConfig");

/** Fields by their paths; a parent is there if one of its fields is. */
type Leaves = Readonly<Record<string, unknown>>;

const fooPaths = ["/image", "/disks/root/size", "/disks/root/kind", "/disks/data/size", "/net/a~1b", "/deep/er/est"];
const fooClaims = [
  "/image",
  "/disks",
  "/disks/*/size",
  "/disks/root",
  "/disks/data/size",
  "/net",
  "/net/a~1b",
  "/deep/*/est",
  "",
];
const machinePaths = ["/version", "/failureDomain"];
const ignoredPaths = ["/minReadySeconds", "/providerID", "/deletion/nodeDrainTimeoutSeconds"];

/** A Machine with its infrastructure machine and bootstrap config, or a MachineSet with its templates. */
export async function inPlaceCase(random: Random): Promise<Case> {
  const isSet = random.chance(0.5);
  const pair = (paths: readonly string[], value: () => unknown): readonly [Leaves, Leaves] =>
    twoOf(random, paths, value);
  const text = (): unknown => random.pick(["a", "b", "c"]);
  const [infrastructure, bootstrap] = [pair(fooPaths, () => randomValue(random, 1)), pair(fooPaths, text)];
  const [machine, ignored] = [pair(machinePaths, text), pair(ignoredPaths, () => undefined)];
  const claims = {
    machine: some(random, machinePaths),
    infrastructure: some(random, fooClaims),
    bootstrap: some(random, fooClaims),
  };
  const side = (index: 0 | 1): object => {
    const specs = {
      machine: {
        ...machineSpec,
        ...tree(machine[index]),
        ...(index === 1 && ignored[1] && { minReadySeconds: 5, providerID: "x://1" }),
      },
      infrastructure: tree(infrastructure[index]),
      bootstrap: tree(bootstrap[index]),
    };
    return isSet ? setObjects(specs) : machineObjects(specs);
  };
  const request = { current: side(0), desired: side(1) };
  const extension = defineExtension(
    inPlaceUpdates({
      machine: claims.machine,
      kinds: [
        { kind: Foo, paths: claims.infrastructure },
        { kind: Bar, paths: claims.bootstrap },
      ],
      update: { read: () => ({ state: "updated" }), start: () => undefined },
    }),
  );
  // Both sides are whole objects of the hook's request.
  const response = isSet
    ? await callInProcess(extension, hookCatalog.CanUpdateMachineSet, { request: request as never })
    : await callInProcess(extension, hookCatalog.CanUpdateMachine, { request: request as never });
  const isDeclared =
    isCovered(machine, claims.machine) &&
    isCovered(infrastructure, claims.infrastructure) &&
    isCovered(bootstrap, claims.bootstrap);
  return {
    operation: isSet ? "can update set" : "can update machine",
    question: { inPlace: { request, response } },
    ours: { value: isDeclared },
  };
}

function some(random: Random, paths: readonly string[]): string[] {
  return paths.filter(() => random.chance(0.4));
}

/** Fields, and the same with some of them changed, removed or added. */
function twoOf(random: Random, paths: readonly string[], value: () => unknown): readonly [Leaves, Leaves] {
  const current = Object.fromEntries(paths.flatMap((path) => (random.chance(0.7) ? [[path, value()]] : [])));
  const desired = Object.fromEntries(
    paths.flatMap((path) => {
      if (random.chance(0.8)) return path in current ? [[path, current[path]]] : [];
      return random.chance(0.7) ? [[path, value()]] : [];
    }),
  );
  return [current, desired];
}

/** The object of fields. */
function tree(leaves: Leaves): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(leaves)) {
    const steps = stepsOf(path);
    let parent = root;
    // What is between is an object of this function.
    for (const step of steps.slice(0, -1)) parent = (parent[step] ??= {}) as Record<string, unknown>;
    parent[steps.at(-1) ?? ""] = value;
  }
  return root;
}

function stepsOf(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/"));
}

/** Whether each field that differs is at or below a claimed path. */
function isCovered([current, desired]: readonly [Leaves, Leaves], claims: readonly string[]): boolean {
  const changed = [...new Set([...Object.keys(current), ...Object.keys(desired)])].filter(
    (path) => !isDeepStrictEqual(current[path], desired[path]),
  );
  return changed.every((path) =>
    claims.some((claim) => stepsOf(claim).every((step, index) => step === "*" || step === stepsOf(path)[index])),
  );
}

const machineSpec = {
  clusterName: "one",
  bootstrap: { dataSecretName: "s" },
  infrastructureRef: { apiGroup: "infrastructure.example.dev", kind: "FooMachine", name: "m" },
};

interface Specs {
  readonly machine: object;
  readonly infrastructure: object;
  readonly bootstrap: object;
}

function machineObjects({ machine, infrastructure, bootstrap }: Specs): object {
  const metadata = { name: "m", namespace: "default" };
  return {
    machine: { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", metadata, spec: machine },
    infrastructureMachine: { apiVersion: Foo.apiVersion, kind: Foo.kind, metadata, spec: infrastructure },
    bootstrapConfig: { apiVersion: Bar.apiVersion, kind: Bar.kind, metadata, spec: bootstrap },
  };
}

function setObjects({ machine, infrastructure, bootstrap }: Specs): object {
  const metadata = { name: "s", namespace: "default" };
  const spec = { clusterName: "one", selector: {}, template: { metadata: {}, spec: machine } };
  const template = ({ apiVersion, kind }: Resource, inner: object): object => ({
    apiVersion,
    kind: `${kind}Template`,
    metadata,
    spec: { template: { spec: inner } },
  });
  return {
    machineSet: { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "MachineSet", metadata, spec },
    infrastructureMachineTemplate: template(Foo, infrastructure),
    bootstrapConfigTemplate: template(Bar, bootstrap),
  };
}
