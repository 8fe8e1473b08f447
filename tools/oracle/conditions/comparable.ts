// What of an answer is compared: every field of the conditions in their order, with empty fields left out, and of an error that there is
// one. Times of the run itself become "now".
import type { Answer } from "./question.ts";

/** The answer in the form that is compared. `from` is when the run began. */
export function comparable({ conditions, legacy, error }: Answer, from: Date): unknown {
  if (error !== undefined) return { error: conflictIn(error) };
  return (conditions ?? legacy ?? []).map((condition) =>
    Object.fromEntries(
      Object.entries(condition)
        .filter(([, value]) => value !== "" && value !== null && value !== 0 && value !== undefined)
        .map(([name, value]) => [name, name === "lastTransitionTime" ? timeOf(value as string, from) : value])
        .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
    ),
  );
}

function timeOf(time: string, from: Date): string {
  return Date.parse(time) >= Math.floor(from.getTime() / 1000) * 1000 ? "now" : new Date(time).toISOString();
}

/** Which condition is in conflict, and why; of other errors only that they are. */
function conflictIn(error: string): string {
  const [, type, what] = /condition "?(\S+?)"? was (modified|changed|deleted) by/i.exec(error) ?? [];
  return type === undefined ? "rejected" : `${type} ${what === "deleted" ? "deleted" : "changed"}`;
}
