// What a project prints as lines for people: those of a manager's log with their level, their object and their fields.
import { formatKey } from "@capstan/kube";
import { isRecord } from "../config/field-table.ts";
import { logEntry, shownField, type ProcessLogEntry } from "../dev/readable-log.ts";
import type { ConsoleLevel, LogLine } from "./wire.ts";

const levels: readonly ConsoleLevel[] = ["debug", "info", "warn", "error"];

/** What every line of a controller has beside its object. */
const usual: readonly string[] = ["level", "ts", "msg", "stack", "controller", "controllerGroup", "controllerKind"];

/** The lines of one printed line: a stack is below it. */
export function shownLogLines(printed: string, time: number): LogLine[] {
  const entry = logEntry(printed);
  if (entry === undefined) return [{ time, level: "info", text: printed }];
  const level = levels.find((one) => one === entry.level) ?? "info";
  const { ts, stack } = entry;
  const own = typeof ts === "string" ? Date.parse(ts) : NaN;
  const lines = [shownEntry(entry), ...(typeof stack === "string" ? stack.split("\n") : [])];
  return lines.map((text, index) => {
    return { time: Number.isNaN(own) ? time : own, level, text, ...(index > 0 && { goesOn: true }) };
  });
}

/** The message, the objects, and the other fields. */
function shownEntry(entry: ProcessLogEntry): string {
  const objects: string[] = [];
  const fields: string[] = [];
  const isOfController = entry["controllerKind"] !== undefined;
  for (const [field, value] of Object.entries(entry)) {
    if (usual.includes(field) || field === "reconcileID") continue;
    const name = objectKey(value);
    if (name !== undefined) objects.push(`${field} ${name}`);
    // The names beside the object are those of the object.
    else if (!isOfController || (field !== "namespace" && field !== "name"))
      fields.push(`${field}=${shownField(value)}`);
  }
  return [entry.msg, ...objects, ...fields].join("  ");
}

/** The object for which a line reports a failure, or the handler of a hook. */
export function failedPart(entry: ProcessLogEntry): string | undefined {
  const { controllerKind: kind, handler } = entry;
  const name = typeof kind === "string" ? objectKey(entry[kind]) : undefined;
  if (name !== undefined) return `${String(kind)} ${name}`;
  return typeof handler === "string" ? handlerName(handler) : undefined;
}

/** What a failure of a handler is about. */
export function handlerName(handler: string): string {
  return `handler ${handler}`;
}

/** `namespace/name` of a value that is the key of an object. */
function objectKey(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { namespace = "", name } = value;
  return typeof name === "string" && typeof namespace === "string" ? formatKey({ namespace, name }) : undefined;
}
