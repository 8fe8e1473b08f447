// Reads the durations that authors write in options and results. The errors name the option.
import { type DurationString, millisecondsOf } from "@capstan/kube";
import { operatorError } from "./operator-errors.ts";

/** The milliseconds of an option's duration. Throws `operator/duration` for a string that is not a duration, and for a negative one. */
export function readDuration(option: string, duration: DurationString): number {
  const ms = millisecondsOf(duration);
  if (ms === undefined || ms < 0) throw operatorError("operator/duration", { option, duration });
  return ms;
}
