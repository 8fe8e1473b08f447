// Simulates Cluster API's Cluster, MachineDeployment, MachineSet, MachinePool and Machine controllers one step at a time. It needs no programs
// and no time: no watch, no timer, and no state between steps except what it wrote.
import { createClient, type Client } from "@capstan/client";
import { Cluster, Machine, MachineDeployment, MachinePool, MachineSet } from "@capstan/api/core/v1beta2";
import { errorOf } from "@capstan/kube";
import { coreSimErrors } from "./core-sim-errors.ts";
import { reconcileCluster } from "./cluster/reconcile-cluster.ts";
import {
  defaultCluster,
  defaultMachine,
  defaultMachineDeployment,
  defaultMachinePool,
  defaultMachineSet,
} from "./defaults/core-defaults.ts";
import { reconcileMachine } from "./machine/reconcile-machine.ts";
import { reconcileMachinePool } from "./machine-pool/reconcile-machine-pool.ts";
import { reconcileMachineDeployment } from "./machine-set/reconcile-machine-deployment.ts";
import { reconcileMachineSet } from "./machine-set/reconcile-machine-set.ts";
import { type SimController, controller } from "./controllers.ts";
import type { PlayOptions } from "./play/play-options.ts";
import { playedControllers } from "./play/roles.ts";
import { type ListObserver, StepLists } from "./step-lists.ts";
import { Writer, type SimWrite } from "./writer.ts";
import { WorkloadClients } from "./workload-clients.ts";
import { ClusterReader } from "./cluster-reader.ts";
import { lastState } from "./last-state.ts";
import { TransientErrors } from "./transient-errors.ts";

/** What to simulate. */
export interface CoreSimOptions {
  /** A client of the management cluster with full access. */
  readonly client: Client;
  /** Reconcile only this namespace. Default: all namespaces. */
  readonly namespace?: string;
  /**
   * Whether Nodes are looked up in workload clusters, through the Secret `<cluster>-kubeconfig`. Default: true. With false no
   * Machine ever gets the phase Running.
   */
  readonly workloads?: boolean;
  /** The roles beside core that are played too. Default: none. */
  readonly play?: PlayOptions;
}

/** How `until` waits. */
export interface UntilOptions {
  /** Called after each step that wrote nothing, so that the provider can work: wait a few milliseconds, or run its reconciles. */
  readonly idle: () => Promise<void>;
  /**
   * Steps before giving up. Default: 150, which is about three seconds with a wait of 10 ms in `idle`: vitest ends a test after five, and
   * then nobody sees why. Set more for a provider that needs time, for example because it starts processes.
   */
  readonly maxSteps?: number;
  readonly signal?: AbortSignal;
}

/** A simulated Cluster API core. */
export interface CoreSim {
  /**
   * Runs every controller once over every object, owners first, and returns what was written, in order. An empty result means that
   * core waits for the provider or has finished. As in core, an object whose reconcile fails with a conflict, a lost connection, a rate limit
   * or an error of the server is reconciled again in the next step, and the others go on. Rejects with `core-sim/provider-id` when two Nodes have one providerID, with
   * `contract/no-contract-label` when the CRD of an infrastructure object has no contract label, and with other errors of the client.
   */
  step(): Promise<readonly SimWrite[]>;
  /**
   * Steps until the goal is reached. Rejects with `core-sim/goal` after `maxSteps`: the error names the goal, the phase and conditions of
   * every Cluster, Machine and infrastructure object, and the errors of the last step. Rejects with the reason of `signal` when it is
   * aborted, and with whatever `step` rejects with.
   */
  until(goal: SimGoal, options: UntilOptions): Promise<void>;
  /** Everything it has written, in order. */
  readonly writes: readonly SimWrite[];
  /** Closes the connections to workload clusters. The client that was passed in stays open. */
  close(): void;
}

/** A condition that `until` waits for. */
export interface SimGoal {
  /** Its name in error messages, for example "Cluster default/a is Provisioned". */
  readonly name: string;
  readonly holds: (client: Client) => Promise<boolean>;
}

/** Core's controllers, by the name of what they reconcile. */
const coreControllers: Readonly<Record<string, SimController>> = {
  Clusters: controller(Cluster, { defaults: defaultCluster, reconcile: reconcileCluster }),
  MachineDeployments: controller(MachineDeployment, {
    defaults: defaultMachineDeployment,
    reconcile: reconcileMachineDeployment,
  }),
  MachineSets: controller(MachineSet, { defaults: defaultMachineSet, reconcile: reconcileMachineSet }),
  MachinePools: controller(MachinePool, { defaults: defaultMachinePool, reconcile: reconcileMachinePool }),
  Machines: controller(Machine, { defaults: defaultMachine, reconcile: reconcileMachine }),
};

const defaultMaxSteps = 150;

/**
 * Simulates Cluster API's controllers against an API server, so that a provider can be tested without the real managers: it adds
 * owner references, labels and finalizers, copies contract fields, clones templates, sets conditions and deletes in core's order.
 *
 * Nothing runs in the background: call `step`, or `until` with a goal. The CRDs of Cluster API (`coreCrds()`) and of the provider
 * must be served. Not simulated: rollouts, drain, remediation, topologies.
 *
 * @example
 * import { setTimeout as delay } from "node:timers/promises";
 *
 * const core = createCoreSim({ client });
 * await core.until(clusterProvisioned({ namespace: "default", name: "a" }), { idle: () => delay(10) });
 */
export function createCoreSim(options: CoreSimOptions): CoreSim {
  const { client, namespace } = options;
  const writes: SimWrite[] = [];
  const workloads = new WorkloadClients(options.workloads === false ? () => undefined : createClient);
  const scope = namespace === undefined ? {} : { namespace };
  const played = playedControllers(options.play ?? {});
  const observe: ListObserver = () => undefined;
  const core = Object.entries(coreControllers).map(([name, run]) => [name, { by: "core" as const, run }] as const);
  const steps = [...core, ...Object.entries(played)];

  /** The errors of the last step. */
  let errors = new TransientErrors();

  async function step(): Promise<readonly SimWrite[]> {
    const start = writes.length;
    errors = new TransientErrors();
    const lists = new StepLists(client, scope, observe);
    const writer = new Writer(lists, "core", writes);
    const context = { reader: new ClusterReader(lists, workloads, observe), writer, wakeAt: () => undefined };
    for (const [name, { by, run }] of steps)
      await errors.keep(name, () => run({ ...context, writer: writer.as(by) }, errors));
    return writes.slice(start);
  }

  async function holds(goal: SimGoal): Promise<boolean> {
    let held = false;
    await errors.keep("the goal", async () => {
      held = await goal.holds(client);
    });
    return held;
  }

  async function until(goal: SimGoal, { idle, maxSteps = defaultMaxSteps, signal }: UntilOptions): Promise<void> {
    for (let count = 0; count < maxSteps; count++) {
      signal?.throwIfAborted();
      const written = await step();
      if (await holds(goal)) return;
      if (written.length === 0) await idle();
    }
    const state = [
      ...(await lastState(new ClusterReader(new StepLists(client, scope, observe), workloads))),
      ...errors.messages,
    ].join("\n  ");
    throw errorOf(coreSimErrors, "core-sim/goal", { values: { goal: goal.name, steps: maxSteps, state } });
  }

  return { step, until, writes, close: () => workloads.close() };
}
