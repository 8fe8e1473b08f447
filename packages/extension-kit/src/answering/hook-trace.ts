// The record of a call in the trace of the process: which hook was called for which Cluster, and how it was answered.
import { systemClock } from "@capstan/client";
import type { ObjectKey } from "@capstan/kube";
import { type HookTrace, isTraced, publishTrace } from "@capstan/kube/trace";
import type { RegisteredHandler } from "../authoring/define-extension.ts";

/** What the record has of an answer. */
export type TracedAnswer = Pick<
  HookTrace,
  "status" | "message" | "retryAfterSeconds" | "timedOut" | "patches" | "call"
>;

/** The records of one call; the Cluster is the one that the request is about, if it names one. */
export interface OpenHookTrace {
  /** The handler is called: that it has not answered has a record of its own after a while. */
  readonly called: (cluster: ObjectKey | undefined) => void;
  readonly answered: (answer: TracedAnswer, cluster: ObjectKey | undefined) => void;
}

/** A call that takes longer has a record before its answer. */
const longMs = 500;

/** A call begins; undefined when nobody listens. */
export function beginHookTrace({ hook, name }: RegisteredHandler): OpenHookTrace | undefined {
  if (!isTraced()) return undefined;
  const at = systemClock.date().getTime();
  const began = performance.now();
  const call = { at, hook: hook.name, handler: name };
  let timer: NodeJS.Timeout | undefined;
  return {
    called: (cluster) => {
      const publish = (): void => publishTrace({ type: "calling", ...call, cluster, ms: performance.now() - began });
      timer = setTimeout(publish, longMs).unref();
    },
    answered: ({ status, message, retryAfterSeconds, timedOut = false, patches, call: id }, cluster) => {
      clearTimeout(timer);
      publishTrace({
        type: "hook",
        ...call,
        cluster,
        status,
        message,
        retryAfterSeconds,
        ...(timedOut && { timedOut }),
        ...(patches !== undefined && { patches }),
        ...(id !== undefined && { call: id }),
        ms: performance.now() - began,
      });
    },
  };
}
