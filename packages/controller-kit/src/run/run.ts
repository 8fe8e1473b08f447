// Runs a provider as a process, or in the place of one.
import { createClient, loadCredentials, type Client, type ClientLimits } from "@capstan/client";
import {
  type ExitCode,
  type FeatureTable,
  type FeatureValues,
  type FlagTable,
  type FlagValues,
  type Logger,
  type ProcessPort,
  type Program,
  type ProgramStart,
  readAuthorities,
  runProcess,
  runProgram,
} from "@capstan/process";
import { checkManagerFlags, createMetricsRegistry, type MetricsRegistry } from "@capstan/operator";
import type { ServerLimits } from "@capstan/serve";
import type { Provider } from "../authoring/provider.ts";
import { checkServed } from "./check-served.ts";
import { describeProvider } from "./describe-provider.ts";
import { concurrencyFlags, managerOptions, providerFlags } from "./flags.ts";
import { createProviderManager } from "./provider-manager.ts";
import { LeaderServices } from "./services.ts";

/** What the function that creates a provider's services may use. */
export interface ServiceEnvironment<F extends FlagTable = {}, G extends FeatureTable = {}> {
  /** The values of the provider's own flags. */
  readonly flags: FlagValues<F>;
  /** Which of the provider's features are on. */
  readonly features: FeatureValues<G>;
  /** Creates metrics of the provider's own, on the page of the manager. */
  readonly metrics: MetricsRegistry;
  /** A client of the management cluster, with the credentials that the manager uses. */
  readonly client: Client;
  /** The environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Aborts when the process is told to stop, and for services of the leader when leadership is lost. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** How a provider is run. */
export interface RunOptions<S, F extends FlagTable = {}, G extends FeatureTable = {}> {
  /**
   * Flags of this provider, in addition to those that every provider has. Their values are `flags` of the environment.
   * A name that is taken is the error `process/duplicate-flag`.
   */
  readonly flags?: F;
  /** Features of this provider, which `--feature-gates=Name=true,Other=false` switches. Their values are `features` of the environment. Default: none, and no such flag. */
  readonly features?: G;
  /** Limits of the webhooks' server: bytes, time, connections, size of JSON. Default: those of `@capstan/serve`. */
  readonly limits?: Partial<ServerLimits>;
  /**
   * Creates the services that controllers get as `ctx.services`. Called once, after the flags were read and the API server
   * answered that it serves every kind the provider needs; not called for `--describe` and `--help`. When it rejects, the
   * process writes the error and ends with 1.
   */
  readonly services: (environment: ServiceEnvironment<F, G>) => Promise<S>;
  /**
   * Where services are created: in every replica, before anything starts; or only in the leader, before its controllers start, for example for a session that a cloud gives once. Webhooks, and runnables
   * that do not need the leader, run everywhere and need the first (`run/leader-services`). Default: "everywhere".
   */
  readonly servicesOn?: "everywhere" | "leader";
  /**
   * How much the API servers of workload clusters may send, for example `{ answerBytes: 64 * 2 ** 20 }` for large ConfigMaps. Their owners are not
   * trusted: with more, they can use more memory and time of this process. Default: `foreignLimits` of `@capstan/client`.
   */
  readonly workloadLimits?: Partial<ClientLimits>;
}

/**
 * Runs a provider as this process: the last statement of its `main.ts`.
 *
 * Reads the command line, connects to the API server, checks that it serves the provider's kinds, creates the services,
 * and reconciles until SIGTERM or SIGINT. Passes in progress may then end, for at most 30 seconds, before the Lease is given
 * back. A second signal ends the process at once.
 *
 * `--describe` prints what the provider watches, owns, writes and serves, and `--help` its flags; neither opens anything.
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
  await runProcess(programOf(provider, options));
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
): Program<typeof providerFlags, F, G> {
  const { flags: authorFlags, features } = options;
  return {
    name: provider.name,
    title: `provider ${provider.name}`,
    flags: { ...providerFlags, ...concurrencyFlags(provider) },
    checkFlags: checkManagerFlags,
    ...(authorFlags === undefined ? {} : { authorFlags }),
    ...(features === undefined ? {} : { features }),
    describe: () => describeProvider(provider),
    async work(start) {
      const client = createClient(await loadCredentials({ kubeconfig: start.flags.kubeconfig }));
      try {
        await work(provider, options, { ...start, client });
      } finally {
        client.close();
      }
    },
  };
}

async function work<S, F extends FlagTable, G extends FeatureTable>(
  provider: Provider<S>,
  { limits, services: createServices, servicesOn = "everywhere", workloadLimits = {} }: RunOptions<S, F, G>,
  start: ProgramStart<typeof providerFlags, F, G> & { readonly client: Client },
): Promise<void> {
  const { flags, authorFlags, features, client, variables, signal, log } = start;
  await checkServed(provider, client, signal);
  const callers = { limits, clientCa: await readAuthorities(flags["client-ca-file"]) };
  const fromFlags = managerOptions(provider, flags, callers);
  const metrics = await createMetricsRegistry(fromFlags.metricsAddress);
  const create = (until: AbortSignal): Promise<S> =>
    createServices({ flags: authorFlags, features, metrics, client, variables, signal: until, log });
  const services = servicesOn === "leader" ? new LeaderServices(create) : await create(signal);
  await createProviderManager(provider, { ...fromFlags, client, services, metrics, workloadLimits, log }).run(signal);
}
