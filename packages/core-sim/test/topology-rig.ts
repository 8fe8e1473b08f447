// For tests of the topology controller: a Cluster of a class of its own, an extension that answers as a test wants, and what tests read of the Cluster.
import { setTimeout as sleep } from "node:timers/promises";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import { Cluster, ClusterClass, MachineDeployment } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { getCondition } from "@capstan/contract/conditions";
import { deepClone, type KubeObject, type ObjectKey, type UnstructuredObject } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { createCoreSim, type CoreSim } from "../src/core-sim.ts";
import { clusterDeleted, machinesRunning } from "../src/goals.ts";
import { devCrds } from "../src/play/dev-kinds.ts";
import { workloadServers } from "../src/play/workload-servers.ts";
import type { HookDelay, PatchOfCluster, TemplatesToPatch, TopologyHooks } from "../src/topology/topology-hooks.ts";
import { classTemplates, clusterClass, clusterOfClass } from "./class-objects.ts";

/** Remembers the calls, and delays or fails what a test names. */
export class RecordedHooks implements TopologyHooks {
  /** The names of the hooks that were called, with the versions in their requests. */
  readonly calls: string[] = [];
  /** The last request of each hook. */
  readonly requests: Map<string, object> = new Map();
  readonly delays: Map<string, number> = new Map();
  readonly patched: TemplatesToPatch[] = [];
  /** What patches make of each template. Default: nothing. */
  edit: (template: UnstructuredObject) => void = () => undefined;
  /** What handlers of DiscoverVariables declare. */
  declaredNames: ReadonlySet<string> | undefined;
  readonly validated: TemplatesToPatch[] = [];
  /** The error of patches, if they have one. */
  patchError: Error | undefined;
  /** The hook that fails. */
  broken: string | undefined;

  async call({ name }: { readonly name: string }, request: object): Promise<HookDelay> {
    const versions = Object.values(request).filter((value) => typeof value === "string");
    this.calls.push([name, ...versions].join(" "));
    this.requests.set(name, deepClone(request));
    if (this.broken === name) throw new Error("no answer");
    return { retryAfterSeconds: this.delays.get(name) ?? 0, message: "not now" };
  }

  async patch(_: object, request: TemplatesToPatch, _of: PatchOfCluster): Promise<readonly KubeObject[]> {
    this.patched.push(deepClone(request));
    if (this.patchError !== undefined) throw this.patchError;
    return request.templates.map(({ object }) => {
      const edited: UnstructuredObject = { ...deepClone(object) };
      this.edit(edited);
      return edited;
    });
  }

  async declared(): Promise<ReadonlySet<string> | undefined> {
    return this.declaredNames;
  }

  async validate(_: object, request: TemplatesToPatch): Promise<void> {
    this.validated.push(deepClone(request));
  }

  /** The names of the hooks that were called since the last time. */
  takeNames(): readonly string[] {
    return this.calls.splice(0).map((call) => call.split(" ")[0] ?? "");
  }
}

/** What a test changes of the class and the Cluster before they are created. */
export interface TopologyChanges {
  readonly inClass?: (clusterClass: ClusterClass) => void;
  readonly inCluster?: (cluster: Cluster) => void;
}

/** A simulation that plays all roles. */
export class TopologyRig {
  hooks: RecordedHooks = new RecordedHooks();
  /** How far its clock is ahead. */
  ahead = 0;
  key: ObjectKey = { namespace: "default", name: "c0" };
  readonly errors: string[] = [];
  readonly #nodes = workloadServers(() => startTestEnv({ backend: "embedded" }));
  #env: EmbeddedEnv | undefined;
  #client: Client | undefined;
  #sim: CoreSim | undefined;
  #count = 0;

