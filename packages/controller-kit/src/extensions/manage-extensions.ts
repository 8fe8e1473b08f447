// Extensions of a manager: their ExtensionConfigs are discovered before its controllers start, and followed while it runs.
import {
  createExtensionCaller,
  createExtensionRegistry,
  type ExtensionCaller,
  type ExtensionCallerOptions,
  type ExtensionRegistry,
} from "@capstan/extension-kit/caller";
import type { DurationString } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import {
  type ControllerOptions,
  type Logger,
  type Manager,
  metadataOf,
  type MetricsRegistry,
  silentLogger,
} from "@capstan/operator";
import type { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { callMetrics } from "./call-metrics.ts";
import { configController } from "./config-controller.ts";
import { warmUp, type WarmUpOptions } from "./warm-up.ts";

/** The options of `manageExtensions`. */
export interface ManageExtensionsOptions {
  /**
   * Whether another manager discovers: ExtensionConfigs are then only read, and one counts when its condition Discovered is True and it has a caBundle, as in Cluster API's control plane manager. Set it where Cluster API's core runs, which
   * would write other messages into the same conditions. Default: false.
   */
  readonly readOnly?: boolean;
  /** Only ExtensionConfigs with these labels, in the form that `kubectl -l` accepts. Default: all. */
  readonly labelSelector?: string;
  /** How the start waits for the extensions. */
  readonly warmUp?: WarmUpOptions;
  /** After which time each extension is discovered again: nothing else shows that one was upgraded. Default: "10m". */
  readonly syncPeriod?: DurationString;
  /** Gets Cluster API's metrics of calls (`callMetrics`). */
  readonly metrics?: MetricsRegistry;
  /** Hooks, certificate and limits of the caller. */
  readonly caller?: Omit<ExtensionCallerOptions, "registry" | "namespaceLabels" | "onCall">;
  /** Default: nothing is logged but what the controller logs. */
  readonly log?: Logger;
}

/** The extensions of a manager. */
export interface ManagedExtensions {
  /** Calls them, from reconciles of any controller of the manager. */
  readonly caller: ExtensionCaller;
  readonly registry: ExtensionRegistry;
  /** The controller that was added, for `controllerRights`. */
  readonly controller: ControllerOptions<ExtensionConfig>;
}

/**
 * Adds a controller of ExtensionConfigs to a manager, and lets it discover all extensions before its controllers start. Controllers call them with the caller that is returned.
 *
 * The controller injects certificates by the annotation `runtime.cluster.x-k8s.io/inject-ca-from-secret`, and writes handlers and the conditions Discovered and Paused with Cluster API's reasons. A discovery that
 * fails keeps the handlers that were found before, in the status and in the registry.
 *
 * Throws as `Manager.addController`. The manager stops with `extensions/warm-up` when the start fails, unless `warmUp.otherwise` is "keep".
 *
 * @example
 * const { caller } = manageExtensions(manager, { warmUp: { otherwise: "keep" } });
 * manager.addController(clusters(caller));
 */
export function manageExtensions(manager: Manager, options: ManageExtensionsOptions = {}): ManagedExtensions {
  const { readOnly: isReadOnly = false, labelSelector, syncPeriod = "10m", metrics, log = silentLogger } = options;
  const registry = createExtensionRegistry();
  const caller = createExtensionCaller({
    log,
    ...options.caller,
    registry,
    namespaceLabels: (name) => {
      const namespace = manager.cache.view(metadataOf(Namespace), { namespace: "", name });
      return namespace && (namespace.metadata.labels ?? {});
    },
    ...(metrics !== undefined && { onCall: callMetrics(metrics) }),
  });
  const shared = { registry, caller, isReadOnly, labelSelector };
  const controller = configController({ ...shared, syncPeriod });
  manager.addController(controller);
  manager.onLeading(async (signal) => {
    await warmUp({ ...shared, client: manager.leaderClient, log, options: options.warmUp ?? {} }, signal);
  });
  manager.add({ name: "extension connections", run: (signal) => closedAtEnd(caller, signal) });
  return { caller, registry, controller };
}

async function closedAtEnd(caller: ExtensionCaller, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (!signal.aborted) await promise;
  caller.close();
}
