// Durations and whole seconds of 32 bits, for functions that convert more than one field.
import { formatDuration, parseDuration, type Duration, type Int32 } from "@capstan/kube";

const most = 2 ** 31 - 1;

/** The whole seconds of a duration. */
export function secondsOf(duration: Duration): Int32 {
  return Math.min(most, Math.trunc(parseDuration(duration) / 1000));
}

/** The duration of seconds. */
export function durationOf(seconds: Int32): Duration {
  return formatDuration(seconds * 1000);
}
