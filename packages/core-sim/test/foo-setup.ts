// A management cluster with the kinds of a provider named Foo, for tests that write by hand what it reports.
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { Cluster, Machine, MachineDeployment, MachinePool } from "@capstan/api/core/v1beta2";
import { createClient, type Client, type UntypedPatches } from "@capstan/client";
import { kubeconfigSecret } from "@capstan/contract";
import { getCondition } from "@capstan/contract/conditions";
import { resourceOf, type KubeObject, type ObjectKey, type Resource, type UnstructuredObject } from "@capstan/kube";
import { Namespace, Node, Secret } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { createCoreSim, type CoreSim } from "../src/core-sim.ts";
import type { CoreSimOptions } from "../src/core-sim-options.ts";
import { devCrds } from "../src/play/dev-kinds.ts";
import { openCrd } from "./open-crd.ts";

const apiGroup = "infrastructure.cluster.x-k8s.io";
const planeGroup = "controlplane.cluster.x-k8s.io";
const kindOf = (kind: string, group: string = apiGroup): Resource<UnstructuredObject> =>
  resourceOf<UnstructuredObject>(`${group}/v1`, kind);

type FooKind = "cluster" | "machine" | "oldMachine" | "template" | "pool" | "controlPlane";

/** The kinds of the provider; those of `Old` follow contract v1beta1. */
export const foo: Readonly<Record<FooKind, Resource<UnstructuredObject>>> = {
  cluster: kindOf("FooCluster"),
  machine: kindOf("FooMachine"),
  oldMachine: kindOf("OldMachine"),
  template: kindOf("FooMachineTemplate"),
  pool: kindOf("FooMachinePool"),
  controlPlane: kindOf("FooPlane", planeGroup),
};

/** What a test changes of an object. */
interface Change {
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
}

/** Parts of a Machine that are not the usual ones. */
interface MachineParts {
  readonly kind?: Resource;
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: string[];
  readonly spec?: Partial<Machine["spec"]>;
}

const wholeInfra = { initialization: { provisioned: true }, ready: true };

/** What one test has. */
interface Running {
  readonly namespace: string;
  readonly env: EmbeddedEnv;
  readonly client: Client;
  sim: CoreSim;
}

/** The set-up of the tests of a file: one API server, and for each test a namespace and a simulation of it. */
export function useFoo(): FooSetup {
  const setup = new FooSetup();
  let env: EmbeddedEnv;
  beforeAll(async () => {
    env = await serve();
  }, 120_000);
  afterAll(() => env.stop());
  beforeEach(() => setup.begin(env));
  afterEach(() => setup.end());
  return setup;
}

async function serve(): Promise<EmbeddedEnv> {
  const { oldMachine, ...current } = foo;
  const crds = [
    ...Object.values(current).map((kind) => openCrd(kind, "v1beta2")),
    openCrd(oldMachine, "v1beta1"),
    ...devCrds(),
  ];
  return startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...kubeadmCrds(), ...crds] });
}

/** The test that runs: its namespace, and a simulation of it. */
export class FooSetup {
  #running: Running | undefined;

  async begin(env: EmbeddedEnv): Promise<void> {
    const namespace = `test-${Math.random().toString(36).slice(2, 10)}`;
    const client = createClient(env.credentials);
    this.#running = { namespace, env, client, sim: createCoreSim({ client, namespace }) };
    await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  }

  get #now(): Running {
    if (this.#running === undefined) throw new Error("no test runs");
    return this.#running;
  }

  get namespace(): string {
    return this.#now.namespace;
  }

  get env(): EmbeddedEnv {
    return this.#now.env;
  }

  get client(): Client {
    return this.#now.client;
  }

  get sim(): CoreSim {
    return this.#now.sim;
  }

  /** Simulates it otherwise. */
  simulate(options: Omit<CoreSimOptions, "client" | "namespace">): void {
    this.sim.close();
    this.#now.sim = createCoreSim({ ...options, client: this.client, namespace: this.namespace });
  }

  end(): void {
    this.sim.close();
    this.client.close();
  }

  key(name: string): ObjectKey {
    return { namespace: this.namespace, name };
  }

  async steps(count: number): Promise<void> {
    for (let done = 0; done < count; done++) await this.sim.step();
  }

  async create(resource: Resource<UnstructuredObject>, name: string, spec: object = {}): Promise<void> {
    const { apiVersion, kind } = resource;
    await this.client.create(resource, { apiVersion, kind, metadata: this.key(name), spec });
  }

  /** Changes metadata and spec, then the status. */
  async change<T extends KubeObject>(resource: Resource<T>, name: string, { status, ...body }: Change): Promise<void> {
    const key = resource.scope === "Cluster" ? { namespace: "", name } : this.key(name);
    const patches: UntypedPatches = this.client;
    if (Object.keys(body).length > 0) await patches.patch(resource, key, { type: "merge", body });
    if (status === undefined) return;
    await patches.patch(resource, key, { type: "merge", body: { status }, subresource: "status" });
  }