  get client(): Client {
    if (this.#client === undefined) throw new Error("it is not started");
    return this.#client;
  }

  get sim(): CoreSim {
    if (this.#sim === undefined) throw new Error("it is not started");
    return this.#sim;
  }

  /** Serves these definitions beside those of the roles that are played. */
  async start(more: readonly object[] = []): Promise<void> {
    const crds = [...coreCrds(), ...kubeadmCrds(), ...devCrds(), ...more];
    this.#env = await startTestEnv({ backend: "embedded", crds });
    this.#client = createClient(this.#env.credentials);
    for (const object of classTemplates) await this.client.create(await this.client.resourceFor(object), object);
  }

  async stop(): Promise<void> {
    this.#client?.close();
    await this.#nodes.stop();
    await this.#env?.stop();
  }

  /** A new simulation, with hooks that were not called yet. */
  begin(hooks: RecordedHooks = new RecordedHooks()): void {
    this.ahead = 0;
    this.errors.splice(0);
    this.hooks = hooks;
    this.key = { namespace: "default", name: `c${(this.#count += 1)}` };
    const play = { bootstrap: true, controlPlane: true, infrastructure: 1, nodes: this.#nodes, topologies: this.hooks };
    this.#sim = createCoreSim({
      client: this.client,
      play,
      now: () => Date.now() + this.ahead,
      onError: (error, what) => void this.errors.push(`${what}: ${error.message}`),
    });
  }

  /** Deletes the Cluster. */
  async end(): Promise<void> {
    this.hooks.delays.clear();
    this.hooks.broken = undefined;
    this.hooks.patchError = undefined;
    this.ahead += 10_000_000;
    await this.client.patch(Cluster, this.key, {
      type: "merge",
      body: { metadata: { annotations: { "cluster.x-k8s.io/paused": null } }, spec: { paused: false } },
    });
    await this.client.delete(Cluster, this.key);
    await this.sim.until(clusterDeleted(this.key), this.#patience);
    this.sim.close();
  }

  /** Creates a class and a Cluster of it. */
  async create({ inClass, inCluster }: TopologyChanges = {}): Promise<void> {
    const itsClass = deepClone(clusterClass);
    itsClass.metadata.name = this.key.name;
    inClass?.(itsClass);
    await this.client.create(ClusterClass, itsClass);
    const cluster = clusterOfClass(this.key.name, "v1.35.0");
    if (cluster.spec.topology !== undefined) cluster.spec.topology.classRef = { name: this.key.name };
    inCluster?.(cluster);
    await this.client.create(Cluster, cluster);
  }

  /** Creates both, and waits until machines run and the topology is reconciled. */
  async createRunning(changes: TopologyChanges = {}, machines = 2): Promise<void> {
    await this.create(changes);
    await this.untilRunning(machines);
  }

  /** Waits until machines run and the topology is reconciled. */
  async untilRunning(machines = 2): Promise<void> {
    await this.sim.until(machinesRunning(this.key, machines), this.#patience);
    await this.untilTopology("True ReconcileSucceeded ");
  }

  async steps(number: number): Promise<void> {
    for (let done = 0; done < number; done++) await this.sim.step();
  }

  /** Waits until TopologyReconciled begins with this. */
  async untilTopology(start: string): Promise<void> {
    const holds = async (): Promise<boolean> => (await this.topologyReconciled()).startsWith(start);
    await this.sim.until({ name: start, holds }, this.#patience);
  }

  async patch(body: object): Promise<void> {
    await this.client.patch(Cluster, this.key, { type: "merge", body });
  }

  async setTopology(topology: object): Promise<void> {
    await this.patch({ spec: { topology } });
  }

  cluster(): Promise<Cluster> {
    return this.client.get(Cluster, this.key);
  }

  async controlPlane(): Promise<KubeadmControlPlane> {
    const { controlPlaneRef } = (await this.cluster()).spec;
    return this.client.get(KubeadmControlPlane, { ...this.key, name: controlPlaneRef?.name ?? "" });
  }

  /** The MachineDeployments, in the order of their names. */
  async workers(): Promise<readonly MachineDeployment[]> {
    const labelSelector = `cluster.x-k8s.io/cluster-name=${this.key.name}`;
    const { items } = await this.client.listAll(MachineDeployment, { namespace: this.key.namespace, labelSelector });
    return items;
  }

  async workerVersions(): Promise<readonly unknown[]> {
    return (await this.workers()).map(({ spec }) => spec.template.spec.version);
  }

  /** The status, the reason and the message of the condition. */
  async topologyReconciled(): Promise<string> {
    const { status, reason, message } = getCondition(await this.cluster(), "TopologyReconciled") ?? {};
    return `${status} ${reason} ${message}`;
  }

  get #patience(): { readonly idle: () => Promise<void>; readonly maxSteps: number } {
    return { idle: () => sleep(5), maxSteps: 300 };
  }
}
