// One discovery of an ExtensionConfig: certificates first, then the handlers, which are written into its status with Cluster API's conditions.
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { type Client, systemClock } from "@capstan/client";
import { pauseReasons } from "@capstan/contract";
import { conditionPlaces, setCondition } from "@capstan/contract/conditions";
import type { ExtensionCaller } from "@capstan/extension-kit/caller";
import { deepClone, deepEqual, errorFrom, errorOf, keyOf } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import { injectedCa } from "./ca-secret.ts";

/** What a discovery needs. */
export interface DiscoveryTools {
  readonly client: Client;
  readonly caller: Pick<ExtensionCaller, "discover">;
}

/**
 * Discovers the handlers of an ExtensionConfig and writes them; returns it as the server has it then. When it fails, the condition says why, the handlers in the status stay, and the promise rejects with the reason.
 */
export async function discoverConfig(
  { client, caller }: DiscoveryTools,
  read: ExtensionConfig,
): Promise<ExtensionConfig> {
  const before = await withCa(client, read).catch(async (error: unknown) => {
    await writeStatus(client, read, notPaused(read));
    throw error;
  });
  const after = notPaused(before);
  const problem = await discover(caller, after).catch(errorFrom);
  setDiscovered(after, problem);
  const written = await writeStatus(client, before, after);
  if (problem !== undefined) throw problem;
  return written;
}

/** The start discovers an ExtensionConfig that is paused, too, as Cluster API's core does. It stays paused. */
function notPaused(config: ExtensionConfig): ExtensionConfig {
  const after = deepClone(config);
  if (pauseReasons(undefined, config).length > 0) return after;
  setCondition(after, conditionPlaces.current, { type: "Paused", status: "False", reason: "NotPaused" });
  return after;
}

/** Writes that nothing is done for an ExtensionConfig. */
export async function pauseConfig(client: Client, before: ExtensionConfig, message: string): Promise<void> {
  const after = deepClone(before);
  setCondition(after, conditionPlaces.current, { type: "Paused", status: "True", reason: "Paused", message });
  await writeStatus(client, before, after);
}

/** Checks an ExtensionConfig that another manager discovers, as Cluster API's control plane manager does. Throws `extensions/not-discovered`. */
export function checkDiscovered(config: ExtensionConfig): void {
  const { clientConfig } = config.spec;
  const { generation = 0, name = "" } = config.metadata;
  const found = config.status?.conditions?.find(({ type }) => type === "Discovered");
  const problem = [
    [clientConfig.caBundle === undefined, "it has no caBundle"],
    [found === undefined, "it has no condition Discovered"],
    [found?.status !== "True", "its condition Discovered is not True"],
    [found?.observedGeneration !== generation, "its condition Discovered is of another generation"],
  ].find(([isWrong]) => isWrong);
  if (problem !== undefined)
    throw errorOf(kitErrors, "extensions/not-discovered", { values: { config: name, problem: String(problem[1]) } });
}

/** With the certificates of the Secret, written before the discovery, so that the conditions are of the generation that has them. */
async function withCa(client: Client, config: ExtensionConfig): Promise<ExtensionConfig> {
  const caBundle = await injectedCa(client, config);
  if (caBundle === undefined || caBundle === config.spec.clientConfig.caBundle) return config;
  const { resourceVersion } = config.metadata;
  const body = { metadata: { resourceVersion }, spec: { clientConfig: { caBundle } } };
  return await client.patch(ExtensionConfig, keyOf(config), { type: "merge", body });
}

async function discover(caller: DiscoveryTools["caller"], config: ExtensionConfig): Promise<undefined> {
  const handlers = await caller.discover(config);
  config.status = { ...config.status, handlers };
}

/** In the list of today and in the one of v1beta1, which core still fills. */
function setDiscovered(config: ExtensionConfig, problem: Error | undefined): void {
  const { current, deprecated } = conditionPlaces;
  const now = systemClock.date();
  if (problem === undefined) {
    for (const place of [current, deprecated])
      setCondition(config, place, { type: "Discovered", status: "True", reason: "Discovered", now });
    return;
  }
  const failed = {
    type: "Discovered",
    status: "False",
    message: `Error in discovery: ${problem.message}`,
    now,
  } as const;
  setCondition(config, current, { ...failed, reason: "NotDiscovered" });
  setCondition(config, deprecated, { ...failed, reason: "DiscoveryFailed" });
}

async function writeStatus(client: Client, before: ExtensionConfig, after: ExtensionConfig): Promise<ExtensionConfig> {
  const { status } = after;
  if (deepEqual(before.status, status)) return before;
  // Another writer may own other conditions of the list: a conflict is reconciled again.
  const body = { metadata: { resourceVersion: before.metadata.resourceVersion }, status };
  return await client.patch(ExtensionConfig, keyOf(before), { type: "merge", body, subresource: "status" });
}
