// Runs a provider inside a test: against any API server, with the test's own services, without flags, probes or a lease.
import { createClient, type Client } from "@capstan/client";
import { errorFrom, type ClusterCredentials } from "@capstan/kube";
import type { Provider } from "../authoring/provider.ts";
import { silentLogger } from "../engine/index.ts";
import { createProviderManager, type ProviderManagerOptions } from "../run/provider-manager.ts";

/** How a provider is run in a test. */
export interface StartProviderOptions<S> extends Omit<ProviderManagerOptions<S>, "client"> {
  /** The API server, for example `env.credentials` of a test control plane. */
  readonly credentials: ClusterCredentials;
}

/** A provider that runs. */
export interface RunningProvider extends AsyncDisposable {
  /** The client its manager uses. */
  readonly client: Client;
  /** Stops it as a signal would, and rejects with what made it stop before. */
  stop(): Promise<void>;
}

/**
 * Starts a provider in this process; it works from then on. Passes over one object may follow each other at once, unless
 * the options say otherwise, and nothing is logged unless a logger is given.
 */
export function startProvider<S>(provider: Provider<S>, options: StartProviderOptions<S>): RunningProvider {
  const { credentials, ...rest } = options;
  const client = createClient(credentials);
  const manager = createProviderManager(provider, { minIntervalMs: 0, log: silentLogger, ...rest, client });
  const stopping = new AbortController();
  // Kept as a value until `stop` asks: a rejection nobody waits for would end the test run without saying which test.
  const ended = manager.run(stopping.signal).then(
    () => undefined,
    (error: unknown) => errorFrom(error),
  );
  async function stop(): Promise<void> {
    stopping.abort();
    const error = await ended;
    client.close();
    if (error !== undefined) throw error;
  }
  return { client, stop, [Symbol.asyncDispose]: stop };
}
