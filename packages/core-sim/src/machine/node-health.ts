// What core makes of a Node's conditions: whether it is ready, and whether it is healthy, which means ready and without pressure.
import type { Node } from "@capstan/kube/builtin";
import type { CoreCondition } from "../conditions.ts";

/** The state of NodeReady or NodeHealthy. */
export type NodeState = Omit<CoreCondition, "type">;

type Reported = NonNullable<NonNullable<Node["status"]>["conditions"]>[number];

function reported({ status }: Node, type: string): Reported | undefined {
  return status?.conditions?.findLast((condition) => condition.type === type);
}

/** Whether the Node is ready. */
export function nodeReadiness(node: Node): NodeState {
  const ready = reported(node, "Ready");
  if (ready === undefined)
    return { status: "Unknown", reason: "NodeReadyUnknown", message: "* Node.Ready: Condition not yet reported" };
  const { status, message = "" } = ready;
  const reason = { True: "NodeReady", False: "NodeNotReady", Unknown: "NodeReadyUnknown" }[status];
  return { status, reason, message: status === "True" || message === "" ? "" : `* Node.Ready: ${message}` };
}

/** The conditions that count, with the status of a healthy Node. */
const healthy = { Ready: "True", MemoryPressure: "False", DiskPressure: "False", PIDPressure: "False" } as const;

/** Whether the Node is ready and has no pressure. */
export function nodeHealth(node: Node): NodeState {
  const problems = Object.entries(healthy).flatMap(([type, wanted]) => {
    const found = reported(node, type);
    if (found?.status === wanted) return [];
    if (found === undefined) return { type, isKnown: false, text: "Condition not yet reported", isReported: false };
    const { status, message = "" } = found;
    const text = message === "" ? `Condition is ${status}` : message;
    return { type, isKnown: status !== "Unknown", text, isReported: true };
  });
  if (problems.length === 0) return { status: "True", reason: "NodeHealthy" };
  const texts = problems.filter(({ isReported }) => isReported).map(({ text }) => text);
  const [one = ""] = texts;
  const message =
    texts.length > 1 && new Set(texts).size === 1
      ? `* Node.AllConditions: ${one}`
      : problems.map(({ type, text }) => `* Node.${type}: ${text}`).join("\n");
  return problems.some(({ isKnown }) => isKnown)
    ? { status: "False", reason: "NodeNotHealthy", message }
    : { status: "Unknown", reason: "NodeHealthyUnknown", message };
}
