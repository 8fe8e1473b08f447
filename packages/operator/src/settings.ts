// Reads the options of managers and controllers: sets the defaults, and turns durations into milliseconds.
import { type DurationString, type KubeObject, millisecondsOf } from "@capstan/kube";
import type { ControllerOptions } from "./controller/controller-options.ts";
import type { ControllerLimits, ManagerOptions } from "./manager/manager-options.ts";
import { operatorError } from "./operator-errors.ts";
import type { BackoffTimes } from "./queue/rate-limiter.ts";

type ControllerDurations = "timeout" | "minInterval" | "syncPeriod";

/** A controller's options as the runtime uses them. */
export interface ControllerSettings extends Omit<ControllerOptions, ControllerDurations | "backoff"> {
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly minIntervalMs: number;
  readonly backoffTimes: BackoffTimes;
  /** Undefined: no key is reconciled again only because time has passed. */
  readonly syncPeriodMs: number | undefined;
}

/** Fills in the defaults of a controller; throws `operator/duration` for an option that is not a duration, and `operator/concurrency` for less than one key at a time. */
export function controllerSettings(options: ControllerOptions): ControllerSettings {
  const { concurrency = 10, timeout = "60s", minInterval = "1s", syncPeriod, backoff, ...others } = options;
  // Also not a number.
  if (!(concurrency >= 1)) throw operatorError("operator/concurrency", { name: options.name, concurrency });
  const { first = "5ms", longest = "1000s" } = backoff ?? {};
  const read = (option: string, duration: string): number =>
    readDuration(`${option} of controller "${options.name}"`, duration);
  return {
    ...others,
    concurrency,
    timeoutMs: read("timeout", timeout),
    minIntervalMs: read("minInterval", minInterval),
    backoffTimes: { firstMs: read("backoff.first", first), longestMs: read("backoff.longest", longest) },
    syncPeriodMs: syncPeriod === undefined ? undefined : read("syncPeriod", syncPeriod),
  };
}

/** The options of a controller with limits in place of its own. Of `backoff` the two waits are limits of their own. */
export function limitedBy<T extends KubeObject>(
  options: ControllerOptions<T>,
  { backoff, ...limits }: ControllerLimits = {},
): ControllerOptions<T> {
  const merged = { ...options.backoff, ...backoff };
  const fields = withInherited(options);
  return { ...fields, ...limits, ...(Object.keys(merged).length === 0 ? {} : { backoff: merged }) };
}

/** A copy of an object that has as fields also what it inherits from its class, whose methods are called with the object itself. `transform` has no `this`. */
function withInherited<T extends object>(given: T): T {
  const copy = { ...given };
  let type: object | null = Reflect.getPrototypeOf(given);
  for (; type !== null && type !== Object.prototype; type = Reflect.getPrototypeOf(type))
    for (const name of Object.getOwnPropertyNames(type)) {
      // What each object has, such as its constructor, is no option.
      if (name in copy) continue;
      const value: unknown = Reflect.get(given, name);
      const isMethod = typeof value === "function" && name !== "transform";
      Reflect.set(copy, name, isMethod ? value.bind(given) : value);
    }
  return copy;
}

type ManagerDurations = "shutdownTimeout" | "cacheSyncTimeout" | "stuckTimeout";

/** A manager's options as the runtime uses them. */
export interface ManagerSettings extends Omit<ManagerOptions, ManagerDurations> {
  readonly shutdownMs: number;
  readonly cacheSyncMs: number;
  readonly stuckMs: number;
}

/** Fills in the defaults of a manager's durations; throws `operator/duration` for an option that is not a duration. */
export function managerSettings(options: ManagerOptions): ManagerSettings {
  const { shutdownTimeout = "30s", cacheSyncTimeout = "2m", stuckTimeout = "10m" } = options;
  return {
    ...options,
    shutdownMs: readDuration("shutdownTimeout of the manager", shutdownTimeout),
    cacheSyncMs: readDuration("cacheSyncTimeout of the manager", cacheSyncTimeout),
    stuckMs: readDuration("stuckTimeout of the manager", stuckTimeout),
  };
}

/** The milliseconds of an option's duration. Throws `operator/duration` for a string that is not a duration, and for a negative one. */
export function readDuration(option: string, duration: DurationString): number {
  const ms = millisecondsOf(duration);
  if (ms === undefined || ms < 0) throw operatorError("operator/duration", { option, duration });
  return ms;
}
