// One reconcile: its context, deadline and signal. The logger and the client are created when they are first used.
import { randomUUID } from "node:crypto";
import type { Client, Clock } from "@capstan/client";
import type { ObjectKey } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { CacheReader } from "../cache/cache.ts";
import type { EventRecorder } from "../events/event-recorder.ts";
import { operatorError } from "../operator-errors.ts";
import type { ReconcileContext } from "./controller-options.ts";
import { TrackedClient, type WriteListener } from "./tracked-client.ts";

/** What a reconcile consists of. */
export interface ReconcileRunOptions {
  readonly key: ObjectKey;
  readonly kind: string;
  readonly failures: number;
  readonly timeoutMs: number;
  /** Aborts when the controller stops. */
  readonly stop: AbortSignal;
  readonly client: Client;
  readonly cache: CacheReader;
  readonly events: EventRecorder;
  readonly log: Logger;
  readonly clock: Clock;
  readonly onWrite: WriteListener;
}

/** The context of one reconcile. */
export class ReconcileRun implements ReconcileContext {
  readonly failures: number;
  readonly cache: CacheReader;
  readonly events: EventRecorder;
  readonly startedAt: number;
  readonly #options: ReconcileRunOptions;
  readonly #controller = new AbortController();
  readonly #cancelDeadline: () => void;
  readonly #abort = (): void => this.#controller.abort(this.#options.stop.reason);
  #reconcileId: string | undefined;
  #log: Logger | undefined;
  #client: Client | undefined;
  #timedOut = false;

  constructor(options: ReconcileRunOptions) {
    this.#options = options;
    this.failures = options.failures;
    this.cache = options.cache;
    this.events = options.events;
    this.startedAt = options.clock.now();
    this.#cancelDeadline = options.clock.after(options.timeoutMs, () => {
      this.#timedOut = true;
      this.#controller.abort(operatorError("operator/reconcile-timeout", { seconds: options.timeoutMs / 1000 }));
    });
    options.stop.addEventListener("abort", this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  get reconcileId(): string {
    return (this.#reconcileId ??= randomUUID());
  }

  get log(): Logger {
    const { kind, key, log } = this.#options;
    return (this.#log ??= log.child({ [kind]: key, reconcileID: this.reconcileId }));
  }

  get client(): Client {
    return (this.#client ??= new TrackedClient(this.#options.client, this.#options.onWrite));
  }

  /** Releases the deadline and the listener on the controller's stop. */
  end(): void {
    this.#cancelDeadline();
    this.#options.stop.removeEventListener("abort", this.#abort);
  }
}
