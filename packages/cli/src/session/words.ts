// What the screen of dev and the page of its console say in the same words: levels of lines, calls of hooks, and reconciles that have run for long. The page is a program of a browser: nothing here may need Node.
import type { HookTrace } from "@capstan/kube/trace";

/** The levels of lines, the least important first. */
export const logLevels = ["debug", "info", "warn", "error"] as const;

/** One of them. */
export type LineLevel = (typeof logLevels)[number];

/** Whether a line of this level is shown where this is the least one. */
export function isAtLeast(level: LineLevel, least: LineLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least);
}

/** A call in words. */
export interface HookWords {
  readonly look: "done" | "held" | "error";
  readonly word: "allowed" | "patched" | "waits" | "failed";
  /** Empty where it only repeats the name of the hook, as that of a handler does unless its author gives it another. */
  readonly handler: string;
  /** When the hook is called again, or what it patched, and the message. */
  readonly reason: string;
  /** The word and the reason, in a line. */
  readonly whole: string;
}

const answers = {
  done: { look: "done", word: "allowed" },
  held: { look: "held", word: "waits" },
  error: { look: "error", word: "failed" },
} as const;

/** `BeforeClusterUpgrade` with another time is an upgrade that waits, although its status is Success. A handler that did not answer in time has failed, whatever was answered in its place. With how many seconds of it are left, it is called again in these; with "never", nothing waits for that. */
export function hookWords(
  call: Pick<HookTrace, "hook" | "handler" | "status" | "retryAfterSeconds" | "message" | "timedOut" | "patches">,
  left: number | "never" = call.retryAfterSeconds ?? 0,
): HookWords {
  const { status, retryAfterSeconds = 0, message = "", timedOut = false } = call;
  const answer = answers[status !== "Success" || timedOut ? "error" : retryAfterSeconds > 0 ? "held" : "done"];
  const isRepeated = status === "Success" && retryAfterSeconds > 0;
  const again = isRepeated ? againWords(left) : "";
  const named = { ...answer, handler: handlerWord(call) };
  if (timedOut) {
    const called = again.startsWith("again") ? `called ${again}` : again;
    const reason = [silenceWords(message), called].filter((part) => part !== "").join(", ");
    return { ...named, reason, whole: reason };
  }
  if (answer.look === "done" && call.patches !== undefined) {
    const reason = [patchWords(call.patches), message].filter((part) => part !== "").join(": ");
    return { ...named, word: "patched", reason, whole: reason };
  }
  const reason = [again, message].filter((part) => part !== "").join(": ");
  const whole = [answer.word, reason].filter((part) => part !== "").join(answer.look === "held" ? ", " : ": ");
  return { ...named, reason, whole };
}

/** What counts when no handler has answered, by what its kit says about that. The answer of the kit only says to wait. */
export function silenceWords(message: string): string {
  const [, seconds] = / did not answer within (?:its |the )?(\d+(?:\.\d+)?)s\b/.exec(message) ?? [];
  return `did not answer ${seconds === undefined ? "in time" : `within ${seconds} s`}: counts as failed`;
}

function patchWords({ made, templates }: NonNullable<HookTrace["patches"]>): string {
  return `${made} ${made === 1 ? "patch" : "patches"} of ${templates} ${templates === 1 ? "template" : "templates"}`;
}

function againWords(left: number | "never"): string {
  if (left === "never") return "not called now";
  return left > 0 ? `again in ${left} s` : "again now";
}

function plain(name: string): string {
  return name.replaceAll("-", "").toLowerCase();
}

/** A call of a hook that is not answered yet. */
export interface OpenCall extends Pick<HookTrace, "at" | "hook" | "handler" | "cluster"> {
  /** When it began, in milliseconds since the epoch by the clock of dev. */
  readonly since: number;
}

/** Since when no answer has come. */
export function openCallWords({ since }: Pick<OpenCall, "since">, now: number): string {
  return `no answer yet, called ${lengthOf(now - since)} ago`;
}

/** The name of its handler, where that is not the name of the hook. */
export function handlerWord({ hook, handler }: Pick<HookTrace, "hook" | "handler">): string {
  return plain(handler) === plain(hook) ? "" : handler;
}

/** A reconcile that has run for more than ten seconds, and runs. */
export interface LongRun {
  /** Its object, as `Kind namespace/name`. */
  readonly object: string;
  /** When it began, in milliseconds since the epoch by the clock of dev. */
  readonly since: number;
}

/** A line about one of them: its time stands before the name, which may be long. */
export interface LongRunLine {
  readonly before: string;
  readonly object: string;
  /** How many more there are. */
  readonly after: string;
}

/** At most so many lines, those that began first. */
export function longRunLines(runs: readonly LongRun[], now: number, most: number): readonly LongRunLine[] {
  const sorted = runs.toSorted((a, b) => a.since - b.since);
  const left = sorted.length - most;
  return sorted.slice(0, most).map(({ object, since }, at) => ({
    before: `reconcile runs for ${lengthOf(now - since)}: `,
    object,
    after: at === most - 1 && left > 0 ? `, and ${left} more` : "",
  }));
}

/** All of them in one line; empty without one. */
export function longRunWords(runs: readonly LongRun[], now: number): string {
  return longRunLines(runs, now, 1)
    .map(({ before, object, after }) => before + object + after)
    .join("");
}

/** Seconds are of no interest after some minutes. */
function lengthOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 180 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
