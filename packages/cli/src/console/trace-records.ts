// What a program under `capstan dev` reports about its own work, as far as the console shows it: events, reconciles, writes, queues and hook calls.
// Plain JSON. A record may have more fields, and an event may have values that are not listed here: they are shown as they are.
import type { ObjectKey } from "@capstan/kube";

/** An object as a record names it. */
export interface RecordedObject extends ObjectKey {
  readonly kind: string;
  readonly resourceVersion?: string | undefined;
}

/** What all records have. */
interface At {
  /** Milliseconds since 1970; of a reconcile when it began. */
  readonly at: number;
}

/** An error in a record. */
export interface RecordedError {
  readonly message: string;
  readonly code?: string | undefined;
  /** The places of its stack, the innermost first. */
  readonly frames: readonly string[];
}

/** Why a reconcile ran: an event, or what an earlier reconcile requested. */
export interface RecordedCause extends At {
  /** added, updated, deleted, listed, retry, requeueAfter, ... */
  readonly cause: string;
  readonly object?: RecordedObject | undefined;
  readonly source?: string | undefined;
}

/** What one event of a watch led to. */
export interface RecordedTrigger extends At {
  readonly type: "event";
  readonly controller: string;
  readonly change: string;
  readonly object?: RecordedObject | undefined;
  readonly keys: readonly ObjectKey[];
  /** Why it queued nothing. */
  readonly ignored?: string | undefined;
}

/** How a reconcile ended. */
export type RecordedOutcome =
  | "done"
  | "requeueAfter"
  | "wait"
  | "conflict"
  | "error"
  | "terminal"
  | "abandoned"
  | "stopped";

/** One reconcile. */
export interface RecordedRun extends At {
  readonly type: "run";
  readonly controller: string;
  /** The kind of the objects that the controller reconciles. */
  readonly kind: string;
  readonly key: ObjectKey;
  readonly reconcileId: string;
  readonly why: readonly RecordedCause[];
  /** How long the key waited for its turn. */
  readonly waitedMs: number;
  readonly ms: number;
  readonly outcome: RecordedOutcome;
  /** When it is reconciled again. */
  readonly nextMs?: number | undefined;
  readonly error?: RecordedError | undefined;
  /** Failures of this key in a row, this one included. */
  readonly failures: number;
}

/** A write of a reconcile. */
export interface RecordedWrite extends At {
  readonly type: "write";
  readonly reconcileId: string;
  readonly verb: string;
  /** What was written, with the version that came back. */
  readonly object: RecordedObject;
  readonly subresource?: string | undefined;
  readonly ms: number;
  readonly answer: "stored" | "missing" | "failed";
  /** The HTTP status, and the code, of a failure. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

/** How much a controller has to do, and how many objects it has in memory. */
export interface RecordedQueue extends At {
  readonly type: "queue";
  readonly controller: string;
  readonly ready: number;
  readonly delayed: number;
  readonly running: number;
  readonly cached: readonly { readonly kind: string; readonly objects: number }[];
}

/** A change of leadership, or of a watch: kept, and not shown yet. */
export interface RecordedState extends At {
  readonly type: "leader" | "watch";
  readonly state: string;
}

/** A call of a hook of a Runtime Extension. */
export interface RecordedHook extends At {
  readonly type: "hook";
  readonly hook: string;
  readonly handler: string;
  readonly cluster?: ObjectKey | undefined;
  readonly status: "Success" | "Failure";
  readonly message?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly ms: number;
}

/** One record. */
export type TraceRecord = RecordedTrigger | RecordedRun | RecordedWrite | RecordedQueue | RecordedState | RecordedHook;
