// The JSON log lines of a manager in the form that people read: time, level, message, fields.
import { isRecord } from "../config/field-table.ts";

/** Output of a process, each JSON log line in it as `10:00:04 info  message  field=value`; all other lines stay as they are. */
export function readableLog(output: string): string {
  return output.split("\n").map(readable).join("\n");
}

function readable(line: string): string {
  if (!line.startsWith("{")) return line;
  const entry = parsed(line);
  if (!isRecord(entry) || typeof entry["level"] !== "string" || typeof entry["msg"] !== "string") return line;
  const { level, ts, msg, stack, ...fields } = entry;
  const time = typeof ts === "string" ? (/T(\d\d:\d\d:\d\d)/.exec(ts)?.[1] ?? ts) : "";
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  const first = [`${time} ${String(level).padEnd(5)}`.trimStart(), msg, ...pairs].join("  ");
  return typeof stack === "string" ? `${first}\n${stack}` : first;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
