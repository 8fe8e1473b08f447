// The message of a summary: one bullet for each condition that is not fine, and for those that are when all are.
import type { Condition } from "@capstan/kube";
import type { MergePriority, ReportedCondition } from "./merge-types.ts";

/** What goes into the message. */
export interface SummaryLines {
  readonly priorityOf: (condition: Condition) => MergePriority;
  /** Whether what is fine is part of the message, if it has something to say. */
  readonly infoToo: boolean;
}

/** One bullet for each condition, in the order given. */
export function summaryLines(conditions: readonly ReportedCondition[], options: SummaryLines): string[] {
  return conditions
    .map(({ condition }) => condition)
    .filter((condition) => options.priorityOf(condition) !== "info" || (options.infoToo && condition.message !== ""))
    .map(({ type, reason, message }) => `* ${type}:${message === "" ? ` ${reason}` : indented(message)}`);
}

// White space as Go's \s has it: JavaScript's has more characters.
const bullet = /\*[\t\n\f\r ]/;

/** The message after its title: on the same line, or below and indented when it has several lines or a bullet. */
export function indented(message: string): string {
  if (!message.includes("\n") && !bullet.test(message)) return ` ${message}`;
  const lines = message.split("\n");
  const bulletsOnly = lines.every((line) => bullet.test(line));
  const prefix = (line: string): string => (bulletsOnly ? "" : bullet.test(line) ? "  " : "* ");
  return `\n${lines.map((line) => `  ${prefix(line)}${line}`).join("\n")}`;
}
