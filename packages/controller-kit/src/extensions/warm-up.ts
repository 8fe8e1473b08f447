// All extensions are discovered before anything is called, so that no hook is called without some of its handlers.
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { type Client, sleep, systemClock } from "@capstan/client";
import { createExtensionRegistry, type ExtensionCaller, type ExtensionRegistry } from "@capstan/extension-kit/caller";
import { type DurationString, errorFrom, errorOf, parseDuration } from "@capstan/kube";
import type { Logger } from "@capstan/operator";
import { kitErrors } from "../kit-errors.ts";
import { checkDiscovered, discoverConfig } from "./discover-config.ts";

/** How a manager waits for its extensions when it starts. */
export interface WarmUpOptions {
  /** How long all extensions are tried. Default: "60s". */
  readonly timeout?: DurationString;
  /** How long until they are tried again. Default: "2s". */
  readonly interval?: DurationString;
  /**
   * What follows when some cannot be discovered until then. "stop" ends the manager with `extensions/warm-up`, as Cluster API's core does: one extension that is down then keeps all Clusters from being
   * reconciled after a restart. "keep" starts with the handlers that were discovered before and are in the status of these ExtensionConfigs: calls of them fail by their failure policies, so what they guard still waits, and
   * nothing else does; they are discovered as soon as that succeeds. Default: "stop".
   */
  readonly otherwise?: "stop" | "keep";
}

/** What a warm-up works with. */
export interface WarmUp {
  readonly client: Client;
  readonly registry: ExtensionRegistry;
  readonly caller: ExtensionCaller;
  readonly isReadOnly: boolean;
  readonly labelSelector: string | undefined;
  readonly log: Logger;
  readonly options: WarmUpOptions;
}

/** An ExtensionConfig after a discovery, or as it was before one that failed. */
interface Tried {
  readonly config: ExtensionConfig;
  readonly problem: string | undefined;
}

/** Discovers all ExtensionConfigs and registers them, unless the signal aborts before. Rejects with `extensions/warm-up`. */
export async function warmUp(work: WarmUp, signal: AbortSignal): Promise<void> {
  const { registry, log, options } = work;
  const { timeout = "60s", interval = "2s", otherwise = "stop" } = options;
  const end = systemClock.now() + parseDuration(timeout);
  while (!signal.aborted) {
    const tried = await untilAborted(tryAll(work), signal);
    if (tried === undefined) return;
    const problem = tried.find((each) => each.problem !== undefined)?.problem;
    const isOver = systemClock.now() + parseDuration(interval) > end;
    if (problem === undefined || (isOver && otherwise === "keep")) {
      if (problem !== undefined) log.warn("not all extensions could be discovered, the others are called", { problem });
      // One that nobody can call must not keep the others from being called.
      registry.warmUp(tried.map(({ config }) => config).filter((config) => registrationProblem(config) === undefined));
      return;
    }
    log.warn("the extensions cannot be discovered yet", { problem });
    const seconds = parseDuration(timeout) / 1000;
    if (isOver) throw errorOf(kitErrors, "extensions/warm-up", { values: { seconds, problem } });
    await sleep(systemClock, parseDuration(interval), signal);
  }
}

/** What a promise resolves to; undefined as soon as the signal aborts: one extension that does not answer takes ten seconds. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    // Listed first: the other one may have been resolved before.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Why the handlers of an ExtensionConfig cannot be registered; undefined when they can. */
function registrationProblem(config: ExtensionConfig): string | undefined {
  try {
    createExtensionRegistry().warmUp([config]);
    return undefined;
  } catch (error) {
    return errorFrom(error).message;
  }
}

async function tryAll({ client, caller, isReadOnly, labelSelector }: WarmUp): Promise<readonly Tried[]> {
  const query = labelSelector === undefined ? {} : { labelSelector };
  const { items } = await client.listAll(ExtensionConfig, query);
  return await Promise.all(
    items.map(async (config): Promise<Tried> => {
      try {
        if (isReadOnly) checkDiscovered(config);
        const discovered = isReadOnly ? config : await discoverConfig({ client, caller }, config);
        return { config: discovered, problem: registrationProblem(discovered) };
      } catch (error) {
        return { config, problem: errorFrom(error).message };
      }
    }),
  );
}
