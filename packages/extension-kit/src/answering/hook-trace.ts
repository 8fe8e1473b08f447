// The record of a call in the trace of the process: which hook was called for which Cluster, and how it was answered.
import { systemClock } from "@capstan/client";
import type { ObjectKey } from "@capstan/kube";
import { type HookTrace, isTraced, publishTrace } from "@capstan/kube/trace";
import type { RegisteredHandler } from "../authoring/define-extension.ts";

/** What the record has of an answer. */
export type TracedAnswer = Pick<HookTrace, "status" | "message" | "retryAfterSeconds" | "timedOut">;

/** Publishes the record of a call that was answered; the Cluster is that of the request, if it has one. */
export type EndHookTrace = (answer: TracedAnswer, cluster: ObjectKey | undefined) => void;

/** A call begins; undefined when nobody listens. */
export function beginHookTrace({ hook, name }: RegisteredHandler): EndHookTrace | undefined {
  if (!isTraced()) return undefined;
  const at = systemClock.date().getTime();
  const began = performance.now();
  const called = { type: "hook", at, hook: hook.name, handler: name } as const;
  return ({ status, message, retryAfterSeconds, timedOut = false }, cluster) => {
    publishTrace({
      ...called,
      cluster,
      status,
      message,
      retryAfterSeconds,
      ...(timedOut && { timedOut }),
      ms: performance.now() - began,
    });
  };
}
