// Records of the trace as lines, where there is no screen: calls of hooks, and reconciles that do not end.
import { formatKey, oneLine } from "@capstan/kube";
import type { HookTrace, RunningTrace } from "@capstan/kube/trace";

/** The line of a call that the process has answered. */
export function hookLine({
  hook,
  handler,
  cluster,
  status,
  retryAfterSeconds = 0,
  message = "",
  timedOut = false,
  ms,
}: HookTrace): string {
  const of = cluster === undefined ? "" : ` for Cluster ${formatKey(cluster)}`;
  const again = retryAfterSeconds === 0 ? "" : `, again after ${retryAfterSeconds} s`;
  const said = message === "" ? "" : `: ${message}`;
  return oneLine(
    `hook ${hook} (${handler})${of}: ${timedOut ? "no answer" : status}${again}${said}, ${Math.round(ms)} ms`,
  );
}

/** A reconcile that has been running for long, in a line. */
export function runningLine({ kind, key, ms }: Pick<RunningTrace, "kind" | "key" | "ms">): string {
  return oneLine(
    `a reconcile runs for ${Math.round(ms / 1000)} s, and awaits what has not come: ${kind} ${formatKey(key)}`,
  );
}
