// The channel of the trace: one for the process, whatever the number of copies of this package in it. It costs nothing while nobody listens, as callers ask `isTraced` before they build a record.
import { channel } from "node:diagnostics_channel";
import { errorFrom } from "../errors/errors.ts";
import type { TraceEvent } from "./trace-event.ts";

/** The name of the channel. `capstan dev` listens to it before any package is loaded, so it has the name of its own. */
export const traceChannelName = "capstan:trace";

const traces = channel(traceChannelName);

/** Whether somebody listens. Ask it before a record is built. */
export function isTraced(): boolean {
  return traces.hasSubscribers;
}

/** Gives a record to those who listen. */
export function publishTrace(event: TraceEvent): void {
  traces.publish(event);
}

/**
 * Calls a function with each record of the trace of this process: which event queued which key, why a reconcile ran and how it ended, what it wrote, how hooks were answered. Returns what ends that.
 *
 * The function is called in the middle of the engine's work, so it must be fast: count, or collect and send later. What it throws is a warning of the process, once.
 *
 * @example
 * const stop = onTrace((event) => {
 *   if (event.type === "run" && event.outcome === "error") console.log(event.key, event.error?.message, event.why);
 * });
 */
export function onTrace(listener: (event: TraceEvent) => void): () => void {
  let hasFailed = false;
  const listens = (event: unknown): void => {
    try {
      if (isTraceEvent(event)) listener(event);
    } catch (error) {
      if (!hasFailed) process.emitWarning(`a listener of the trace failed: ${errorFrom(error).message}`);
      hasFailed = true;
    }
  };
  traces.subscribe(listens);
  return () => traces.unsubscribe(listens);
}

/** Only Capstan's packages publish there, maybe another version of them. */
function isTraceEvent(event: unknown): event is TraceEvent {
  return typeof event === "object" && event !== null && "type" in event;
}
