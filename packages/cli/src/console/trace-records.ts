// What a program under `capstan dev` reports about its own work: events, reconciles, writes, queues and hook calls. Plain JSON.

/** An object as an event or a write names it. */
export interface TracedObject {
  readonly kind: string;
  /** `namespace/name`, or the name alone. */
  readonly key: string;
}

/** Why a reconcile ran: one event that queued its key. */
export interface RunCause extends TracedObject {
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
  /** added, updated, deleted, resync, external, retry, requeue, ... */
  readonly what: string;
}

/** An event that a controller received. */
export interface TracedEvent extends TracedObject {
  readonly type: "event";
  readonly time: number;
  readonly controller: string;
  readonly what: string;
  readonly resourceVersion?: string;
  /** The keys that it queued. */
  readonly queued: readonly string[];
  /** Why it queued nothing: a predicate, the controller's own write. */
  readonly ignored?: string;
}

/** One reconcile. */
export interface TracedRun {
  readonly type: "run";
  readonly id: string;
  readonly controller: string;
  /** The kind of the objects that the controller reconciles, if it is known. */
  readonly kind?: string;
  readonly key: string;
  readonly why: readonly RunCause[];
  readonly queuedMs: number;
  /** When it began, in milliseconds since 1970. */
  readonly start: number;
  readonly ms: number;
  readonly result: RunResult;
  /** Failures of this key in a row, this one included. */
  readonly failures: number;
}

/** How a reconcile ended. */
export interface RunResult {
  readonly outcome: "done" | "requeue" | "error" | "terminal" | "abandoned";
  readonly afterMs?: number;
  readonly code?: string;
  readonly message?: string;
  /** Lines of the stack, the innermost first. */
  readonly frames?: readonly string[];
}

/** A request that changes an object. */
export interface TracedWrite extends TracedObject {
  readonly type: "write";
  readonly time: number;
  /** The reconcile that made it. */
  readonly run?: string;
  readonly verb: string;
  readonly subresource?: string;
  /** The HTTP status, or the code of the error. */
  readonly code: number | string;
  readonly ms: number;
  /** The version that came back. */
  readonly resourceVersion?: string;
}

/** The queue of a controller, and how many objects of each kind its cache has. */
export interface TracedQueue {
  readonly type: "queue";
  readonly time: number;
  readonly controller: string;
  readonly ready: number;
  readonly delayed: number;
  readonly running: number;
  readonly cached: Readonly<Record<string, number>>;
}

/** A change of leadership. */
export interface TracedLeader {
  readonly type: "leader";
  readonly time: number;
  readonly state: "leading" | "lost";
}

/** A change of a watch. */
export interface TracedWatch {
  readonly type: "watch";
  readonly time: number;
  readonly kind: string;
  readonly state: "listed" | "connected" | "failed";
  readonly reason?: string;
}

/** A call of a hook of a Runtime Extension. */
export interface TracedHook {
  readonly type: "hook";
  readonly time: number;
  readonly hook: string;
  readonly handler: string;
  /** `namespace/name`, if the request has a cluster. */
  readonly cluster?: string;
  readonly answer: "Success" | "Failure";
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly ms: number;
}

/** One record. */
export type TraceRecord = TracedEvent | TracedRun | TracedWrite | TracedQueue | TracedLeader | TracedWatch | TracedHook;
