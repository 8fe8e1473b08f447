// Runs a provider as a process: reads the flags, answers `--describe` and `--help`, else connects and works until it is told
// to stop. Called by the one line of an author's main.ts. `runProvider` is the same without touching the process.
import { createClient, loadCredentials, type Client } from "@capstan/client";
import { describeError, parseDuration } from "@capstan/kube";
import type { Provider } from "../authoring/provider.ts";
import { createPinoLogger, type Logger } from "../engine/index.ts";
import { checkServed } from "./check-served.ts";
import { describe } from "./describe.ts";
import { flagHelp, parseFlags, type Flags } from "./flags.ts";
import { createProviderManager, webhookRoutes, type ProviderManagerOptions } from "./provider-manager.ts";

/** What the factory of a provider's services may use. */
export interface ServiceEnvironment {
  readonly client: Client;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** How a provider is run. */
export interface RunOptions<S> {
  /** Makes the services, once, after the flags were read and the API server answered. Not called by `--describe`. */
  readonly services: (environment: ServiceEnvironment) => Promise<S>;
}

/** The process a provider runs in. */
export interface ProcessPort {
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** 0: stopped as told; 1: could not work; 2: wrong flags. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs the provider until SIGTERM or SIGINT and ends the process: 0 after a clean stop, 2 for wrong flags, 1 for anything
 * else that keeps it from working. A second signal ends it at once.
 */
export async function run<S>(provider: Provider<S>, options: RunOptions<S>): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => (stop.signal.aborted ? process.exit(1) : stop.abort()));
  }
  const code = await runProvider(provider, options, {
    args: process.argv.slice(2),
    variables: process.env,
    signal: stop.signal,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  });
  process.exit(code);
}

/** Runs the provider until the signal aborts; what it could not do is written and told by the code. */
export async function runProvider<S>(
  provider: Provider<S>,
  options: RunOptions<S>,
  port: ProcessPort,
): Promise<ExitCode> {
  let flags: Flags;
  try {
    flags = parseFlags(port.args);
  } catch (error) {
    port.writeError(`${provider.name}: ${describeError(error)}\n`);
    return 2;
  }
  if (flags.help === "true") port.write(flagHelp(`provider ${provider.name}`));
  else if (flags.describe === "true") port.write(`${JSON.stringify(describe(provider), null, 2)}\n`);
  else return work(provider, { options, flags, port });
  return 0;
}

/** The flag was checked to be one of them. */
type LogLevel = "debug" | "info" | "warn" | "error";

interface Work<S> {
  readonly options: RunOptions<S>;
  readonly flags: Flags;
  readonly port: ProcessPort;
}

async function work<S>(provider: Provider<S>, { options, flags, port }: Work<S>): Promise<ExitCode> {
  const { signal, variables } = port;
  try {
    const log = await createPinoLogger({ level: flags["log-level"] as LogLevel });
    const client = createClient(await loadCredentials(flags.kubeconfig === "" ? {} : { kubeconfig: flags.kubeconfig }));
    await checkServed(provider, client);
    const services = await options.services({ client, variables, signal, log });
    const manager = createProviderManager(provider, { ...managerOptions(provider, flags), client, services, log });
    await manager.run(signal);
    client.close();
    return 0;
  } catch (error) {
    port.writeError(`${provider.name}: ${describeError(error)}\n`);
    return 1;
  }
}

/** The flags as options of the manager. */
function managerOptions(
  provider: Provider,
  flags: Flags,
): Omit<ProviderManagerOptions<never>, "client" | "services" | "log"> {
  const served = webhookRoutes(provider).length > 0 && flags["webhook-port"] !== "0";
  return {
    metricsAddress: flags["metrics-bind-address"],
    healthAddress: flags["health-addr"],
    watchFilter: flags["watch-filter"],
    syncPeriod: flags["sync-period"],
    ...(flags.namespace === "" ? {} : { namespace: flags.namespace }),
    ...(flags.concurrency === "" ? {} : { concurrency: Number(flags.concurrency) }),
    ...(served
      ? { webhooks: { port: Number(flags["webhook-port"]), tls: { directory: flags["webhook-cert-dir"] } } }
      : {}),
    ...(flags["leader-elect"] === "true" ? { leaderElection: leaderElection(provider, flags) } : {}),
  };
}

function leaderElection(
  provider: Provider,
  flags: Flags,
): { name: string; leaseMs: number; renewMs: number; retryMs: number } {
  return {
    name: `capstan-${provider.type}-${provider.name}`,
    leaseMs: parseDuration(flags["leader-elect-lease-duration"]),
    renewMs: parseDuration(flags["leader-elect-renew-deadline"]),
    retryMs: parseDuration(flags["leader-elect-retry-period"]),
  };
}
