// Ages and conditions in few words: ages as kubectl writes them (`45s`, `2m`, `3h`, `5d`), and a condition in one line, because core writes the messages of
// several objects into one.
import { conditionWords, type ReadableCondition } from "@capstan/contract/conditions";

/** Units from the largest: how many milliseconds each has. */
const units: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
];

/** The time since a moment in the largest unit of which at least two have passed; empty when it is not a time, and without a now. */
export function ageSince(moment: string | undefined, now: Date | undefined): string {
  const ms = now && ageInMs(moment, now);
  if (ms === undefined) return "";
  const [name, size] = units.find(([, each]) => ms >= 2 * each) ?? ["s", 1000];
  return `${Math.floor(ms / size)}${name}`;
}

/** The milliseconds since a moment, 0 for one to come; undefined when it is not a time. */
export function ageInMs(moment: string | undefined, now: Date): number | undefined {
  const at = Date.parse(moment ?? "");
  return Number.isNaN(at) ? undefined : Math.max(0, now.getTime() - at);
}

/** `Ready=False (Reason: first; second)`. */
export function conditionSentence(condition: ReadableCondition): string {
  return conditionWords({ ...condition, message: inOneLine(condition.message) });
}

/** The lines of a message, without the marks of a list, one after the other. */
export function inOneLine(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  const words = lines.map((line) => (line.startsWith("* ") ? line.slice(2) : line)).filter((line) => line !== "");
  // A line that ends with a colon is the heading of those below it.
  return words
    .reduce((before, line) => (before === "" || before.endsWith(":") ? `${before} ${line}` : `${before}; ${line}`), "")
    .trim();
}

const helpStart = "  help: ";

/** The lines of the message of an error, without its help. */
export function errorLines(message: string): readonly string[] {
  return withoutHelp(message).split("\n");
}

/** The lines of the message of an error one after the other, without its help. */
export function errorInOneLine(message: string): string {
  return inOneLine(withoutHelp(message));
}

/** What the message of an error advises. */
export function errorHelp(message: string): string | undefined {
  const [, ...below] = message.split("\n");
  return below.find((line) => line.startsWith(helpStart))?.slice(helpStart.length);
}

function withoutHelp(message: string): string {
  const [first, ...below] = message.split("\n");
  return [first, ...below.filter((line) => !line.startsWith(helpStart))].join("\n");
}
