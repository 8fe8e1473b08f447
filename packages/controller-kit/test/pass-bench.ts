// A bench for this package's tests: a control plane with core's kinds and the Foo kinds, objects by name, and passes that run one at a
// time, so that tests can check every step of the order.
import { createClient, type Client, type UntypedPatches } from "@capstan/client";
import { coreCrds } from "@capstan/api/crds";
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import { silentLogger } from "@capstan/operator";
import { Reservations } from "../src/ipam/reservations.ts";
import { Sightings } from "../src/once/sightings.ts";
import { OneByOne } from "../src/workflow/one-by-one.ts";
import { KeptStore } from "../src/remote/kept-parts.ts";
import { RemoteClusters } from "../src/remote/remote-clusters.ts";
import type { PassDeps, PassEnd } from "../src/workflow/pass-deps.ts";
import { reportAbandoned, runPass } from "../src/workflow/pass.ts";
import { fooCrds } from "./foo-kinds.ts";

/** A request that changed something. */
export interface RecordedWrite {
  readonly kind: string;
  readonly subresource: string;
  readonly body: unknown;
}

/** One control plane with a fresh namespace per test. */
export interface PassBench {
  readonly client: Client;
  readonly namespace: string;
  /** Every patch that was sent since the last call. */
  takeWrites(): readonly RecordedWrite[];
  /** Runs one pass over the object of this name. */
  pass(
    controller: ControllerDefinition,
    name: string,
    more?: Partial<PassDeps>,
    signal?: AbortSignal,
  ): Promise<PassEnd>;
  /** Reports that a pass over the object of this name was abandoned. */
  abandoned(controller: ControllerDefinition, name: string, error: Error): Promise<void>;
  /** Runs passes until one ends with `reconciled`, or fails after ten. */
  settle(controller: ControllerDefinition, name: string): Promise<void>;
  create<T extends KubeObject>(resource: Resource<T>, object: NoInfer<Omit<T, "apiVersion" | "kind">>): Promise<T>;
  get<T extends KubeObject>(resource: Resource<T>, name: string): Promise<T>;
  patch<T extends KubeObject>(resource: Resource<T>, name: string, body: object): Promise<T>;
  patchStatus<T extends KubeObject>(resource: Resource<T>, name: string, body: object): Promise<T>;
  remove(resource: Resource, name: string): Promise<void>;
  /** Creates a Cluster. */
  cluster(name: string, spec?: Partial<Cluster["spec"]>): Promise<Cluster>;
  /** Creates a Machine of a Cluster. */
  machine(name: string, cluster: Cluster, spec?: Partial<Machine["spec"]>): Promise<Machine>;
  /** Creates a MachinePool of a Cluster whose machines have this spec. */
  machinePool(name: string, cluster: Cluster, spec?: Partial<Machine["spec"]>): Promise<MachinePool>;
}

/** Starts the control plane that the tests of one file share. */
export function startBenchEnv(): Promise<TestEnv> {
  return startTestEnv({ crds: [...coreCrds(), ...fooCrds] });
}

/** Creates a bench in a new namespace. */
export async function createPassBench(env: TestEnv, services: unknown = {}): Promise<PassBench> {
  const client = createClient(env.credentials);
  const patches: UntypedPatches = client;
  const namespace = `test-${Math.random().toString(36).slice(2, 10)}`;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const writes: RecordedWrite[] = [];
  const deps = { ...depsOf(recording(client, writes)), services };
  const at = (name: string): ObjectKey => ({ namespace, name });
  const bench: PassBench = {
    client,
    namespace,
    takeWrites: () => writes.splice(0),
    pass: (controller, name, more = {}, signal = new AbortController().signal) =>
      runPass(controller, { ...deps, ...more }, { key: at(name), signal }),
    abandoned: (controller, name, error) =>
      reportAbandoned(controller, deps, { key: at(name), signal: new AbortController().signal, error }),
    async settle(controller, name) {
      for (let count = 0; count < 10; count++) {
        if ((await bench.pass(controller, name)).step === "reconciled") return;
      }
      throw new Error(`${name} never got as far as its author`);
    },
    create: (resource, object) => client.create(resource, identified(resource, namespace, object) as never),
    get: (resource, name) => client.get(resource, at(name)),
    patch: (resource, name, body) => patches.patch(resource, at(name), { type: "merge", body }),
    patchStatus: (resource, name, body) =>
      patches.patch(resource, at(name), { type: "merge", body, subresource: "status" }),
    remove: async (resource, name) => void (await client.delete(resource, at(name))),
    cluster: (name, spec = {}) =>
      bench.create(Cluster, { metadata: { name }, spec: { infrastructureRef: fooClusterRef, ...spec } }),
    machine: (name, cluster, spec = {}) => bench.create(Machine, machineOf(name, cluster, spec)),
    machinePool: (name, cluster, more = {}) => {
      const { metadata, spec } = machineOf(name, cluster, more);
      return bench.create(MachinePool, {
        metadata,
        spec: { clusterName: spec.clusterName, replicas: 2, template: { spec } },
      });
    },
  };
  return bench;
}

const fooClusterRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooCluster", name: "a" };

function machineOf(
  name: string,
  cluster: Cluster,
  spec: Partial<Machine["spec"]>,
): Omit<Machine, "apiVersion" | "kind"> {
  const clusterName = cluster.metadata.name ?? "";
  const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachine", name };
  return {
    metadata: {
      name,
      labels: { "cluster.x-k8s.io/cluster-name": clusterName },
      ownerReferences: [ownerReferenceTo(cluster)],
    },
    spec: { clusterName, bootstrap: {}, infrastructureRef, ...spec },
  };
}

function identified(resource: Resource, namespace: string, object: object): object {
  const { metadata } = object as { metadata: object };
  return { apiVersion: resource.apiVersion, kind: resource.kind, ...object, metadata: { ...metadata, namespace } };
}

/** The same client, which records every patch. */
function recording(client: Client, writes: RecordedWrite[]): Client {
  const patch: Client["patch"] = (resource, key, change) => {
    writes.push({ kind: resource.kind, subresource: change.subresource ?? "", body: change.body });
    return client.patch(resource, key, change);
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === "patch") return patch;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}

/** A change throws, as every module is strict. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

function depsOf(client: Client): Omit<PassDeps, "services"> {
  return {
    client,
    reader: {
      // What a pass must not change.
      view: async (resource, key) => deepFreeze(await client.find(resource, key)),
      get: (resource, key) => client.find(resource, key),
      listBy: async () => [],
      list: async (resource, { namespace } = {}) =>
        (await client.listAll(resource, namespace === undefined ? {} : { namespace })).items,
    },
    remote: new RemoteClusters({ client }),
    kept: new KeptStore([]),
    reservations: new Reservations(client),
    sightings: new Sightings(),
    lists: new OneByOne(),
    events: { record() {} },
    log: silentLogger,
    assertLeader() {},
    guarded: (given) => given,
  };
}
