// Creates the runs of one controller: each with the clients, the deadline and the listeners that belong to it. What a run writes is recorded, so that the next one of the key waits for it.
import type { Client, Clock } from "@capstan/client";
import { formatKey, keyOf } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { InformerSet } from "../cache/informer-set.ts";
import { isServedAs } from "../cache/selection.ts";
import type { EventRecorder } from "../events/event-recorder.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ControllerSettings } from "../settings.ts";
import type { OwnEchoes } from "./own-echoes.ts";
import type { OwnWrites } from "./own-writes.ts";
import { ReconcileRun, type ReconcileRunOptions } from "./reconcile-run.ts";
import { RunEnds } from "./run-ends.ts";

/** What a controller needs of its manager. */
export interface ControllerDeps {
  readonly client: Client;
  readonly informers: InformerSet;
  readonly events: EventRecorder;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: Clock;
  /** How long sources may take to end at the stop. */
  readonly shutdownMs: number;
  /** Whether a reconcile may start now. Called before each one, so that a lapsed lease stops work even before its timer fires. */
  readonly mayRun: () => boolean;
  /** Aborts when this process has lost its lease; undefined without an election. */
  readonly lost?: AbortSignal | undefined;
}

/** What the runs of a controller have in common. */
export interface RunFactoryOptions extends Omit<ControllerDeps, "metrics" | "shutdownMs"> {
  readonly settings: Pick<ControllerSettings, "name" | "for" | "timeoutMs">;
  /** Where the writes of the runs are recorded. */
  readonly writes: OwnWrites;
  readonly echoes: OwnEchoes;
}

/** What each run has of its own. */
interface RunParts extends Pick<ReconcileRunOptions, "key" | "failures" | "onAbandoned"> {
  /** Aborts when the controller stops. */
  readonly stop: AbortSignal;
}

/** Creates the runs of one controller. */
export class RunFactory {
  readonly #options: RunFactoryOptions;
  #ends: RunEnds | undefined;

  constructor(options: RunFactoryOptions) {
    this.#options = options;
  }

  create({ key, failures, onAbandoned, stop }: RunParts): ReconcileRun {
    const { settings, client, informers, events, clock, log, mayRun, writes, echoes } = this.#options;
    const { name, for: resource, timeoutMs } = settings;
    return new ReconcileRun({
      key,
      failures,
      onAbandoned,
      controller: name,
      kind: resource.kind,
      timeoutMs,
      client,
      cache: informers,
      events,
      log,
      clock,
      leads: mayRun,
      ends: this.#endsOf(stop),
      onWrite: (written, write) => {
        const wrote = isServedAs(written, resource) ? echoes.writes(key, write) : undefined;
        return (objects) => {
          wrote?.(objects.find((object) => formatKey(keyOf(object)) === formatKey(key)));
          for (const object of objects) writes.add(key, clock.now(), { resource: written, object });
        };
      },
    });
  }

  /** What ends the runs until this stop. */
  #endsOf(stop: AbortSignal): RunEnds {
    if (this.#ends?.stop === stop) return this.#ends;
    const { clock, lost } = this.#options;
    this.#ends = new RunEnds({ clock, stop, lost });
    return this.#ends;
  }
}
