// Sources of a controller that are no objects: a stream of keys, for example the events of a cloud. It is opened when this process leads, and again when it ends.
import { type Clock, sleep } from "@capstan/client";
import { isObjectKey, type ObjectKey } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import { Backoff } from "../cache/backoff.ts";
import { inSlices } from "../in-slices.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { operatorError } from "../operator-errors.ts";
import type { ControllerTrace } from "../trace/controller-trace.ts";
import type { TracedEvent } from "../trace/traced-event.ts";
import type { KeySource, SourceContext } from "./controller-options.ts";
import { notKeys } from "./given-keys.ts";
import { authorFields } from "../author-errors.ts";

/** What a source works with. */
export interface SourceDeps {
  readonly controller: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How long it may take to end when the manager stops. */
  readonly shutdownMs: number;
  readonly enqueue: (key: ObjectKey, traced: TracedEvent | undefined) => void;
  readonly trace: Pick<ControllerTrace, "external">;
}

/** Queues the keys of a source until the signal aborts; never rejects. Resolves when the source has ended, or had its time to. */
export async function runSource(source: KeySource, deps: SourceDeps, stop: AbortSignal): Promise<void> {
  const { clock, controller, metrics } = deps;
  const log = deps.log.child({ source: source.name });
  const backoff = new Backoff(clock);
  while (!stop.aborted) {
    let problem: unknown = operatorError("operator/source-ended", { name: source.name, controller });
    try {
      await new OpenSource(source, { ...deps, log }, backoff).consume(stop);
    } catch (error) {
      problem = error;
    }
    if (stop.aborted) return;
    const waitMs = backoff.next();
    metrics.sourceFailed(controller, source.name);
    log.error("Source failed, opening it again", {
      ...authorFields("operator/source-failed", problem),
      retryMs: Math.round(waitMs),
    });
    await sleep(clock, waitMs, stop);
  }
}

type Given = ObjectKey | readonly ObjectKey[];

/** A source that is open. */
class OpenSource {
  readonly #source: KeySource;
  readonly #deps: SourceDeps;
  readonly #backoff: Backoff;

  constructor(source: KeySource, deps: SourceDeps, backoff: Backoff) {
    this.#source = source;
    this.#deps = deps;
    this.#backoff = backoff;
  }

  /** Queues what the source gives until it ends or the signal aborts. */
  async consume(stop: AbortSignal): Promise<void> {
    // Ends with the connection too: what an author's function has left running must not outlive it.
    const own = new AbortController();
    const context: SourceContext = { signal: AbortSignal.any([stop, own.signal]), log: this.#deps.log };
    const iterator = this.#source.open(context)[Symbol.asyncIterator]();
    // A promise of its own for each step: one that lives as long as the source would keep something of every step.
    let stepOver = (): void => undefined;
    const onStop = (): void => stepOver();
    const step = (): Promise<IteratorResult<Given> | undefined> =>
      new Promise((resolve, reject) => {
        stepOver = () => resolve(undefined);
        iterator.next().then(resolve, reject);
      });
    stop.addEventListener("abort", onStop, { once: true });
    try {
      while (!stop.aborted) {
        const next = await step();
        if (next === undefined || next.done === true) return;
        await this.#queue(next.value, stop);
        this.#backoff.reset();
      }
    } finally {
      stop.removeEventListener("abort", onStop);
      own.abort(new Error("the source is closed"));
      await this.#close(iterator);
    }
  }

  /** In turns: a source that has its next keys at once would keep everything else waiting. */
  async #queue(given: Given, stop: AbortSignal): Promise<void> {
    const { controller, enqueue, log, metrics, trace } = this.#deps;
    const traced = trace.external(this.#source.name);
    let wrong: { readonly key: unknown } | undefined;
    await inSlices<unknown>(Array.isArray(given) ? given : [given], (key) => {
      if (stop.aborted) return;
      if (isObjectKey(key)) enqueue(key, traced);
      else wrong ??= { key };
    });
    traced?.end();
    if (wrong === undefined) return;
    const { name } = this.#source;
    metrics.sourceFailed(controller, name);
    const what = `the source "${name}" of the controller "${controller}"`;
    log.error("Source gave something other than keys", errorFields(notKeys(wrong.key, what)));
  }

  /** Lets the source release what it has, for as long as a stop may take. */
  async #close(iterator: AsyncIterator<Given>): Promise<void> {
    const { clock, log, shutdownMs } = this.#deps;
    const done = new AbortController();
    const late = sleep(clock.steady ?? clock, shutdownMs, done.signal).then(() => {
      if (!done.signal.aborted) log.warn("Source did not end in time", { seconds: shutdownMs / 1000 });
    });
    const closed = (async () => iterator.return?.())().catch((error: unknown) =>
      log.warn("Source not closed", errorFields(error)),
    );
    await Promise.race([closed, late]);
    done.abort();
  }
}
