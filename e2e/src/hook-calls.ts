// What the extensions answered, read from their logs: the lines "Answered" that the kit writes for every call.
import { readFileSync } from "node:fs";
import type { ManagementCluster } from "./management-cluster.ts";

/** One answered call. */
export interface HookCall {
  readonly hook: string;
  readonly handler: string;
  readonly status: string;
  readonly retryAfterSeconds: number;
  readonly answer: string;
}

/** The calls that an extension has answered so far, in order. */
export function hookCalls(
  { local }: ManagementCluster,
  manager: { readonly namespace: string; readonly name: string },
): HookCall[] {
  return readFileSync(local.node.workload(manager.namespace, manager.name).log, "utf8").split("\n").flatMap(callOf);
}

function callOf(line: string): HookCall[] {
  if (!line.includes('"msg":"Answered"')) return [];
  const {
    hook,
    handler,
    status,
    retryAfterSeconds = 0,
    answer = "",
  } = JSON.parse(line.slice(line.indexOf("{"))) as Partial<HookCall>;
  return [{ hook: hook ?? "", handler: handler ?? "", status: status ?? "", retryAfterSeconds, answer }];
}

/** Each hook with its different answers and how often each was given. */
export function summaryOf(calls: readonly HookCall[]): string[] {
  const counts = new Map<string, number>();
  for (const { hook, handler, status, retryAfterSeconds, answer } of calls) {
    const held = retryAfterSeconds > 0 ? `, again after ${retryAfterSeconds} s` : "";
    const line = `${hook} (${handler}): ${status}${held}${answer === "" ? "" : `, "${answer}"`}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${line}, ${count} times`);
}
