// Runs a provider as a process, or in the place of one.
import { createClient, loadCredentials, type Client } from "@capstan/client";
import {
  authorityFile,
  type ExitCode,
  type FeatureTable,
  type FlagTable,
  type ProcessPort,
  type ProgramStart,
  runProcess,
  runProgram,
  untilStopped,
  usesWatchList,
} from "@capstan/process";
import { prepareProbes } from "@capstan/serve";
import { createMetricsRegistry, warnOfUnusedFlags } from "@capstan/operator";
import { serverThread } from "@capstan/operator/webhooks";
import type { Provider } from "../authoring/provider.ts";
import { checkServed } from "./check-served.ts";
import { hasThreadForProbes, managerOptions, type providerFlags } from "./flags.ts";
import { createProviderManager } from "./provider-manager.ts";
import { describedProgram, type ProviderProgram } from "./provider-program.ts";
import type { RunOptions } from "./run-options.ts";
import { LeaderServices } from "./services.ts";
import { runWebhookThread } from "./webhook-thread.ts";
import { webhookThreads } from "./webhook-threads.ts";

/**
 * Runs a provider as this process: the last statement of its `main.ts`.
 *
 * Reads the command line, connects to the API server, checks that it serves the provider's kinds, creates the services,
 * and reconciles until SIGTERM or SIGINT. Passes in progress may then end, for at most 30 seconds, before the Lease is given
 * back. A second signal ends the process at once.
 *
 * `--describe` prints what the provider watches, owns, writes and serves, and `--help` its flags; neither opens anything.
 *
 * With `--webhook-threads` the process loads its main file in so many threads, too, where this function serves the webhooks and does nothing else.
 *
 * The process ends in every case, and the returned promise never rejects. Exit codes:
 * - 0: stopped by a signal, or `--describe` or `--help` was printed.
 * - 1: could not work, or could not stop in time: no credentials, CRDs missing, `services` rejected, leadership lost. The
 *   error is written to standard error with its code and its help; one without a code with its stack.
 * - 2: a flag is wrong.
 *
 * @example
 * await run(provider, {
 *   flags: { "cloud-url": { kind: "string", default: "https://cloud.example", help: "where the cloud is" } },
 *   services: async ({ flags, signal }) => ({ cloud: await connect(flags["cloud-url"], signal) }),
 * });
 */
export async function run<S, const F extends FlagTable = {}, const G extends FeatureTable = {}>(
  provider: Provider<S>,
  options: RunOptions<S, F, G>,
): Promise<void> {
  const thread = serverThread();
  if (thread === undefined) await runProcess(programOf(provider, options, process.argv));
  else await runWebhookThread(thread, provider, options);
}

/**
 * Runs a provider like `run`, but with the given arguments, signal and output, and returns the exit code instead of ending
 * the process. For tests of a provider's start, and for programs that do more than run one provider.
 *
 * Resolves when the port's signal has aborted and everything has stopped, or when the provider could not work. Never rejects.
 *
 * @example
 * const code = await runProvider(provider, { services }, { args: ["--help"], variables: {}, signal, write, writeError });
 */
export async function runProvider<S, const F extends FlagTable = {}, const G extends FeatureTable = {}>(
  provider: Provider<S>,
  options: RunOptions<S, F, G>,
  port: ProcessPort,
): Promise<ExitCode> {
  return await runProgram(programOf(provider, options), port);
}

function programOf<S, F extends FlagTable, G extends FeatureTable>(
  provider: Provider<S>,
  options: RunOptions<S, F, G>,
  commandLine: readonly string[] = [],
): ProviderProgram<F, G> {
  return {
    ...describedProgram(provider, options),
    async work(start) {
      const { flags, signal, log } = start;
      if (hasThreadForProbes(provider, flags)) prepareProbes();
      const found = loadCredentials({ kubeconfig: flags.kubeconfig });
      const client = createClient(await untilStopped(found, { signal, log, name: "credentials" }));
      try {
        await work(provider, options, { ...start, client, commandLine });
      } finally {
        client.close();
      }
    },
  };
}

/** What a start has beside its flags. */
interface ManagerStart {
  readonly client: Client;
  /** How the process was started, as `process.argv` has it. */
  readonly commandLine: readonly string[];
}

async function work<S, F extends FlagTable, G extends FeatureTable>(
  provider: Provider<S>,
  {
    limits,
    services: createServices,
    servicesOn = "everywhere",
    workloadLimits = {},
    manager = {},
  }: RunOptions<S, F, G>,
  start: ProgramStart<typeof providerFlags, F, G> & ManagerStart,
): Promise<void> {
  const { flags, authorFlags, features, client, variables, signal, log } = start;
  warnOfUnusedFlags(flags, log);
  await checkServed(provider, client, signal);
  const callers = { limits, clientCa: await authorityFile(flags["client-ca-file"]) };
  const fromFlags = managerOptions(provider, flags, callers);
  const threads = webhookThreads(fromFlags.webhooks, flags["webhook-threads"], start.commandLine);
  const metrics = await createMetricsRegistry(fromFlags.metricsAddress);
  const create = (until: AbortSignal): Promise<S> =>
    createServices({ flags: authorFlags, features, metrics, client, variables, signal: until, log });
  const services =
    servicesOn === "leader"
      ? new LeaderServices(create)
      : await untilStopped(create(signal), { signal, log, name: "services" });
  await createProviderManager(provider, {
    ...manager,
    ...fromFlags,
    ...threads,
    watchList: usesWatchList({ variables, log }),
    client,
    services,
    metrics,
    workloadLimits,
    log,
  }).run(signal);
}
