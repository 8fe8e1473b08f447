// The flags of every provider, and what they mean for its manager.
import { formatDuration } from "@capstan/kube";
import { controllerFlags, controllerLimitsOf, managerFlags, managerOptionsOf } from "@capstan/operator";
import { type WebhookCallers, webhookFlags, webhookServerOptionsOf } from "@capstan/operator/webhooks";
import { type ChoiceFlag, type FlagOf, type FlagValues, isServed, type WithDefault } from "@capstan/process";
import { skipFlag, skippedPhases, type SkippedPhases } from "../migration/phases.ts";
import type { Provider } from "../authoring/provider.ts";
import { controllerName, type ProviderManagerOptions, hasWebhooks } from "./provider-manager.ts";

/** The flags of every provider, in the order of `--help`. */
export const providerFlags: typeof managerFlags &
  typeof webhookFlags & {
    readonly "watch-filter": FlagOf<"string">;
    readonly "webhook-threads": FlagOf<"count">;
    readonly concurrency: FlagOf<"count">;
    readonly "reconcile-timeout": FlagOf<"duration">;
    readonly "sync-period": WithDefault<FlagOf<"duration">>;
    readonly "min-interval": FlagOf<"duration">;
    readonly "backoff-base": FlagOf<"duration">;
    readonly "backoff-max": FlagOf<"duration">;
    readonly "skip-crd-migration-phases": ChoiceFlag<SkippedPhases>;
  } = {
  ...managerFlags,
  "watch-filter": {
    kind: "string",
    help: "watch only objects whose label cluster.x-k8s.io/watch-filter has this value",
  },
  ...webhookFlags,
  "webhook-threads": {
    kind: "count",
    help: "serve webhooks in so many threads of their own (default: in the main thread, beside the controllers)",
  },
  concurrency: controllerFlags.concurrency,
  "reconcile-timeout": {
    kind: "duration",
    help: "how long one pass may take (default: 60s, or as its controller says)",
  },
  "sync-period": { kind: "duration", default: "10m", help: "reconcile every object again after this time" },
  "min-interval": controllerFlags["min-interval"],
  "backoff-base": controllerFlags["backoff-base"],
  "backoff-max": controllerFlags["backoff-max"],
  "skip-crd-migration-phases": skipFlag,
};

/** A flag for each controller, which wins over `--concurrency`. */
export function concurrencyFlags({
  controllers,
}: Pick<Provider, "controllers">): Readonly<Record<string, FlagOf<"count">>> {
  return Object.fromEntries(
    controllers.map((controller) => [
      concurrencyFlag(controllerName(controller)),
      {
        kind: "count",
        help: `how many objects of ${(controller.pool ?? controller.resource).kind} are reconciled at once`,
      },
    ]),
  );
}

function concurrencyFlag(controller: string): string {
  return `${controller}-concurrency`;
}

/** The values of those flags by controller. */
function concurrencies(
  { controllers }: Pick<Provider, "controllers">,
  flags: Readonly<Record<string, unknown>>,
): Readonly<Record<string, number>> {
  const names = controllers.map(controllerName);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = flags[concurrencyFlag(name)];
      return typeof value === "number" ? [[name, value]] : [];
    }),
  );
}

/** The options of a manager that flags set. */
export type FlagOptions = Omit<ProviderManagerOptions<never>, "client" | "services" | "log">;

/** Whether probes have a thread of their own, as they have beside servers of webhooks. */
export function hasThreadForProbes(provider: Provider, flags: FlagValues<typeof providerFlags>): boolean {
  return servesWebhooks(provider, flags) && isServed(flags["health-addr"]);
}

function servesWebhooks(provider: Provider, { "webhook-port": port }: FlagValues<typeof providerFlags>): boolean {
  return hasWebhooks(provider) && port !== 0;
}

/** The flags as options of the provider's manager. */
export function managerOptions(
  provider: Provider,
  flags: FlagValues<typeof providerFlags>,
  callers: WebhookCallers = {},
): FlagOptions {
  const { concurrency, "reconcile-timeout": timeout, "skip-crd-migration-phases": skipped } = flags;
  const { minInterval, backoff } = controllerLimitsOf(flags);
  const fromManager = managerOptionsOf(flags, `capstan-${provider.type}-${provider.name}`);
  // Threads have no manager.
  const { tlsLimits } = fromManager;
  return {
    ...fromManager,
    watchFilter: flags["watch-filter"] ?? "",
    syncPeriod: formatDuration(flags["sync-period"]),
    ...(concurrency === undefined ? {} : { concurrency }),
    concurrencies: concurrencies(provider, flags),
    ...(timeout === undefined ? {} : { timeout: formatDuration(timeout) }),
    ...(minInterval === undefined ? {} : { minInterval }),
    ...(backoff === undefined ? {} : { backoff }),
    ...(skipped === undefined ? {} : { skipCrdMigrationPhases: skippedPhases[skipped] }),
    ...(servesWebhooks(provider, flags)
      ? { webhooks: { ...webhookServerOptionsOf(flags, callers), ...(tlsLimits === undefined ? {} : { tlsLimits }) } }
      : {}),
  };
}
