// Spans of time in Go's notation ("1h30m", "300ms"), as flags, specs and hook timeouts have them.
// Used wherever people write times; amounts in code are milliseconds.
import type { CapstanError } from "./errors.ts";
import { errorOf } from "./error-table.ts";
import { kubeErrors } from "./kube-errors.ts";

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y;

/** Milliseconds of a duration; throws a CapstanError on anything Go would not read. */
export function parseDuration(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const body = /^[+-]/.test(text) ? text.slice(1) : text;
  if (body === "0") return 0;
  let total = 0;
  part.lastIndex = 0;
  while (part.lastIndex < body.length) {
    const match = part.exec(body);
    if (match === null) throw badDuration(text);
    total += Number(match[1]) * (unitMs[match[2] ?? ""] ?? 0);
  }
  if (body === "") throw badDuration(text);
  return sign * total;
}

function badDuration(text: string): CapstanError {
  return errorOf(kubeErrors, "kube/duration", { values: { text } });
}

/** Go's text for a span of whole milliseconds, for example "1h30m0s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === 0) return "0s";
  const sign = milliseconds < 0 ? "-" : "";
  const ms = Math.abs(milliseconds);
  if (ms < 1000) return `${sign}${ms}ms`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  return `${sign}${hours > 0 ? `${hours}h` : ""}${hours > 0 || minutes > 0 ? `${minutes}m` : ""}${seconds}s`;
}
