// Timeouts: a CRD says of a duration only that it is a string.
import { formatDuration, type Int32, parseDuration } from "@capstan/api";

const most = 2 ** 31 - 1;

function secondsOf(text: string): Int32 | undefined {
  try {
    return Math.max(-most - 1, Math.min(most, Math.trunc(parseDuration(text) / 1000)));
  } catch {
    return undefined;
  }
}

/** A duration, and whole seconds. */
export const timeout = {
  forward: (text: string): Int32 | undefined => secondsOf(text),
  back: (seconds: Int32): string => formatDuration(seconds * 1000),
};

/** Fractions of a second, other spellings, and what is no duration. */
export const losesParts = (text: string): boolean => {
  const seconds = secondsOf(text);
  return seconds === undefined || timeout.back(seconds) !== text;
};
