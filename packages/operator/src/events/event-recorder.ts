// Events on objects, as `kubectl describe` shows them.
import type { KubeObject } from "@capstan/kube";

/** What happened to an object. */
export interface RecordedEvent {
  readonly type: "Normal" | "Warning";
  /** One word in CamelCase, for programs. */
  readonly reason: string;
  /** For people; cut after 1024 characters. Put what differs from time to time at its end, or leave it out: events that differ in the message are not counted as one. */
  readonly message: string;
}

/**
 * Records Kubernetes events on objects; `kubectl describe` shows them. Available as `events` in the context of every reconcile.
 *
 * An event that repeats within ten minutes increases the count of the first one instead of adding another. When ten events on an object differ in their message alone, each within ten minutes of the one before, the
 * tenth and all further ones are combined: one event that counts them, with the newest message after "(combined from similar events): ". An object may have 25 events at
 * once and one more every five minutes; further ones are dropped. These are client-go's rules. What is dropped or cannot be written is logged: events
 * are hints for people, so never use them to store state.
 *
 * @example
 * context.events.record(object, { type: "Warning", reason: "QuotaExceeded", message: "no address is free in pool a" });
 */
export interface EventRecorder {
  /** Returns at once; the event is written in the background. Never throws. */
  record(object: KubeObject, event: RecordedEvent): void;
}
