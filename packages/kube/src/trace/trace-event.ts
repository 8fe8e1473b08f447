// The records of a trace: plain data that can be sent as JSON. None has what an object contains: who wants to see what changed watches the object, and looks for the version that a record names.
import type { ObjectKey } from "../objects/object.ts";

/** An object in a record, never with its content. */
export interface TracedObject extends ObjectKey {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resourceVersion?: string | undefined;
}

/** An error in a record. */
export interface TracedError {
  /** With its help, if it has one. */
  readonly message: string;
  /** That of an error of Capstan's. */
  readonly code?: string | undefined;
  /** The places of its stack, the innermost first; at most twenty. */
  readonly frames: readonly string[];
}

/** What happened to an object; "listed" means that it existed before the watch began, and "external" that a source gave the key. */
export type TracedChange = "added" | "listed" | "updated" | "deleted" | "external";

/** How a change leads to keys: the object's own, those of its owners, those that `map` returns, those of a source. */
export type TracedWay = "self" | "owner" | "map" | "source";

/**
 * Why an event queued nothing: a predicate ignored it; a reconcile made the change itself; it names no key of an object that exists; its keys wait until the objects of the controller are listed; a later
 * event of the object is mapped for it; the same list of keys is queued already; the function `map` failed each time.
 */
export type IgnoredBecause =
  | "predicate"
  | "own write"
  | "no keys"
  | "not listed"
  | "later event"
  | "same keys"
  | "map failed";

/** What all records have. */
interface Recorded {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What one event of a watch or a source led to. */
export interface EventTrace extends Recorded {
  readonly type: "event";
  readonly controller: string;
  readonly change: TracedChange;
  readonly via: TracedWay;
  /** The object that changed; a source has none. */
  readonly object?: TracedObject | undefined;
  /** The name of the source. */
  readonly source?: string | undefined;
  /** The keys that it queued; at most twenty. */
  readonly keys: readonly ObjectKey[];
  /** How many keys it queued. */
  readonly count: number;
  /** Why it queued none. */
  readonly ignored?: IgnoredBecause | undefined;
}

/** One reason of a run: an event, or what an earlier run asked for. */
export interface RunCause extends Recorded {
  readonly cause: TracedChange | "requeueAfter" | "retry" | "resync";
  readonly via?: TracedWay | undefined;
  readonly object?: TracedObject | undefined;
  readonly source?: string | undefined;
  /** How long an earlier run let the key wait. */
  readonly afterMs?: number | undefined;
}

/**
 * How a run ended. "conflict": somebody else wrote an object first. "wait": it threw a `TransientError` with a time. "stopped": the manager stopped or lost its lease meanwhile. "abandoned": it did
 * not end in time, and may still be at work.
 */
export type RunOutcome = "done" | "requeueAfter" | "wait" | "conflict" | "error" | "terminal" | "abandoned" | "stopped";

/** One reconcile that has ended. Its records of writes came before it. */
export interface RunTrace extends Recorded {
  readonly type: "run";
  readonly controller: string;
  readonly kind: string;
  readonly key: ObjectKey;
  readonly reconcileId: string;
  /** What queued the key: the first three reasons and the last five. Empty when that was before anybody listened. */
  readonly why: readonly RunCause[];
  /** How many reasons between those are left out. */
  readonly omitted: number;
  /** How long the key waited for a worker since it was due. */
  readonly waitedMs: number;
  readonly ms: number;
  readonly outcome: RunOutcome;
  /** When the key is reconciled again, if nothing happens before; a `syncPeriod` does not count. */
  readonly nextMs?: number | undefined;
  readonly error?: TracedError | undefined;
  /** How many runs of the key in a row have failed, with this one. */
  readonly failures: number;
}

/** A reconcile that has been running for ten seconds and has not ended; at most one record for each. */
export interface RunningTrace extends Recorded {
  readonly type: "running";
  readonly controller: string;
  readonly kind: string;
  readonly key: ObjectKey;
  readonly reconcileId: string;
  readonly ms: number;
}

/** One write of a reconcile, with its answer. */
export interface WriteTrace extends Recorded {
  readonly type: "write";
  readonly controller: string;
  readonly key: ObjectKey;
  readonly reconcileId: string;
  readonly verb: "create" | "update" | "patch" | "apply" | "delete";
  /** What was written, with the version that came back. */
  readonly object: TracedObject;
  readonly subresource?: string | undefined;
  /** Whether nothing was stored. */
  readonly dryRun?: boolean | undefined;
  /** The server of a client that the reconcile brought itself, such as that of another cluster. */
  readonly server?: string | undefined;
  readonly ms: number;
  /** "missing": what was to be deleted did not exist. */
  readonly answer: "stored" | "missing" | "failed";
  /** The HTTP status of a failure. */
  readonly status?: number | undefined;
  /** The code of a failure. */
  readonly code?: string | undefined;
}

/** How much a controller has to do; at most one record a second, when something has changed. */
export interface QueueTrace extends Recorded {
  readonly type: "queue";
  readonly controller: string;
  /** The keys that are due. */
  readonly ready: number;
  /** The keys that wait for their time. */
  readonly delayed: number;
  readonly running: number;
  /** Runs that were abandoned and have not ended. */
  readonly abandoned: number;
  /** How many objects are in memory, by kind. */
  readonly cached: readonly { readonly apiVersion: string; readonly kind: string; readonly objects: number }[];
}

/** Whether this process leads. */
export interface LeaderTrace extends Recorded {
  readonly type: "leader";
  /** The name of the Lease. */
  readonly lease: string;
  readonly state: "waits" | "leads" | "lost" | "released";
  /** Why it was lost. */
  readonly reason?: string | undefined;
}

/** The connection that keeps the objects of a kind in memory. */
export interface WatchTrace extends Recorded {
  readonly type: "watch";
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined: all. */
  readonly namespace?: string | undefined;
  /** "listed": all objects are in memory. "connected": events come, or none came for ten seconds. */
  readonly state: "listed" | "connected" | "failed";
  /** How many objects are in memory. */
  readonly objects: number;
  readonly resourceVersion?: string | undefined;
  /** Why it failed. */
  readonly error?: TracedError | undefined;
  /** When it is tried again. */
  readonly nextMs?: number | undefined;
}

/** One call of a hook of a Runtime Extension. */
export interface HookTrace extends Recorded {
  readonly type: "hook";
  readonly hook: string;
  readonly handler: string;
  /** The Cluster of the request, or to which the templates of the request belong. */
  readonly cluster?: ObjectKey | undefined;
  readonly status: "Success" | "Failure";
  /** How many patches the answer has, and how many templates the request had. Of a hook that patches templates alone. */
  readonly patches?: { readonly made: number; readonly templates: number } | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly message?: string | undefined;
  /** Whether the handler did not answer in time: what else the record has is the answer that its kit gave in its place. */
  readonly timedOut?: boolean | undefined;
  /** What identifies the call where its process also sends the request and the answer, as to `capstan dev`. */
  readonly call?: string | undefined;
  readonly ms: number;
}

/** A call of a hook that is not answered after half a second; at most one record for each. Its moment is that of the record of its answer. */
export interface CallingTrace extends Recorded, Pick<HookTrace, "hook" | "handler" | "cluster"> {
  readonly type: "calling";
  readonly ms: number;
}

/** A record of a trace. More types and more fields may come: ignore those that you do not know. */
export type TraceEvent =
  | EventTrace
  | RunTrace
  | RunningTrace
  | WriteTrace
  | QueueTrace
  | LeaderTrace
  | WatchTrace
  | HookTrace
  | CallingTrace;
