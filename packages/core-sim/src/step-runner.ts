// Runs one step after the other: every controller once over every object, unless nothing has changed.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { createClient } from "@capstan/client";
import {
  Cluster,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
} from "@capstan/api/core/v1beta2";
import { Changes } from "./changes.ts";
import { reconcileCluster } from "./cluster/reconcile-cluster.ts";
import { ClusterReader } from "./cluster-reader.ts";
import { type SimController, controller } from "./controllers.ts";
import type { CoreSimOptions } from "./core-sim-options.ts";
import {
  defaultCluster,
  defaultMachine,
  defaultMachineDeployment,
  defaultMachineHealthCheck,
  defaultMachinePool,
  defaultMachineSet,
} from "./defaults/core-defaults.ts";
import type { Resource } from "@capstan/kube";
import { reconcileHealthCheck } from "./health-check/reconcile-health-check.ts";
import { KeptState } from "./kept-state.ts";
import { LateWrites } from "./late-writes.ts";
import { reconcileMachine } from "./machine/reconcile-machine.ts";
import { reconcileMachinePool } from "./machine-pool/reconcile-machine-pool.ts";
import { reconcileMachineDeployment } from "./machine-set/reconcile-machine-deployment.ts";
import { reconcileMachineSet } from "./machine-set/reconcile-machine-set.ts";
import { DevMachine } from "./play/dev-kinds.ts";
import { playedControllers } from "./play/roles.ts";
import { SetFieldsByOwner } from "./set-fields.ts";
import { StepLists } from "./step-lists.ts";
import { TransientErrors } from "./transient-errors.ts";
import { type ClientFactory, WorkloadClients } from "./workload-clients.ts";
import { Writer, type SimWrite, type SimWriter } from "./writer.ts";

/** Core's controllers, by the name of what they reconcile. */
function coreControllers(): Readonly<Record<string, SimController>> {
  const fields = new SetFieldsByOwner();
  return {
    Clusters: controller(Cluster, { defaults: defaultCluster, reconcile: reconcileCluster }),
    MachineDeployments: controller(MachineDeployment, {
      defaults: defaultMachineDeployment,
      reconcile: (deployment, context) => reconcileMachineDeployment(deployment, { ...context, fields }),
    }),
    MachineSets: controller(MachineSet, {
      defaults: defaultMachineSet,
      reconcile: (set, context) => reconcileMachineSet(set, { ...context, fields }),
    }),
    MachinePools: controller(MachinePool, { defaults: defaultMachinePool, reconcile: reconcileMachinePool }),
    MachineHealthChecks: controller(MachineHealthCheck, {
      defaults: defaultMachineHealthCheck,
      reconcile: reconcileHealthCheck,
      isIndependent: true,
    }),
    Machines: controller(Machine, { defaults: defaultMachine, reconcile: reconcileMachine, isIndependent: true }),
  };
}

/** So many writes are kept, for simulations that run for long. */
const keptWrites = 10_000;

/** Machines take over what a config reports before their infrastructure looks for it: otherwise it would write down first that it waits. */
const late: ReadonlySet<string> = new Set(["Machines", "DevClusters", "DevMachines", "Nodes"]);

function rankOf(name: string): number {
  return Number(late.has(name));
}

/** How simulations with watches work on many objects. */
const together = { parallel: 16, atMost: 256 };

/** How long one call to a workload cluster may take: a server that does not answer holds up what belongs to other Clusters. */
const workloadTimeoutMs = 4000;

/** How long a step of a simulation with watches waits for the first answer of a workload cluster. */
const workloadPatienceMs = 500;

/** How others do, which write in the same order each time. */
const oneByOne = { parallel: 1, atMost: Number.POSITIVE_INFINITY };

/** The kinds whose changes in a step are sent together, in simulations with watches, and who reconciles them until they rest, so many times at most. */
const lateKinds: readonly Resource[] = [Machine, KubeadmConfig, DevMachine];
const repeatedControllers: ReadonlySet<string> = new Set(["KubeadmConfigs", "Machines", "DevMachines", "Nodes"]);
const mostRounds = 5;

interface NamedController {
  readonly name: string;
  readonly by: SimWriter;
  readonly run: SimController;
}

