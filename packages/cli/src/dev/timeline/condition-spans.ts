// The conditions of one object over time: for each type the spans in which it had one status and reason.
import { isJsonObject, type UnstructuredObject } from "@capstan/kube";
import type { KeptChange } from "./timeline.ts";

/** A span in which a condition did not change. */
export interface ConditionSpan {
  readonly from: number;
  /** Undefined: it lasts until now, or until the moment that is shown. */
  readonly to: number | undefined;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** A type of condition with its spans, oldest first. */
export interface ConditionHistory {
  readonly type: string;
  readonly spans: readonly ConditionSpan[];
}

type Said = Pick<ConditionSpan, "status" | "reason" | "message">;

/** The conditions of an object by type, without those that are not objects. */
function statedConditions(object: UnstructuredObject | undefined): Map<string, Said> {
  const status = isJsonObject(object?.["status"]) ? object["status"] : {};
  const list: readonly unknown[] = Array.isArray(status["conditions"]) ? status["conditions"] : [];
  const found = new Map<string, Said>();
  for (const item of list) {
    if (!isJsonObject(item) || typeof item["type"] !== "string") continue;
    const [state, reason, message] = ["status", "reason", "message"].map((name) => written(item[name]));
    found.set(item["type"], { status: state ?? "", reason: reason ?? "", message: message ?? "" });
  }
  return found;
}

function written(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A moment, and the object as it was; undefined when it did not exist. */
export interface FirstState {
  readonly time: number;
  readonly object: UnstructuredObject | undefined;
}

/** The conditions over the changes of an object, from its state before the first of them. */
export function conditionSpans(first: FirstState, changes: readonly KeptChange[]): ConditionHistory[] {
  const histories = new Map<string, ConditionSpan[]>();
  const record = (time: number, object: UnstructuredObject | undefined): void => {
    const current = statedConditions(object);
    for (const [type, spans] of histories) if (!current.has(type)) end(spans, time);
    for (const [type, said] of current) {
      const spans = histories.get(type) ?? [];
      histories.set(type, spans);
      const last = spans.at(-1);
      if (last !== undefined && last.to === undefined && isSame(last, said)) continue;
      end(spans, time);
      spans.push({ from: time, to: undefined, ...said });
    }
  };
  record(first.time, first.object);
  for (const { time, after } of changes) record(time, after);
  return [...histories].map(([type, spans]) => ({ type, spans }));
}

function end(spans: ConditionSpan[], time: number): void {
  const last = spans.at(-1);
  if (last !== undefined && last.to === undefined) spans[spans.length - 1] = { ...last, to: time };
}

function isSame(a: Said, b: Said): boolean {
  return a.status === b.status && a.reason === b.reason && a.message === b.message;
}
