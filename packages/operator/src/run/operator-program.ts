// An operator as a program of the shell: its flags, its description, and how its manager is created and set up.
import type { Client } from "@capstan/client";
import type { Converter } from "@capstan/contract/codegen/v1";
import {
  defaultPorts,
  type FeatureTable,
  type FeatureValues,
  type FlagTable,
  type FlagValues,
  type Logger,
  type Program,
  type ProgramStart,
  untilStopped,
  usesWatchList,
} from "@capstan/process";
import { createManager } from "../manager/manager.ts";
import type { Manager, ManagerOptions } from "../manager/manager-options.ts";
import type { MetricsRegistry } from "../metrics/metrics-registry.ts";
import { createMetricsRegistry } from "../metrics/own-metrics.ts";
import { operatorError } from "../operator-errors.ts";
import type { WebhookDefinition } from "../webhooks/webhook-definition.ts";
import { controllerFlags, controllerLimitsOf } from "./controller-flags.ts";
import { checkManagerFlags, managerFlags, managerOptionsOf } from "./manager-flags.ts";
import { describeServed } from "./operator-server.ts";
import { webhookFlags } from "./webhook-flags.ts";

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
  /** Features that `--feature-gates=Name=true,Other=false` switches, as in Kubernetes' own programs. Default: none. */
  readonly features?: G;
  /**
   * The webhooks, which every replica serves on `--webhook-port` with the certificate in `--webhook-cert-dir`, after `setup`. `capstan dev` and `startOperator` of
   * `@capstan/operator/testing` declare them to their API server. Two of one kind and type, or of one path, are the error `operator/webhook-duplicate`.
   */
  readonly webhooks?: readonly WebhookDefinition[];
  /**
   * The generated `converters` of kinds that are served in several versions. They are served where the webhooks are, with a check that rejects what could not be converted. The CRDs have to name the
   * webhook: `capstan dev` and `startOperator` see to it, and `webhookObjects` does for a cluster.
   */
  readonly conversions?: readonly Converter[];
  /** Options of the manager that no flag sets. */
  readonly manager?: Pick<ManagerOptions, "cache" | "cacheSyncTimeout" | "shutdownTimeout" | "stuckTimeout">;
  /**
   * Adds controllers, runnables, servers, ready checks and indexes to the manager. Called once, after the flags were read and before
   * the manager runs; not called for `--describe` and `--help`. When it throws or rejects, the process writes the error and ends with 1. It has five seconds to
   * end after the signal.
   */
  setup(manager: Manager, environment: OperatorEnvironment<F, G>): void | Promise<void>;
}

/** The flags of every operator, in the order of `--help`. */
export const operatorFlags: typeof managerFlags & typeof controllerFlags & typeof webhookFlags = {
  ...managerFlags,
  ...controllerFlags,
  ...webhookFlags,
};

/** An operator as a program. */
export type OperatorProgram<F extends FlagTable, G extends FeatureTable> = Program<typeof operatorFlags, F, G>;

/** What an operator is started with. */
export type OperatorStart<F extends FlagTable, G extends FeatureTable> = ProgramStart<typeof operatorFlags, F, G>;

/** The name is a part of that of the Lease, which the API server would reject for as long as the process runs. */
const nameForm = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** The program of an operator, whose work is done by a function. */
export function operatorProgram<F extends FlagTable, G extends FeatureTable>(
  options: OperatorOptions<F, G>,
  work: (start: OperatorStart<F, G>) => Promise<void>,
): OperatorProgram<F, G> {
  const { name, flags: authorFlags, features } = options;
  return {
    name,
    title: name,
    flags: operatorFlags,
    checkFlags: checkManagerFlags,
    ...(authorFlags === undefined ? {} : { authorFlags }),
    ...(features === undefined ? {} : { features }),
    describe: () => describeOperator(options),
    async work(start) {
      if (!nameForm.test(name)) throw operatorError("operator/name", { name });
      await work(start);
    },
  };
}

function describeOperator({ name, ...parts }: Pick<OperatorOptions, "name" | "webhooks" | "conversions">): object {
  const webhooks = describeServed(parts);
  const { health, metrics, webhook } = defaultPorts;
  const ports = webhooks.length === 0 ? { health, metrics } : { health, metrics, webhook };
  return { format: 1, type: "operator", name, ports, leaderElection: true, webhooks };
}

/** What the manager of an operator works with. */
export interface OperatorManager {
  readonly client: Client;
  /** Options of the manager, in place of what flags say. */
  readonly manager: Partial<ManagerOptions>;
}

/** Creates the manager of an operator and calls `setup`. */
export async function setUpOperator<F extends FlagTable, G extends FeatureTable>(
  options: OperatorOptions<F, G>,
  { flags, authorFlags, features, signal, variables, log }: OperatorStart<F, G>,
  { client, manager: own }: OperatorManager,
): Promise<Manager> {
  const { name } = options;
  const fromFlags = managerOptionsOf(flags, `${name}-leader`);
  const metrics = await createMetricsRegistry(fromFlags.metricsAddress);
  const manager = createManager({
    ...options.manager,
    ...fromFlags,
    client,
    metrics,
    eventSource: name,
    log,
    watchList: usesWatchList({ variables, log }),
    limits: controllerLimitsOf(flags),
    ...own,
  });
  const setUp = async (): Promise<void> =>
    options.setup(manager, { flags: authorFlags, features, metrics, variables, signal, log });
  await untilStopped(setUp(), { signal, log, name: "setup" });
  return manager;
}
