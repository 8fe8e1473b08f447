// How long a watch of a workload cluster waits before it connects again.
import type { Clock } from "@capstan/client";

/** Upstream's wait before it connects again. */
export const reconnectMs = 30_000;
/** client-go's waits after connections that failed. */
const firstWaitMs = 800;

/** Half of a wait and a random part of the rest: what failed together does not come back together. */
export function spread(clock: Clock, ms: number): number {
  return ms * (1 - clock.random() / 2);
}

/** The wait after so many failures in a row. */
export function backoffMs(clock: Clock, failures: number): number {
  return spread(clock, Math.min(reconnectMs, firstWaitMs * 2 ** (failures - 1)));
}
