// What `run` does in a thread of the webhooks: the main file of the provider is loaded there again, and only its webhooks are served.
import { createClient, loadCredentials } from "@capstan/client";
import { createMetricsRegistry } from "@capstan/operator";
import { serveInThread, type ServerThread } from "@capstan/operator/webhooks";
import {
  authorityFile,
  type FeatureTable,
  type FlagTable,
  type ProgramStart,
  runProcess,
  untilStopped,
} from "@capstan/process";
import type { Provider } from "../authoring/provider.ts";
import { managerOptions, type providerFlags } from "./flags.ts";
import { serverOfWebhooks } from "./provider-manager.ts";
import { describedProgram, type ProviderProgram } from "./provider-program.ts";
import type { RunOptions } from "./run-options.ts";

/** Serves the webhooks until the main thread says to stop, and ends the thread. */
export async function runWebhookThread<S, F extends FlagTable, G extends FeatureTable>(
  thread: ServerThread,
  provider: Provider<S>,
  options: RunOptions<S, F, G>,
): Promise<void> {
  const work: ProviderProgram<F, G>["work"] = (start) => serve(thread, provider, { options, start });
  await runProcess({ ...describedProgram(provider, options), work }, thread);
}

interface ThreadWork<S, F extends FlagTable, G extends FeatureTable> {
  readonly options: RunOptions<S, F, G>;
  readonly start: ProgramStart<typeof providerFlags, F, G>;
}

async function serve<S, F extends FlagTable, G extends FeatureTable>(
  thread: ServerThread,
  provider: Provider<S>,
  { options, start }: ThreadWork<S, F, G>,
): Promise<void> {
  const { flags, authorFlags, features, variables, signal, log } = start;
  const callers = { limits: options.limits, clientCa: await authorityFile(flags["client-ca-file"]) };
  const { webhooks } = managerOptions(provider, flags, callers);
  if (webhooks === undefined) return;
  const found = loadCredentials({ kubeconfig: flags.kubeconfig });
  const client = createClient(await untilStopped(found, { signal, log, name: "credentials" }));
  try {
    // Only webhooks of the author's own use services.
    const metrics = await createMetricsRegistry(undefined);
    const create = async (): Promise<S> =>
      options.services({ flags: authorFlags, features, metrics, client, variables, signal, log });
    const created =
      provider.webhooks.length === 0
        ? undefined
        : { services: await untilStopped(create(), { signal, log, name: "services" }) };
    const services = (): S => {
      if (created === undefined) throw new Error("the kit's own webhooks use no services");
      return created.services;
    };
    await serveInThread(thread, (context) => serverOfWebhooks(provider, webhooks, { services, context }), log);
  } finally {
    client.close();
  }
}
