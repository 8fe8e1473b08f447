// What the extensions answered, read from their logs: the lines "Answered" that the kit writes for every call.
import { readFileSync } from "node:fs";
import type { ManagementCluster } from "./management-cluster.ts";

/** One answered call. */
export interface HookCall {
  /** When it was answered, in milliseconds. */
  readonly at: number;
  readonly hook: string;
  readonly handler: string;
  /** The Machine of a call of an update in place; empty for others. */
  readonly machine: string;
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
    ts,
    hook,
    handler,
    machine = "",
    status,
    retryAfterSeconds = 0,
    answer = "",
  } = JSON.parse(line.slice(line.indexOf("{"))) as Partial<HookCall> & { readonly ts?: string };
  return [
    {
      at: Date.parse(ts ?? ""),
      hook: hook ?? "",
      handler: handler ?? "",
      machine,
      status: status ?? "",
      retryAfterSeconds,
      answer,
    },
  ];
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

/** What an answer asked for, and what the caller did, in seconds. */
export interface Pause {
  readonly asked: number;
  readonly waited: number;
}

/** From each answer with a delay to the next call for the same object; the calls are those of one hook for one Cluster. */
export function pausesOf(calls: readonly HookCall[]): Pause[] {
  return [...Map.groupBy(calls, ({ machine }) => machine).values()].flatMap((same) =>
    same.flatMap((call, index) => {
      const next = same[index + 1];
      if (call.retryAfterSeconds === 0 || next === undefined) return [];
      return [{ asked: call.retryAfterSeconds, waited: (next.at - call.at) / 1000 }];
    }),
  );
}
