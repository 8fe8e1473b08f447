// Runs a provider inside a test, against any API server and without flags, probes and leader election.
import { createClient } from "@capstan/client";
import type { ClusterCredentials } from "@capstan/kube";
import type { Provider } from "../authoring/provider.ts";
import { silentLogger } from "@capstan/operator";
import { runInTest, type RunningInTest, type TestWebhooks } from "@capstan/operator/testing";
import { warnOfPlainCrds } from "./plain-crds.ts";
import { describeProvider } from "../run/describe-provider.ts";
import { allRoutes, createProviderManager, type ProviderManagerOptions } from "../run/provider-manager.ts";

/** How a provider runs in a test. */
export interface StartProviderOptions<S> extends Omit<ProviderManagerOptions<S>, "client" | "services"> {
  /** What controllers get as `ctx.services`. */
  readonly services: S;
  /** The API server to connect to: `env.credentials` of a test control plane. */
  readonly credentials: ClusterCredentials;
}

/** A running provider. */
export type RunningProvider = RunningInTest;

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
  const { services } = options;
  const isLocal = provider.webhooks.length > 0 && rest.webhooks === undefined;
  const webhooks = (): TestWebhooks => ({
    name: provider.name,
    declared: describeProvider(provider).webhooks,
    routes: allRoutes(provider, {
      services: () => services,
      context: { log, countProblem: () => undefined, countPanic: () => undefined },
    }),
  });
  return runInTest({
    client,
    async run(signal) {
      const warned = warnOfPlainCrds(provider, { client, log, signal });
      try {
        await manager.run(signal);
      } finally {
        await warned;
      }
    },
    webhooks: isLocal ? webhooks : undefined,
  });
}
