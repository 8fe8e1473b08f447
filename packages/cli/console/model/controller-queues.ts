// The queues and caches of controllers, as they report them.
import type { QueueTrace, TraceEvent } from "@capstan/kube/trace";

/** The newest report of each controller that is not later than a moment. */
export function newestQueues(trace: readonly TraceEvent[], end: number): QueueTrace[] {
  const newest = new Map<string, QueueTrace>();
  for (const record of trace) if (record.type === "queue" && record.at <= end) newest.set(record.controller, record);
  return [...newest.values()];
}

/** The numbers of a queue: what each is called, and what it counts. */
export function queueNumbers(queue: QueueTrace): readonly (readonly [name: string, value: number, title: string])[] {
  return [
    ["running", queue.running, "Reconciles that run now"],
    ["due", queue.ready, "Objects that wait for a worker"],
    ["later", queue.delayed, "Objects that are reconciled again at a time: a retry, or what a reconcile asked for"],
  ];
}

/** What the cache of a controller holds, in words. */
export function cacheWords({ cached }: QueueTrace): string {
  const kinds = cached.map(({ kind, objects }) => `${objects} ${kind}`);
  return kinds.length === 0 ? "nothing cached" : `cache: ${kinds.join(", ")}`;
}
