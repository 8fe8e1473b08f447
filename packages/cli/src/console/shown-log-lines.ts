// What a project prints as lines of the page: those of a manager's log with their level, their object and their fields.
import { readLogLine } from "../session/read-log-line.ts";
import type { LogLine } from "./wire.ts";

/** The lines of one printed line: a stack is below it. */
export function shownLogLines(printed: string, time: number): LogLine[] {
  const read = readLogLine(printed);
  if (read === undefined) return [{ time, level: "info", text: printed }];
  const { entry, level, message, fields, stack } = read;
  const { ts } = entry;
  const own = typeof ts === "string" ? Date.parse(ts) : NaN;
  const head = [message, ...fields.map(([field, value]) => `${field}=${value}`)].join("  ");
  return [head, ...stack].map((text, index) => {
    return { time: Number.isNaN(own) ? time : own, level, text, ...(index > 0 && { goesOn: true }) };
  });
}
