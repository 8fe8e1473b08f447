// Simulates Cluster API's Cluster, MachineDeployment, MachineSet, MachinePool and Machine controllers one step at a time, and on request other
// roles. It needs no programs and no time: no timer, and no state between steps except what it wrote.
import type { Client } from "@capstan/client";
import { errorOf } from "@capstan/kube";
import { coreSimErrors } from "./core-sim-errors.ts";
import { lastState } from "./last-state.ts";
import type { CoreSimOptions } from "./core-sim-options.ts";
import { StepRunner } from "./step-runner.ts";
import type { SimWrite } from "./writer.ts";

/** How `until` waits. */
export interface UntilOptions {
  /** Called after each step that wrote nothing, so that the provider can work: wait a few milliseconds, or run its reconciles. */
  readonly idle: () => Promise<void>;
  /**
   * Steps before giving up. Default: 200, which is about three seconds with a wait of 10 ms in `idle`: vitest ends a test after five, and
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
  /**
   * With `watch`, resolves when the next step has something to do: something has changed, or a time that is waited for has come. Resolves at once without
   * `watch`, and when `signal` is aborted.
   */
  due(signal: AbortSignal): Promise<void>;
  /** Something beside the objects has changed, for example what an extension or a webhook answers: the next step tries again what has failed. With `watch`, it runs although no object has changed. */
  wake(): void;
  /** What it has written, in order: the last 10,000 writes, and those of the last step. */
  readonly writes: readonly SimWrite[];
  /** Ends its watches and closes the connections to workload clusters. The client that was passed in stays open. */
  close(): void;
}

/** A condition that `until` waits for. */
export interface SimGoal {
  /** Its name in error messages, for example "Cluster default/a is Provisioned". */
  readonly name: string;
  readonly holds: (client: Client) => Promise<boolean>;
}

const defaultMaxSteps = 200;

/**
 * Simulates Cluster API's controllers against an API server, so that a provider can be tested without the real managers: it adds
 * owner references, labels and finalizers, copies contract fields, clones templates, sets conditions and deletes in core's order.
 *
 * Nothing runs in the background: call `step`, or `until` with a goal. The CRDs of Cluster API (`coreCrds()`) and of the provider
 * must be served. Not simulated: drain, remediation; topologies on request (`play.topologies`).
 *
 * @example
 * import { setTimeout as delay } from "node:timers/promises";
 *
 * const core = createCoreSim({ client });
 * await core.until(clusterProvisioned({ namespace: "default", name: "a" }), { idle: () => delay(10) });
 */
export function createCoreSim(options: CoreSimOptions): CoreSim {
  const { client } = options;
  const runner = new StepRunner(options);

  async function holds(goal: SimGoal): Promise<boolean> {
    let held = false;
    await runner.errors.keep("the goal", async () => {
      held = await goal.holds(client);
    });
    return held;
  }

  async function until(goal: SimGoal, { idle, maxSteps = defaultMaxSteps, signal }: UntilOptions): Promise<void> {
    for (let count = 0; count < maxSteps; count++) {
      signal?.throwIfAborted();
      const written = await runner.step();
      if (await holds(goal)) return;
      if (written.length === 0) await idle();
    }
    const state = [...(await lastState(runner.reader())), ...runner.errors.messages].join("\n  ");
    throw errorOf(coreSimErrors, "core-sim/goal", { values: { goal: goal.name, steps: maxSteps, state } });
  }

  return {
    step: () => runner.step(),
    due: (signal) => runner.due(signal),
    wake: () => runner.wake(),
    until,
    writes: runner.writes,
    close: () => runner.close(),
  };
}
