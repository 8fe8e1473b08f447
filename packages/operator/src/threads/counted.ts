// What a thread counts, kept until the main thread gets it: there is one page of metrics for the process.
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import type { ThreadCounts } from "./thread-messages.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** Metrics of a server that are kept. */
export class Counted {
  #counts = none();
  readonly metrics: Metrics = {
    ...noMetrics,
    webhookAdded: (webhook) => void this.#counts.added.push(webhook),
    webhookRequest: (webhook, change) => void this.#counts.requests.push([webhook, change]),
    webhookProblem: (code, times) => void this.#counts.problems.push([code, times]),
    webhookPanicked: (webhook) => void this.#counts.panics.push(webhook),
    certificateRead: (ok) => void this.#counts.certificates.push(ok),
  };

  /** What was counted since the last call; undefined when nothing was. */
  take(): ThreadCounts | undefined {
    const counts = this.#counts;
    this.#counts = none();
    return Object.values(counts).every((list) => list.length === 0) ? undefined : counts;
  }
}

function none(): Mutable<ThreadCounts> {
  return { added: [], requests: [], problems: [], panics: [], certificates: [] };
}

/** Counts what a thread told. */
export function addCounts({ added, requests, problems, panics, certificates }: ThreadCounts, metrics: Metrics): void {
  for (const webhook of added) metrics.webhookAdded(webhook);
  for (const [webhook, change] of requests) metrics.webhookRequest(webhook, change);
  for (const [code, times] of problems) metrics.webhookProblem(code, times);
  for (const webhook of panics) metrics.webhookPanicked(webhook);
  for (const ok of certificates) metrics.certificateRead(ok);
}
