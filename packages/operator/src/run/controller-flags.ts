// The flags that limit controllers on the command line, and what they set.
import { formatDuration } from "@capstan/kube";
import type { FlagOf, FlagValues } from "@capstan/process";
import type { ControllerLimits } from "../manager/manager-options.ts";

/**
 * The flags that limit all controllers of a program, in place of what each says. `runOperator` has them already: use them in a program with a shell of its own, next to `managerFlags`, and turn their values into the option
 * `limits` of a manager with `controllerLimitsOf`.
 *
 * @example
 * const flags = parseFlags({ ...managerFlags, ...controllerFlags }, process.argv.slice(2));
 */
export const controllerFlags: {
  readonly concurrency: FlagOf<"count">;
  readonly "reconcile-timeout": FlagOf<"duration">;
  readonly "sync-period": FlagOf<"duration">;
  readonly "min-interval": FlagOf<"duration">;
  readonly "backoff-base": FlagOf<"duration">;
  readonly "backoff-max": FlagOf<"duration">;
} = {
  concurrency: { kind: "count", help: "how many objects of each kind are reconciled at once (default: 10)" },
  "reconcile-timeout": {
    kind: "duration",
    help: "how long one reconcile may take (default: 60s, or as its controller says)",
  },
  "sync-period": {
    kind: "duration",
    help: "reconcile every object again after this time (default: never, or as its controller says)",
  },
  "min-interval": {
    kind: "duration",
    help: "the average time between two reconciles of one object (default: 1s, or as its controller says)",
  },
  "backoff-base": {
    kind: "duration",
    help: "the wait after the first failure of an object, which doubles with each (default: 5ms, or as its controller says)",
  },
  "backoff-max": {
    kind: "duration",
    help: "the longest wait after failures of an object (default: 1000s, or as its controller says)",
  },
};

/**
 * Turns the values of `controllerFlags` into limits of a manager.
 *
 * @example
 * const manager = createManager({ ...managerOptionsOf(flags, "foo-leader"), limits: controllerLimitsOf(flags), client });
 */
export function controllerLimitsOf(flags: FlagValues<typeof controllerFlags>): ControllerLimits {
  const { concurrency, "reconcile-timeout": timeout, "sync-period": syncPeriod, "min-interval": minInterval } = flags;
  const { "backoff-base": first, "backoff-max": longest } = flags;
  const backoff = {
    ...(first === undefined ? {} : { first: formatDuration(first) }),
    ...(longest === undefined ? {} : { longest: formatDuration(longest) }),
  };
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(timeout === undefined ? {} : { timeout: formatDuration(timeout) }),
    ...(syncPeriod === undefined ? {} : { syncPeriod: formatDuration(syncPeriod) }),
    ...(minInterval === undefined ? {} : { minInterval: formatDuration(minInterval) }),
    ...(Object.keys(backoff).length === 0 ? {} : { backoff }),
  };
}
