// The options of a controller with all defaults set and all durations in milliseconds.
import type { ControllerOptions } from "./controller-options.ts";
import { readDuration } from "../read-duration.ts";

type Durations = "timeout" | "minInterval" | "syncPeriod";

/** A controller's options as the runtime uses them. */
export interface ControllerSettings extends Omit<ControllerOptions, Durations> {
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly minIntervalMs: number;
  /** Undefined: no key is reconciled again only because time has passed. */
  readonly syncPeriodMs: number | undefined;
}

/** Fills in the defaults of a controller; throws `operator/duration` for an option that is not a duration. */
export function controllerSettings(options: ControllerOptions): ControllerSettings {
  const { concurrency = 10, timeout = "60s", minInterval = "1s", syncPeriod } = options;
  const read = (option: Durations, duration: string): number =>
    readDuration(`${option} of controller "${options.name}"`, duration);
  return {
    ...options,
    concurrency,
    timeoutMs: read("timeout", timeout),
    minIntervalMs: read("minInterval", minInterval),
    syncPeriodMs: syncPeriod === undefined ? undefined : read("syncPeriod", syncPeriod),
  };
}