/** The steps of a simulation. */
export class StepRunner {
  /** What it has written, in order: the last 10,000 writes, and those of the last step. */
  readonly writes: SimWrite[] = [];
  /** The errors of the last step. */
  errors: TransientErrors = new TransientErrors();
  readonly #options: CoreSimOptions;
  readonly #scope: { readonly namespace?: string };
  readonly #workloads: WorkloadClients;
  readonly #changes: Changes | undefined;
  /** What is kept from step to step, where watches say what others change. */
  readonly #kept: KeptState | undefined;
  readonly #controllers: readonly NamedController[];
  #wakes = 0;

  constructor(options: CoreSimOptions) {
    const { namespace, workloads, play = {}, watch } = options;
    this.#options = options;
    this.#scope = namespace === undefined ? {} : { namespace };
    const connect: ClientFactory | undefined =
      workloads === false ? undefined : (credentials) => createClient(credentials, { timeoutMs: workloadTimeoutMs });
    if (watch !== true) this.#workloads = new WorkloadClients(connect);
    else {
      const changes = new Changes(this.#scope, options.now ?? Date.now);
      this.#changes = changes;
      const connected = (): void => changes.wakeAt(0);
      this.#workloads = new WorkloadClients(connect, { patienceMs: workloadPatienceMs, connected });
      this.#kept = new KeptState(options.client, this.#scope, { changes, workloads: this.#workloads });
    }
    const core = Object.entries(coreControllers()).map(([name, run]) => ({ name, by: "core" as const, run }));
    const played = Object.entries(playedControllers(play)).map(([name, each]) => ({ name, ...each }));
    this.#controllers = [...core, ...played].toSorted((one, other) => rankOf(one.name) - rankOf(other.name));
  }

  /** Runs every controller once; returns what was written. */
  async step(): Promise<readonly SimWrite[]> {
    const began = this.#changes?.begin();
    if (began?.hasWork === false) return [];
    await this.#kept?.begin(began?.isOld === true);
    this.writes.splice(0, Math.max(0, this.writes.length - keptWrites));
    const start = this.writes.length;
    this.errors = new TransientErrors(this.#options.onError);
    let failed = true;
    try {
      await this.#runAll();
      failed = this.errors.messages.length > 0;
      await this.#kept?.end(failed);
    } finally {
      this.#changes?.finish({ wrote: this.writes.length > start, failed });
    }
    return this.writes.slice(start);
  }

  /** Resolves when a step has something to do, or the signal aborts. */
  async due(signal: AbortSignal): Promise<void> {
    await this.#changes?.due(signal);
  }

  /** Has the next step run, and call again what has failed. */
  wake(): void {
    this.#wakes += 1;
    this.#changes?.notice();
  }

  /** A reader of how things are now. */
  reader(): ClusterReader {
    if (this.#kept !== undefined) return this.#kept.reader();
    return new ClusterReader({
      lists: new StepLists(this.#options.client, this.#scope),
      workloads: this.#workloads,
      listsOf: (client) => new StepLists(client, {}),
      contracts: new Map(),
    });
  }

  /** Ends the watches, and closes the connections to workload clusters. */
  close(): void {
    this.#changes?.close();
    this.#workloads.close();
  }

  async #runAll(): Promise<void> {
    const reader = this.reader();
    const direct = new Writer(reader.lists, "core", this.writes);
    const late = this.#kept && new LateWrites(reader.lists, lateKinds);
    const writer = late === undefined ? direct : direct.delaying(late);
    const { now = Date.now, play: { topologies = false } = {} } = this.#options;
    const playsTopologies = topologies !== false;
    const wakeAt = (time: number): void => this.#changes?.wakeAt(time);
    const { memos } = this.#kept ?? {};
    const wakes = this.#wakes;
    const kept = { memos, ...(memos === undefined ? oneByOne : together) };
    const context = { reader, playsTopologies, now, wakeAt, wakes, ...kept };
    const run = async (controllers: readonly NamedController[]): Promise<boolean> => {
      const { count } = writer;
      for (const { name, by, run } of controllers)
        await this.errors.keep(name, () => run({ ...context, writer: writer.as(by) }, this.errors));
      return writer.count > count;
    };
    try {
      let goesOn = await run(this.#controllers);
      if (late === undefined) return;
      const repeated = this.#controllers.filter(({ name }) => repeatedControllers.has(name));
      for (let round = 1; goesOn && round < mostRounds; round++) goesOn = await run(repeated);
      await late.flush(together.parallel, this.errors);
    } finally {
      late?.drop();
    }
  }
}
