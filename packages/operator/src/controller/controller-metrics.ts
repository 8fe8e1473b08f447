// What the metrics page and the trace read of a controller.
import type { QueueTrace } from "@capstan/kube/trace";
import type { Metrics } from "../metrics/metrics.ts";
import type { WorkQueue } from "../queue/work-queue.ts";
import type { ControllerSettings } from "../settings.ts";
import type { OpenRuns } from "./open-runs.ts";
import type { WatchMapper } from "./watch-mapper.ts";

/** The parts of a controller that are counted. */
export interface CountedParts {
  readonly queue: WorkQueue;
  readonly runs: OpenRuns;
  /** Those of watches that are added later, too. */
  readonly mappers: readonly WatchMapper[];
}

/** How much a controller has to do. */
export function loadOf(
  queue: WorkQueue,
  { running, abandoned }: OpenRuns,
): Pick<QueueTrace, "ready" | "delayed" | "running" | "abandoned"> {
  const ready = [...queue.depths().values()].reduce((sum, size) => sum + size, 0);
  return { ready, delayed: queue.size - ready, running, abandoned };
}

/** Adds a controller to the metrics. */
export function registerController(
  metrics: Metrics,
  { name, concurrency }: Pick<ControllerSettings, "concurrency" | "name">,
  { queue, runs, mappers }: CountedParts,
): void {
  metrics.controllerAdded(name, concurrency);
  metrics.depth(name, () => queue.depths());
  metrics.gauge("capstan_abandoned_reconciles", name, () => runs.abandoned);
  metrics.gauge("capstan_pending_maps", name, () => mappers.reduce((sum, { size }) => sum + size, 0));
  metrics.gauge("workqueue_unfinished_work_seconds", name, () => runs.totalAge);
  metrics.gauge("workqueue_longest_running_processor_seconds", name, () => runs.longest);
}
