// Limits of all controllers of a manager, and what they do to the limits of one.
import type { KubeObject } from "@capstan/kube";
import type { ControllerOptions } from "./controller-options.ts";

/** Limits of controllers that a manager can set for all of them. */
export type ControllerLimits = Pick<
  ControllerOptions,
  "concurrency" | "timeout" | "minInterval" | "backoff" | "syncPeriod"
>;

/** The options of a controller with limits in place of its own. Of `backoff` the two waits are limits of their own. */
export function limitedBy<T extends KubeObject>(
  options: ControllerOptions<T>,
  { backoff, ...limits }: ControllerLimits = {},
): ControllerOptions<T> {
  const merged = { ...options.backoff, ...backoff };
  return { ...options, ...limits, ...(Object.keys(merged).length === 0 ? {} : { backoff: merged }) };
}
