// The controller of ExtensionConfigs: keeps the registry as the ExtensionConfigs of the cluster are, and their status as the extensions are.
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { pauseReasons } from "@capstan/contract";
import { isConditionTrue } from "@capstan/contract/conditions";
import type { ExtensionCaller, ExtensionRegistry } from "@capstan/extension-kit/caller";
import { type DurationString, keyOf } from "@capstan/kube";
import { Namespace, Secret } from "@capstan/kube/builtin";
import {
  type ControllerCall,
  type ControllerOptions,
  type ControllerWatch,
  metadataOf,
  type ReconcileContext,
  watch,
} from "@capstan/operator";
import { caSecretOf } from "./ca-secret.ts";
import { checkDiscovered, discoverConfig, pauseConfig } from "./discover-config.ts";

/** What the controller works with. */
export interface ConfigControllerOptions {
  readonly registry: ExtensionRegistry;
  readonly caller: ExtensionCaller;
  readonly isReadOnly: boolean;
  readonly syncPeriod: DurationString;
  readonly labelSelector: string | undefined;
}

/** What is written, and the Secrets that are read: those with certificates, wherever they are. */
const writes: readonly ControllerCall[] = [
  { resource: ExtensionConfig, verbs: ["patch"] },
  { resource: ExtensionConfig, subresource: "status", verbs: ["patch"] },
  { resource: Secret, verbs: ["get"] },
];

/** An extension whose certificates change is discovered again. */
const caSecrets: ControllerWatch = watch(metadataOf(Secret), {
  map: ({ metadata }, { cache }) =>
    [...cache.each(ExtensionConfig)]
      .filter((config) => {
        const secret = caSecretOf(config);
        return secret?.namespace === metadata.namespace && secret?.name === metadata.name;
      })
      .map((config) => keyOf(config)),
});

/** The controller. Nothing shows that an extension was upgraded, so each is discovered again after the period. */
export function configController(options: ConfigControllerOptions): ControllerOptions<ExtensionConfig> {
  const { registry, isReadOnly, labelSelector } = options;
  return {
    name: "extensionconfig",
    for: ExtensionConfig,
    ...(labelSelector !== undefined && { labelSelector }),
    syncPeriod: options.syncPeriod,
    watches: isReadOnly ? [] : [caSecrets],
    reads: [metadataOf(Namespace)],
    calls: isReadOnly ? [] : writes,
    async reconcile(key, context) {
      const config = context.cache.get(ExtensionConfig, key);
      if (config === undefined || config.metadata.deletionTimestamp !== undefined) registry.remove(key.name);
      else await (isReadOnly ? registerDiscovered : discoverAndRegister)(options, context, config);
    },
  };
}

async function discoverAndRegister(
  { registry, caller }: ConfigControllerOptions,
  { client }: ReconcileContext,
  config: ExtensionConfig,
): Promise<void> {
  const reasons = pauseReasons(undefined, config);
  if (reasons.length > 0) await pauseConfig(client, config, reasons.join(", "));
  else registry.add(await discoverConfig({ client, caller }, config));
}

async function registerDiscovered(
  { registry }: ConfigControllerOptions,
  _: ReconcileContext,
  config: ExtensionConfig,
): Promise<void> {
  if (isConditionTrue(config, "Paused")) return;
  checkDiscovered(config);
  registry.add(config);
}
