// Records of the trace as lines, where there is no screen: calls of hooks, and reconciles that do not end.
import { formatKey, oneLine } from "@capstan/kube";
import type { HookTrace, RunningTrace } from "@capstan/kube/trace";
import { hookWords } from "../session/words.ts";

/** The line of a call that the process has answered. */
export function hookLine(call: HookTrace): string {
  const { hook, cluster, ms } = call;
  const { look, word, handler, reason } = hookWords(call);
  const by = handler === "" ? "" : ` (${handler})`;
  const of = cluster === undefined ? "" : ` for Cluster ${formatKey(cluster)}`;
  const answer = [word, reason].filter((part) => part !== "").join(look === "held" ? ", " : ": ");
  return oneLine(`hook ${hook}${by}${of}: ${answer}, ${Math.round(ms)} ms`);
}

/** A reconcile that has been running for long, in a line. */
export function runningLine({ kind, key, ms }: Pick<RunningTrace, "kind" | "key" | "ms">): string {
  return oneLine(
    `a reconcile runs for ${Math.round(ms / 1000)} s, and awaits what has not come: ${kind} ${formatKey(key)}`,
  );
}
