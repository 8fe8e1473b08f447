// Runs an operator inside a test, against any API server and without probes, metrics and leader election.
import { createClient } from "@capstan/client";
import type { ClusterCredentials } from "@capstan/kube";
import { type FeatureTable, type FlagTable, type Logger, runProgram } from "@capstan/process";
import { serverContext } from "../metrics/measured-server.ts";
import { noMetrics } from "../metrics/metrics.ts";
import { controllerLimitsOf } from "../run/controller-flags.ts";
import { type OperatorOptions, operatorProgram, setUpOperator } from "../run/operator-program.ts";
import { describeServed, servesWebhooks, serverOf } from "../run/operator-server.ts";
import { runInTest, type RunningInTest } from "./run-in-test.ts";
import type { TestWebhooks } from "./serve-webhooks.ts";

/** How an operator runs in a test. */
export interface StartOperatorOptions {
  /** The API server to connect to: `env.credentials` of a test control plane. */
  readonly credentials: ClusterCredentials;
  /** Flags as on the command line, for example `["--namespace=default", "--size=5"]`. Default: none. */
  readonly args?: readonly string[];
  /** What `setup` gets as environment variables. Default: none. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /**
   * Takes the log. A function gets each line as it would be printed, from the level of `--log-level` in `args` (info). `silentLogger` of `@capstan/operator` takes nothing. Default: warnings and
   * errors are printed with `console.error`.
   */
  readonly log?: Logger | ((line: string) => void);
}

/** A running operator. */
export type RunningOperator = RunningInTest;

/**
 * Starts an operator in this process against an API server, usually one from `startTestEnv`: the options of `runOperator`, which `main.ts` passes to it, are passed here. It returns at once; `setup` is
 * called and controllers run in the background until `stop`.
 *
 * The CRDs of the operator must be served. No probes and metrics are served, and there is no leader election, unless `args` has their flags. The minimum interval between reconciles of one object
 * is 0, so that tests do not wait, and code that changes an object of the cache throws (`operator/cache-changed`). The operator's `webhooks` and `conversions` are served on a free port and declared to the API server
 * until `stop`, conversions in its CRDs; writes of its `client` wait for that. An error that ends the operator does not fail the test: `stop` rejects with it, so call `stop` or use `await using`.
 *
 * @example
 * await using env = await startTestEnv({ crds });
 * await using running = startOperator(operator, { credentials: env.credentials });
 * await running.client.create(Website, website);
 */
export function startOperator<const F extends FlagTable = {}, const G extends FeatureTable = {}>(
  operator: OperatorOptions<F, G>,
  { credentials, args = [], variables = {}, log }: StartOperatorOptions,
): RunningOperator {
  const { name } = operator;
  const declared = describeServed(operator);
  const client = createClient(credentials);
  const setUp = Promise.withResolvers<Logger>();
  // Only webhooks wait for it.
  setUp.promise.catch(() => undefined);
  const run = async (signal: AbortSignal, called: Promise<void>): Promise<void> => {
    const failures: unknown[] = [];
    const program = operatorProgram(operator, async (start) => {
      try {
        const limits = { minInterval: "0s", ...controllerLimitsOf(start.flags) } as const;
        const own = { client, manager: { protectCache: true, limits } };
        const used = typeof log === "object" ? log : start.log;
        const manager = await setUpOperator(operator, { ...start, log: used }, own);
        setUp.resolve(used);
        // Objects that are stored in another version must not be read before.
        if (operator.conversions !== undefined)
          await called.catch((error: unknown) => ignoreWhen(signal.aborted, error));
        await manager.run(signal);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    });
    const write = (): void => undefined;
    const writeError = (problem: string): void => void failures.push(new Error(problem.trimEnd()));
    const { level, writeLog } = linesOf(log);
    const port = { args: [...withoutServers, level, ...args], variables, signal, write, writeError, writeLog };
    const code = await runProgram(program, { ...port, isTerminal: true });
    setUp.reject(failures[0] ?? signal.reason);
    if (code !== 0) throw failures[0];
  };
  const serve = async (): Promise<TestWebhooks> => {
    const context = serverContext(await setUp.promise, noMetrics);
    const server = await serverOf(operator, { port: 0 });
    const conversions = declared.filter(({ type }) => type === "conversion");
    return { name, declared, conversions, routes: server(context).routes };
  };
  return runInTest({ client, run, webhooks: servesWebhooks(operator) ? serve : undefined });
}

function ignoreWhen(isExpected: boolean, error: unknown): void {
  if (!isExpected) throw error;
}

/** Tests run beside each other, so nothing listens on a fixed port. */
const withoutServers: readonly string[] = ["--health-addr=0", "--metrics-bind-address=0"];

/** Which lines are written in place of those of a logger, and what takes them. */
function linesOf(log: StartOperatorOptions["log"]): {
  readonly level: string;
  readonly writeLog: (line: string) => void;
} {
  if (typeof log === "function") return { level: "--log-level=info", writeLog: log };
  // Of a test with its own logger only the shell writes here.
  if (log !== undefined) return { level: "--log-level=error", writeLog: () => undefined };
  // Test runners show what the console prints with the test that it belongs to.
  // oxlint-disable-next-line no-console
  return { level: "--log-level=warn", writeLog: (line) => console.error(line.trimEnd()) };
}
