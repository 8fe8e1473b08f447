// What a line of a log says to people, for the screen of dev and for its console: its level, its objects and its fields.
import { formatKey, type ObjectKey } from "@capstan/kube";
import { isRecord } from "../config/field-table.ts";
import { logEntry, shownField, withoutKits, type ProcessLogEntry } from "../dev/readable-log.ts";
import { logLevels, type LineLevel } from "./words.ts";

/** A line of a manager's log. */
export interface ReadLogLine {
  readonly entry: ProcessLogEntry;
  readonly level: LineLevel;
  /** The message, and the objects that it is about. */
  readonly message: string;
  /** Those objects, as `Kind namespace/name`. */
  readonly objects: readonly string[];
  /** The other fields with their values: the error first, since it says most and lines are cut at their end. */
  readonly fields: readonly (readonly [field: string, value: string])[];
  /** Without the frames of Capstan's own packages. */
  readonly stack: readonly string[];
}

/** What every line of a controller has beside its object. */
const usual: readonly string[] = ["level", "ts", "msg", "stack", "controller", "controllerGroup", "controllerKind"];

/** The message of a reconcile that failed: an error, whatever level a project gives its log. */
const failedRun = "Reconciler error";

/** Reads a line; undefined for one that no manager wrote. */
export function readLogLine(line: string): ReadLogLine | undefined {
  const entry = logEntry(line);
  if (entry === undefined) return undefined;
  const objects: string[] = [];
  const fields: (readonly [string, string])[] = [];
  for (const [field, value] of Object.entries(entry)) {
    if (usual.includes(field) || field === "reconcileID") continue;
    const name = keyIn(value);
    if (name !== undefined) objects.push(objectName({ kind: field, key: name }));
    // The names beside the object are those of the object.
    else if (!["namespace", "name"].includes(field) || entry["controllerKind"] === undefined)
      fields.push([field, shownField(value)]);
  }
  const { msg, stack } = entry;
  return {
    entry,
    level: msg === failedRun ? "error" : (logLevels.find((each) => each === entry.level) ?? "info"),
    message: [msg, ...objects].join("  "),
    objects,
    fields: [...fields.filter(([field]) => field === "error"), ...fields.filter(([field]) => field !== "error")],
    stack: typeof stack === "string" ? withoutKits(stack.split("\n")) : [],
  };
}

/** What lines have in common that a manager wrote at two times and that say the same. */
export function withoutTime(line: string): string {
  return line.startsWith("{") ? line.replaceAll(/"(?:ts|reconcileID)":"[^"]*",?/g, "") : line;
}

/** The object for which a line reports a failure, or the handler of a hook. */
export function failedPart(entry: ProcessLogEntry): string | undefined {
  const { controllerKind: kind, hook, handler } = entry;
  const key = typeof kind === "string" ? keyIn(entry[kind]) : undefined;
  if (key !== undefined) return objectName({ kind: String(kind), key });
  return typeof hook === "string" && typeof handler === "string" ? handlerName(handler) : undefined;
}

/** How logs and traces name an object. */
export function objectName({ kind, key }: { readonly kind: string; readonly key: ObjectKey }): string {
  return `${kind} ${formatKey(key)}`;
}

/** What a failure of a handler is about. */
export function handlerName(handler: string): string {
  return `handler ${handler}`;
}

function keyIn(value: unknown): ObjectKey | undefined {
  if (!isRecord(value)) return undefined;
  const { namespace = "", name } = value;
  return typeof name === "string" && typeof namespace === "string" ? { namespace, name } : undefined;
}
