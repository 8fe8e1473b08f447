// The trace of what a test does, by type of record.
import { onTrace, type TraceEvent } from "@capstan/kube/trace";
import { onTestFinished } from "vitest";

/** A record of a type. */
export type RecordOf<T extends TraceEvent["type"]> = Extract<TraceEvent, { readonly type: T }>;

/** What was published since the trace was opened. */
export interface RecordedTrace {
  readonly all: readonly TraceEvent[];
  /** The records of a type. */
  readonly of: <T extends TraceEvent["type"]>(type: T) => readonly RecordOf<T>[];
  /** Stops listening; the end of the test does, too. */
  readonly stop: () => void;
}

/** Listens to the trace. */
export function recordTrace(): RecordedTrace {
  const all: TraceEvent[] = [];
  const stop = onTrace((event) => void all.push(event));
  onTestFinished(stop);
  const is =
    <T extends TraceEvent["type"]>(type: T) =>
    (event: TraceEvent): event is RecordOf<T> =>
      event.type === type;
  return { all, of: (type) => all.filter(is(type)), stop };
}
