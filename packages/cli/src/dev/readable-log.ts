// Lines for people where there is no screen: the JSON log lines of a manager (time, level, message, fields), calls of hooks, and reconciles that do not end.
import { formatKey, oneLine } from "@capstan/kube";
import type { HookTrace, RunningTrace } from "@capstan/kube/trace";
import { isRecord } from "../config/field-table.ts";
import { hookWords } from "../session/words.ts";

/** The levels of lines that report nothing wrong. */
const expected: readonly string[] = ["debug", "info"];

/** Output of a process, each JSON log line in it as `10:00:04 info  message  field=value`; all other lines stay as they are. */
export function readableLog(output: string): string {
  return output.split("\n").map(readable).join("\n");
}

function readable(line: string): string {
  const entry = logEntry(line);
  if (entry === undefined) return line;
  const { level, ts: _, msg, stack, ...fields } = entry;
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shownField(value)}`);
  const first = [`${timeOfDay(entry)} ${level.padEnd(5)}`.trimStart(), msg, ...pairs].join("  ");
  // What is expected to happen, such as a cloud that is busy, is one line.
  if (typeof stack !== "string" || expected.includes(level)) return first;
  return `${first}\n${withoutKits(stack.split("\n")).join("\n")}`;
}

/** The lines of a stack that say something to the author of a project: not those in Capstan's own packages. */
export function withoutKits(stack: readonly string[]): readonly string[] {
  return stack.filter((line) => !line.includes("/node_modules/@capstan/"));
}

/** A line of a log. */
export interface ProcessLogEntry extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly msg: string;
}

/** What a line of a manager's log has; undefined for other output. */
export function logEntry(line: string): ProcessLogEntry | undefined {
  if (!line.startsWith("{")) return undefined;
  const entry = parsed(line);
  if (!isRecord(entry)) return undefined;
  const { level, msg } = entry;
  return typeof level === "string" && typeof msg === "string" ? { ...entry, level, msg } : undefined;
}

/** The time of day; empty when the line has no time. */
export function timeOfDay({ ts }: ProcessLogEntry): string {
  return typeof ts === "string" ? (/T(\d\d:\d\d:\d\d)/.exec(ts)?.[1] ?? ts) : "";
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The value of a field, in quotation marks unless it is one word. */
export function shownField(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

/** The line of a call that the process has answered. */
export function hookLine(call: HookTrace): string {
  const { hook, cluster, ms } = call;
  const { whole, handler } = hookWords(call);
  const by = handler === "" ? "" : ` (${handler})`;
  const of = cluster === undefined ? "" : ` for Cluster ${formatKey(cluster)}`;
  return oneLine(`hook ${hook}${by}${of}: ${whole}, ${Math.round(ms)} ms`);
}

/** A reconcile that has been running for long, in a line. */
export function runningLine({ kind, key, ms }: Pick<RunningTrace, "kind" | "key" | "ms">): string {
  return oneLine(
    `a reconcile runs for ${Math.round(ms / 1000)} s, and awaits what has not come: ${kind} ${formatKey(key)}`,
  );
}
