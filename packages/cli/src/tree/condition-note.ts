// What a condition says, in one line: what blocks it stands first, since lines are cut at their end.
import type { ReadableCondition } from "@capstan/contract/conditions";
import { blockingReasons } from "./blocked-machines.ts";
import { inOneLine } from "./short-words.ts";

/** The line in which core names the hooks that delay a Cluster, with their messages. */
const hooks = /(?:^|\. )Following hooks are blocking [\w ]+: /;

/** The reason and the message. */
export function conditionNote(condition: ReadableCondition): string {
  const { type, reason } = condition;
  if (type !== "TopologyReconciled") return joined([reason, conditionMessage(condition)], type);
  const lines = condition.message.split("\n").map((line) => line.replace(/^\s*\* /, ""));
  const at = lines.findIndex((line) => hooks.test(line));
  const [before = "", blocking] = lines[at]?.split(hooks) ?? [];
  if (blocking === undefined) return joined([reason, conditionMessage(condition)], type);
  const others = inOneLine([...lines.slice(0, at), before, ...lines.slice(at + 1)].join("\n"));
  return `blocked by ${blocking}; ${joined([reason, others], type)}`;
}

/** The message in one line, of a condition that blocks machines the reasons first. */
function conditionMessage(condition: ReadableCondition): string {
  const reasons = blockingReasons(condition);
  return reasons === undefined ? inOneLine(condition.message) : `blocked: ${reasons}`;
}

function joined(parts: readonly string[], type: string): string {
  return parts.filter((part) => part !== "" && part !== type).join(": ");
}
