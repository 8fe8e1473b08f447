// Durations in Go's notation ("1h30m", "300ms"), as flags, specs and hook timeouts have them.
import { errorOf, type CapstanError } from "../errors/errors.ts";
import { kubeErrors } from "../errors/kube-errors.ts";

/** A duration in Go's notation: numbers with units (ms, s, m, h) and without spaces, such as "15s", "500ms" or "1h30m". */
export type DurationString = string;

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  // The micro sign and the Greek letter mu: Go reads both.
  "\u00b5s": 1e-3,
  "\u03bcs": 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;
/** A duration of usual length is much shorter; each of its parts is matched by itself. */
const longestString = 1024;
/** Go counts nanoseconds in 63 bits: 292 years. */
const longestMs = 2 ** 63 / 1e6;

/**
 * The milliseconds of a duration.
 *
 * @throws CapstanError `kube/duration` when Go does not accept the string either.
 */
export function parseDuration(duration: DurationString): number {
  const milliseconds = millisecondsOf(duration);
  if (milliseconds === undefined) throw badDuration(duration);
  return milliseconds;
}

/** The milliseconds of a duration like `parseDuration`; undefined for a string that is not one. */
export function millisecondsOf(duration: string): number | undefined {
  if (duration.length > longestString) return undefined;
  const sign = duration.startsWith("-") ? -1 : 1;
  const body = /^[+-]/.test(duration) ? duration.slice(1) : duration;
  if (body === "0") return 0;
  let total = 0;
  part.lastIndex = 0;
  while (part.lastIndex < body.length) {
    const match = part.exec(body);
    if (match === null) return undefined;
    total += Number(match[1]) * (unitMs[match[2] ?? ""] ?? 0);
  }
  return body === "" || total > longestMs ? undefined : sign * total;
}

function badDuration(duration: DurationString): CapstanError {
  return errorOf(kubeErrors, "kube/duration", { values: { duration } });
}

/** A number of whole milliseconds in Go's notation, for example "1h30m0s". */
export function formatDuration(milliseconds: number): DurationString {
  if (milliseconds < 0) return `-${formatDuration(-milliseconds)}`;
  if (milliseconds === 0) return "0s";
  if (milliseconds < 1000) return `${milliseconds}ms`;
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor((milliseconds % 3_600_000) / 60_000);
  const seconds = (milliseconds % 60_000) / 1000;
  return `${hours > 0 ? `${hours}h` : ""}${hours > 0 || minutes > 0 ? `${minutes}m` : ""}${seconds}s`;
}
