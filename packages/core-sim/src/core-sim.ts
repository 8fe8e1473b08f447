// Cluster API's core, scripted: plays its Cluster, MachineDeployment, MachineSet and Machine controllers one step at a time.
// Tests, demos and conformance call it in place of the real managers, because it needs no binaries and nothing in it waits:
// no watch, no timer, no memory between steps except what it wrote.
import { createClient, type Client } from "@capstan/client";
import { Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { errorOf, formatKey, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { coreSimErrors } from "./core-sim-errors.ts";
import { reconcileCluster } from "./cluster/reconcile-cluster.ts";
import { reconcileMachine } from "./machine/reconcile-machine.ts";
import { reconcileMachineDeployment } from "./machine-set/reconcile-machine-deployment.ts";
import { reconcileMachineSet } from "./machine-set/reconcile-machine-set.ts";
import type { SimContext } from "./sim-context.ts";
import { WorkloadClients } from "./workload-clients.ts";
import { World } from "./world.ts";
import { Writer, type SimWrite } from "./writer.ts";

/** How the core is played. */
export interface CoreSimOptions {
  /** The management cluster, with rights on everything. */
  readonly client: Client;
  /** Plays for one namespace alone. Default: all. */
  readonly namespace?: string;
  /** Whether Nodes are looked up in workload clusters. Default: true. */
  readonly workloads?: boolean;
}

/** How long `until` goes on. */
export interface UntilOptions {
  /** Called after a step that changed nothing: lets the provider work, by running its passes or by waiting for it. */
  readonly idle: () => Promise<void>;
  /** Steps before giving up. Default: 2000. */
  readonly maxSteps?: number;
  readonly signal?: AbortSignal;
}

/** A scripted core. */
export interface CoreSim {
  /** Runs every controller once over every object, owners first; returns what was written, in order. */
  step(): Promise<readonly SimWrite[]>;
  /** Steps until the goal holds; an error names the goal and the last state when it never does. */
  until(goal: SimGoal, options: UntilOptions): Promise<void>;
  /** Everything written since the beginning, in order. */
  readonly writes: readonly SimWrite[];
  /** Closes the connections to workload clusters. */
  close(): void;
}

/** What `until` waits for. */
export interface SimGoal {
  /** What it is, for the error. */
  readonly name: string;
  readonly holds: (client: Client) => Promise<boolean>;
}

interface Controller<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly reconcile: (object: T, context: SimContext) => Promise<void>;
}

function controller<T extends KubeObject>(
  resource: Resource<T>,
  reconcile: Controller<T>["reconcile"],
): Controller<KubeObject> {
  return { resource, reconcile } as unknown as Controller<KubeObject>;
}

const controllers: readonly Controller<KubeObject>[] = [
  controller(Cluster, reconcileCluster),
  controller(MachineDeployment, reconcileMachineDeployment),
  controller(MachineSet, reconcileMachineSet),
  controller(Machine, reconcileMachine),
];

/** A core that plays on the management cluster of this client. */
export function createCoreSim(options: CoreSimOptions): CoreSim {
  const { client, namespace } = options;
  const writer = new Writer(client);
  const workloads = new WorkloadClients(options.workloads === false ? () => undefined : createClient);
  const scope = namespace === undefined ? {} : { namespace };

  async function step(): Promise<readonly SimWrite[]> {
    const start = writer.writes.length;
    const context = { world: new World(client, workloads), writer };
    for (const { resource, reconcile } of controllers) {
      const { items } = await client.listAll(resource, scope);
      for (const object of items.toSorted(byKey)) await reconcile(object, context);
    }
    return writer.writes.slice(start);
  }

  async function until(goal: SimGoal, { idle, maxSteps = 2000, signal }: UntilOptions): Promise<void> {
    for (let count = 0; count < maxSteps; count++) {
      signal?.throwIfAborted();
      const written = await step();
      if (await goal.holds(client)) return;
      if (written.length === 0) await idle();
    }
    throw errorOf(coreSimErrors, "core-sim/goal", {
      values: { goal: goal.name, steps: maxSteps, state: await lastState(client) },
    });
  }

  return { step, until, writes: writer.writes, close: () => workloads.close() };
}

function byKey(one: KubeObject, other: KubeObject): number {
  const [a, b] = [formatKey(keyOf(one)), formatKey(keyOf(other))];
  return a < b ? -1 : Number(a > b);
}

/** One line per Cluster and Machine: what a person would look at first. */
async function lastState(client: Client): Promise<string> {
  const states: string[] = [];
  for (const resource of [Cluster, Machine]) {
    for (const object of (await client.listAll<Cluster | Machine>(resource)).items) {
      states.push(`${object.kind} ${formatKey(keyOf(object))} is ${object.status?.phase ?? "without a phase"}`);
    }
  }
  return states.join(", ");
}
