// One reconcile: its context, deadline and signal. The logger and the client are created when they are first used.
//
// At the deadline the signal aborts and the calls in flight end. The reconcile then has a few seconds to write what it has to say; after that it is abandoned: its calls are
// rejected, whatever its promise does. What it leaves running when it ends, as Promise.all does, gets an aborted signal, and may not call: its key may run again. A stop leaves calls in flight alone, unless this process has lost its lease, or loses it during the stop.
import { randomUUID } from "node:crypto";
import type { Client, Clock } from "@capstan/client";
import { formatKey, type ObjectKey } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { CacheReader } from "../cache/cache.ts";
import type { EventRecorder } from "../events/event-recorder.ts";
import { operatorError } from "../operator-errors.ts";
import { CallGate } from "./call-gate.ts";
import { lateLogger } from "./late-logger.ts";
import type { WritingRun } from "../trace/write-trace.ts";
import type { ReconcileContext } from "./controller-options.ts";
import { RunClient, type WriteListener } from "./run-client.ts";
import type { EndableRun, RunEnds } from "./run-ends.ts";

/** What a reconcile consists of. */
export interface ReconcileRunOptions {
  readonly controller: string;
  readonly key: ObjectKey;
  readonly kind: string;
  readonly failures: number;
  readonly timeoutMs: number;
  /** Ends it when it takes too long, when the controller stops, and when this process has lost its lease. */
  readonly ends: RunEnds;
  readonly client: Client;
  readonly cache: CacheReader;
  readonly events: EventRecorder;
  readonly log: Logger;
  readonly clock: Clock;
  readonly onWrite: WriteListener;
  /** Whether this process leads. */
  readonly leads: () => boolean;
  /** Called when the reconcile has not ended some seconds after its deadline. */
  readonly onAbandoned: () => void;
}

/** How long a reconcile may write after its deadline. */
export const lateMs = 5000;

/** The context of one reconcile. */
export class ReconcileRun implements ReconcileContext, WritingRun, EndableRun {
  readonly failures: number;
  readonly cache: CacheReader;
  readonly events: EventRecorder;
  readonly #options: ReconcileRunOptions;
  /** A clock that is moved forward must not end it. */
  readonly #steady: Clock;
  readonly #startedAt: number;
  readonly #gate: CallGate;
  /** A property, as authors take the context apart. */
  readonly guarded = (client: Client): Client => new RunClient(client, this.#gate, { run: this });
  /** Cancels what abandons it. */
  #cancelLate: (() => void) | undefined;
  #aborts: AbortController | undefined;
  #reconcileId: string | undefined;
  #log: Logger | undefined;
  #client: Client | undefined;
  #timedOut = false;
  #abandoned = false;
  #ended = false;

  constructor(options: ReconcileRunOptions) {
    const { failures, cache, events, clock, ends, leads } = options;
    this.#options = options;
    this.failures = failures;
    this.cache = cache;
    this.events = events;
    this.#steady = clock.steady ?? clock;
    this.#startedAt = this.#steady.now();
    this.#gate = new CallGate(() => {
      if (this.#ended) return this.#hasEnded();
      return leads() ? undefined : this.#over("this process does not lead any more");
    });
    ends.add(this);
    // The report of a reconcile that is abandoned during the stop.
    if (ends.stop.aborted) this.stopped();
  }

  get dueAt(): number {
    return this.#startedAt + this.#options.timeoutMs;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#ended || this.#aborts?.signal.aborted === true;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** Whether it did not end in time, so that its calls are rejected and its end changes nothing. */
  get abandoned(): boolean {
    return this.#abandoned;
  }

  /** Seconds since it began. */
  get age(): number {
    return (this.#steady.now() - this.#startedAt) / 1000;
  }

  /** Its object, for messages. */
  get object(): string {
    const { kind, key } = this.#options;
    return `${kind} ${formatKey(key)}`;
  }

  get controller(): string {
    return this.#options.controller;
  }

  get key(): ObjectKey {
    return this.#options.key;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  get server(): string {
    return this.#options.client.server;
  }

  get reconcileId(): string {
    return (this.#reconcileId ??= randomUUID());
  }

  get log(): Logger {
    const { kind, key, log } = this.#options;
    return (this.#log ??= lateLogger(log, () => ({ [kind]: key, reconcileID: this.reconcileId })));
  }

  get client(): Client {
    const { client, onWrite } = this.#options;
    return (this.#client ??= new RunClient(client, this.#gate, { onWrite, run: this }));
  }

  // Authors take it out of the context.
  readonly assertLeader = (): void => this.#gate.check();

  /** It has ended: nothing ends it any more, and what it left running ends. */
  end(): void {
    this.#cancelLate?.();
    this.#options.ends.delete(this);
    this.#ended = true;
    // The error takes longer than all else of a reconcile that used neither.
    if (this.#aborts === undefined && !this.#gate.isUsed) return;
    const reason = this.#hasEnded();
    this.#gate.cancel(reason);
    this.#aborts?.abort(reason);
  }

  /** Made when it is first used, which may be after the end. */
  get #controller(): AbortController {
    if (this.#aborts !== undefined) return this.#aborts;
    this.#aborts = new AbortController();
    if (this.#ended) this.#aborts.abort(this.#hasEnded());
    return this.#aborts;
  }

  timeOut(): void {
    const { timeoutMs } = this.#options;
    const reason = operatorError("operator/reconcile-timeout", { seconds: timeoutMs / 1000 });
    this.#timedOut = true;
    this.#gate.cancel(reason);
    this.#controller.abort(reason);
    this.#cancelLate = this.#steady.after(lateMs, () => this.#abandon());
  }

  #abandon(): void {
    this.#abandoned = true;
    this.#gate.close(this.#over("it did not end in time and was abandoned"));
    this.#options.onAbandoned();
  }

  stopped(): void {
    const { ends, leads } = this.#options;
    if (!leads()) this.leaseLost();
    this.#controller.abort(ends.stop.reason);
  }

  /** Another process may reconcile this key. */
  leaseLost(): void {
    this.#gate.close(this.#over("this process does not lead any more"));
  }

  #hasEnded(): Error {
    return this.#over("it has ended");
  }

  #over(reason: string): Error {
    return operatorError("operator/reconcile-over", { object: this.object, reason });
  }
}
