// Runs an operator as a process, or in the place of one.
import { createClient, loadCredentials } from "@capstan/client";
import {
  defaultPorts,
  type ExitCode,
  type FeatureTable,
  type FeatureValues,
  type FlagTable,
  type FlagValues,
  type Logger,
  type ProcessPort,
  type Program,
  runProcess,
  runProgram,
  untilStopped,
  usesWatchList,
} from "@capstan/process";
import { createManager } from "../manager/manager.ts";
import type { Manager, ManagerOptions } from "../manager/manager-options.ts";
import type { MetricsRegistry } from "../metrics/metrics-registry.ts";
import { createMetricsRegistry } from "../metrics/own-metrics.ts";
import { controllerFlags, controllerLimitsOf } from "./controller-flags.ts";
import { operatorError } from "../operator-errors.ts";
import { checkManagerFlags, managerFlags, managerOptionsOf } from "./manager-flags.ts";

/** What `setup` may use in addition to the manager. */
export interface OperatorEnvironment<F extends FlagTable = {}, G extends FeatureTable = {}> {
  /** The values of the operator's own flags. */
  readonly flags: FlagValues<F>;
  /** Which of the operator's features are on. */
  readonly features: FeatureValues<G>;
  /** Creates metrics of the operator's own, on the page of the manager. */
  readonly metrics: MetricsRegistry;
  /** The environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Aborts when the process is told to stop. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** How an operator is run. */
export interface OperatorOptions<F extends FlagTable = {}, G extends FeatureTable = {}> {
  /** The name in log lines, in events and in the name of the Lease (`<name>-leader`): lower-case letters, digits and dashes. Another one is the error `operator/name`. */
  readonly name: string;
  /** Flags of this operator, in addition to those of every operator. A name that is taken is the error `process/duplicate-flag`. */
  readonly flags?: F;
  /** Features that `--feature-gates=Name=true,Other=false` switches, as in Kubernetes' own programs. Default: none, and no such flag. */
  readonly features?: G;
  /** Options of the manager that no flag sets. */
  readonly manager?: Pick<ManagerOptions, "cache" | "cacheSyncTimeout" | "shutdownTimeout" | "stuckTimeout">;
  /**
   * Adds controllers, runnables, servers, ready checks and indexes to the manager. Called once, after the flags were read and before
   * the manager runs; not called for `--describe` and `--help`. When it throws or rejects, the process writes the error and ends with 1. It has five seconds to
   * end after the signal.
   */
  setup(manager: Manager, environment: OperatorEnvironment<F, G>): void | Promise<void>;
}

/**
 * Runs an operator as this process: the last statement of its `main.ts`.
 *
 * Reads the command line, finds credentials, creates the manager, calls `setup`, and reconciles until SIGTERM or SIGINT. Running reconciles
 * may then end, for at most `shutdownTimeout`, before the Lease is released. A second signal ends the process at once.
 *
 * `--help` prints the flags. Every operator has `--namespace`, `--kubeconfig`, `--metrics-bind-address`, `--health-addr`, `--leader-elect` with its
 * times, `--concurrency`, `--reconcile-timeout`, `--sync-period`, `--min-interval`, `--backoff-base` and `--backoff-max` for all controllers, `--log-level` (also `-v`) and `--describe`.
 *
 * The process ends in every case, and the returned promise never rejects. Exit codes:
 * - 0: stopped by a signal, or `--describe` or `--help` was printed.
 * - 1: could not work, or could not stop in time: no credentials, caches not filled, `setup` failed, leadership lost. The error is
 *   written to standard error with its code and its help.
 * - 2: a flag is wrong.
 *
 * @example
 * await runOperator({
 *   name: "website-operator",
 *   setup: (manager) => manager.addController({ name: "website", for: Website, reconcile }),
 * });
 */
export async function runOperator<const F extends FlagTable = {}, const G extends FeatureTable = {}>(
  options: OperatorOptions<F, G>,
): Promise<void> {
  await runProcess(programOf(options));
}

/**
 * Runs an operator like `runOperator`, but with the given arguments, signal and output, and returns the exit code instead of ending the
 * process. For tests of an operator's start. Never rejects.
 *
 * @example
 * const code = await runOperatorWith(options, { args: ["--help"], variables: {}, signal, write, writeError });
 */
export async function runOperatorWith<const F extends FlagTable = {}, const G extends FeatureTable = {}>(
  options: OperatorOptions<F, G>,
  port: ProcessPort,
): Promise<ExitCode> {
  return await runProgram(programOf(options), port);
}

/** The name is a part of that of the Lease, which the API server would reject for as long as the process runs. */
const nameForm = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** The flags of every operator, in the order of `--help`. */
const operatorFlags: typeof managerFlags & typeof controllerFlags = { ...managerFlags, ...controllerFlags };

function programOf<F extends FlagTable, G extends FeatureTable>(
  options: OperatorOptions<F, G>,
): Program<typeof operatorFlags, F, G> {
  const { name, flags: authorFlags, features: table } = options;
  const { health, metrics } = defaultPorts;
  return {
    name,
    title: name,
    flags: operatorFlags,
    checkFlags: checkManagerFlags,
    ...(authorFlags === undefined ? {} : { authorFlags }),
    ...(table === undefined ? {} : { features: table }),
    describe: () => ({ format: 1, type: "operator", name, ports: { health, metrics }, leaderElection: true }),
    async work({ flags, authorFlags: own, features, signal, variables, log }) {
      if (!nameForm.test(name)) throw operatorError("operator/name", { name });
      const found = loadCredentials({ kubeconfig: flags.kubeconfig });
      const client = createClient(await untilStopped(found, { signal, log, name: "credentials" }));
      try {
        const fromFlags = managerOptionsOf(flags, `${name}-leader`);
        const metrics = await createMetricsRegistry(fromFlags.metricsAddress);
        const fixed = { client, metrics, eventSource: name, log, checkRights: true };
        const manager = createManager({
          ...options.manager,
          ...fromFlags,
          ...fixed,
          watchList: usesWatchList({ variables, log }),
          limits: controllerLimitsOf(flags),
        });
        const setUp = async (): Promise<void> =>
          options.setup(manager, { flags: own, features, metrics, variables, signal, log });
        await untilStopped(setUp(), { signal, log, name: "setup" });
        await manager.run(signal);
      } finally {
        client.close();
      }
    },
  };
}
