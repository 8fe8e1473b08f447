// Runs a provider inside a test, against any API server and without flags, probes and leader election.
import { createClient, type Client } from "@capstan/client";
import { errorFrom, type ClusterCredentials } from "@capstan/kube";
import type { Provider } from "../authoring/provider.ts";
import { silentLogger } from "@capstan/operator";
import { warnOfPlainCrds } from "./plain-crds.ts";
import { createProviderManager, type ProviderManagerOptions } from "../run/provider-manager.ts";
import { serveWebhooks, writesAfter } from "./serve-webhooks.ts";

/** How a provider runs in a test. */
export interface StartProviderOptions<S> extends Omit<ProviderManagerOptions<S>, "client" | "services"> {
  /** What controllers get as `ctx.services`. */
  readonly services: S;
  /** The API server to connect to: `env.credentials` of a test control plane. */
  readonly credentials: ClusterCredentials;
}

/** A running provider. */
export interface RunningProvider extends AsyncDisposable {
  /** The client of its manager; closed by `stop`. Tests may use it. Its writes wait until the API server calls the author's webhooks. */
  readonly client: Client;
  /** Resolves when the API server calls the author's webhooks: for tests that write with another client. Rejects when it cannot be made to. */
  readonly webhooksCalled: Promise<void>;
  /**
   * Stops it as SIGTERM would: reconciles in progress end, then the client is closed. Rejects with the error that ended the provider
   * earlier, if there is one. Safe to call twice.
   */
  stop(): Promise<void>;
}

/**
 * Starts a provider in this process against an API server, usually one from `startTestEnv`. It returns at once; caches sync and
 * controllers run in the background until `stop`.
 *
 * The CRDs of the provider and of Cluster API must be served. In contrast to `run` it parses no flags, serves no health probes or
 * metrics, and does not take part in leader election. The minimum interval between reconciles of one object is 0, so that tests
 * do not wait; nothing is logged unless `log` is given. If the provider has webhooks of the author's own, all its admission webhooks are served on a free port and declared to
 * the API server until `stop`, unless `webhooks` is given. It then warns about a kind that the provider converts and whose CRD calls no
 * webhook: `serveConversions` puts one into CRDs. An error that ends the provider does not fail the test by itself: `stop`
 * rejects with it, so call `stop` or use `await using`.
 *
 * @example
 * await using env = await startTestEnv({ crds: [...coreCrds(), ...crds] });
 * await using running = startProvider(provider, { credentials: env.credentials, services: { cloud } });
 * await running.client.create(AcmeMachine, machine);
 */
export function startProvider<S>(provider: Provider<S>, options: StartProviderOptions<S>): RunningProvider {
  const { credentials, ...rest } = options;
  const client = createClient(credentials);
  const { log = silentLogger } = rest;
  const manager = createProviderManager(provider, { minInterval: "0s", protectCache: true, ...rest, log, client });
  const stopping = new AbortController();
  const warned = warnOfPlainCrds(provider, { client, log, signal: stopping.signal });
  // Kept as a value until `stop`: an unhandled rejection would end the test run without naming the test.
  const ended = manager.run(stopping.signal).then(
    () => undefined,
    (error: unknown) => errorFrom(error),
  );
  const { services } = options;
  const isLocal = provider.webhooks.length > 0 && rest.webhooks === undefined;
  const webhooks = isLocal
    ? serveWebhooks(provider, { client, services, log, signal: stopping.signal })
    : Promise.resolve(async () => undefined);
  const webhooksCalled = webhooks.then(() => undefined);
  // Callers that wait for it get the error.
  webhooksCalled.catch(() => undefined);
  async function stop(): Promise<void> {
    stopping.abort();
    const error = await ended;
    await warned;
    await webhooks.then(
      (stopWebhooks) => stopWebhooks(),
      () => undefined,
    );
    client.close();
    if (error !== undefined) throw error;
  }
  const own = isLocal ? writesAfter(client, webhooksCalled) : client;
  return { client: own, webhooksCalled, stop, [Symbol.asyncDispose]: stop };
}
