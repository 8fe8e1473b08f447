// Records events on objects, as `kubectl describe` shows them: a repeated event counts up instead of adding another.
// Handed to reconciles as `ctx.events`. Events are hints for people: one that cannot be written is logged and dropped.
import type { KubeObject } from "@capstan/kube";

/** What happened to an object. */
export interface RecordedEvent {
  readonly type: "Normal" | "Warning";
  /** A short word in CamelCase. */
  readonly reason: string;
  readonly message: string;
}

/** Records events on objects. */
export interface EventRecorder {
  /** Returns at once; the event is written in the background. */
  record(object: KubeObject, event: RecordedEvent): void;
}