  /** The Cluster `c` with the FooCluster `a`. */
  async cluster(spec: Cluster["spec"] = {}): Promise<void> {
    await this.create(foo.cluster, "a");
    await this.client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: this.key("c"),
      spec: { infrastructureRef: { apiGroup, kind: "FooCluster", name: "a" }, ...spec },
    });
  }

  /** The same with the control plane `p` of version v1.35.0. */
  async clusterWithControlPlane(): Promise<void> {
    await this.create(foo.controlPlane, "p", { version: "v1.35.0" });
    await this.cluster({ controlPlaneRef: { apiGroup: planeGroup, kind: "FooPlane", name: "p" } });
  }

  /** Its FooCluster is provisioned. */
  clusterReady(): Promise<void> {
    const spec = { controlPlaneEndpoint: { host: "h", port: 6443 } };
    return this.change(foo.cluster, "a", { spec, status: wholeInfra });
  }

  /** Its control plane is initialized, and has its version. */
  controlPlaneReady(more: object = {}): Promise<void> {
    const status = { initialization: { controlPlaneInitialized: true }, version: "v1.35.0", ...more };
    return this.change(foo.controlPlane, "p", { status });
  }

  /** A kubeconfig of the Cluster; without an argument it names the management cluster. */
  async kubeconfig(kubeconfig: string = this.env.kubeconfig()): Promise<void> {
    const { namespace } = this;
    await this.client.create(Secret, kubeconfigSecret({ cluster: "c", namespace, kubeconfig }));
  }

  /** A Machine with its infrastructure and a given data Secret. */
  async machine(name: string, { kind = foo.machine, spec, labels, finalizers }: MachineParts = {}): Promise<void> {
    await this.create(kindOf(kind.kind), name);
    await this.client.create(Machine, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: {
        ...this.key(name),
        ...(labels === undefined ? {} : { labels: { ...labels } }),
        ...(finalizers === undefined ? {} : { finalizers }),
      },
      spec: {
        clusterName: "c",
        bootstrap: { dataSecretName: "b" },
        infrastructureRef: { apiGroup, kind: kind.kind, name },
        ...spec,
      },
    });
  }

  /** Its infrastructure is provisioned. */
  provision(name: string): Promise<void> {
    return this.change(foo.machine, name, { spec: { providerID: this.providerID(name) }, status: wholeInfra });
  }

  providerID(name: string): string {
    return `foo://${this.namespace}/${name}`;
  }

  /** A Node of a machine, ready and without pressure; returns its name. */
  async node(machine: string, spec: Node["spec"] = {}): Promise<string> {
    const name = `${this.namespace}-${machine}`;
    const providerID = this.providerID(machine);
    await this.client.create(Node, {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name },
      spec: { providerID, ...spec },
    });
    await this.nodeConditions(name, {});
    return name;
  }

  /** What a Node reports: that it is ready and without pressure, but for what is given. */
  nodeConditions(name: string, statuses: Readonly<Record<string, "True" | "False" | "Unknown">>): Promise<void> {
    const healthy = { Ready: "True", MemoryPressure: "False", DiskPressure: "False", PIDPressure: "False" };
    const conditions = Object.entries({ ...healthy, ...statuses }).map(([type, status]) => ({
      type,
      status,
      lastTransitionTime: "2026-01-01T00:00:00Z",
    }));
    return this.change(Node, name, { status: { conditions } });
  }

  /** A control plane machine `w` that runs, of a Cluster without an object for the control plane; returns the name of its Node. */
  async runningMachine(spec: Partial<Machine["spec"]> = {}, taints: NonNullable<Node["spec"]> = {}): Promise<string> {
    await this.cluster();
    await this.clusterReady();
    await this.kubeconfig();
    await this.machine("w", { spec, labels: { "cluster.x-k8s.io/control-plane": "" } });
    await this.steps(3);
    await this.provision("w");
    const node = await this.node("w", taints);
    await this.steps(4);
    return node;
  }

  /** The MachineDeployment `md`, whose machines have a given data Secret. */
  async deployment(
    replicas: number,
    spec: Partial<MachineDeployment["spec"]> = {},
    template: Partial<Machine["spec"]> = {},
  ): Promise<void> {
    await this.create(foo.template, "t", { template: { spec: {} } });
    const infrastructureRef = { apiGroup, kind: "FooMachineTemplate", name: "t" };
    await this.client.create(MachineDeployment, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachineDeployment",
      metadata: this.key("md"),
      spec: {
        clusterName: "c",
        replicas,
        selector: { matchLabels: {} },
        template: {
          spec: {
            clusterName: "c",
            version: "v1.35.0",
            bootstrap: { dataSecretName: "b" },
            infrastructureRef,
            ...template,
          },
        },
        ...spec,
      },
    });
  }

  /** The MachinePool `p` of one machine, with its FooMachinePool. */
  async pool(): Promise<void> {
    await this.create(foo.pool, "p");
    const infrastructureRef = { apiGroup, kind: "FooMachinePool", name: "p" };
    const template = { spec: { clusterName: "c", bootstrap: { dataSecretName: "b" }, infrastructureRef } };
    await this.client.create(MachinePool, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachinePool",
      metadata: this.key("p"),
      spec: { clusterName: "c", replicas: 1, template },
    });
  }

  async machines(): Promise<readonly Machine[]> {
    return (await this.client.listAll(Machine, { namespace: this.namespace })).items;
  }

  /** Status, reason and message of a condition; undefined when there is none. */
  async condition<T extends KubeObject>(
    resource: Resource<T>,
    name: string,
    type: string,
  ): Promise<{ readonly status: string; readonly reason: string; readonly message: string } | undefined> {
    const found = getCondition(await this.client.get(resource, this.key(name)), type);
    return found && { status: found.status, reason: found.reason ?? "", message: found.message ?? "" };
  }
}
