// The options of a manager with their durations in milliseconds.
import { readDuration } from "../read-duration.ts";
import type { ManagerOptions } from "./manager-options.ts";

type Durations = "shutdownTimeout" | "cacheSyncTimeout";

/** A manager's options as the runtime uses them. */
export interface ManagerSettings extends Omit<ManagerOptions, Durations> {
  readonly shutdownMs: number;
  readonly cacheSyncMs: number;
}

/** Fills in the defaults of a manager's durations; throws `operator/duration` for an option that is not a duration. */
export function managerSettings(options: ManagerOptions): ManagerSettings {
  const { shutdownTimeout = "30s", cacheSyncTimeout = "2m" } = options;
  return {
    ...options,
    shutdownMs: readDuration("shutdownTimeout of the manager", shutdownTimeout),
    cacheSyncMs: readDuration("cacheSyncTimeout of the manager", cacheSyncTimeout),
  };
}
