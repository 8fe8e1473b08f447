// The conditions of an object over time: a strip for each, whose parts have a color and a pattern for their status.
import type { VNode } from "preact";
import type { ConditionHistory, ConditionSpan } from "../../src/dev/timeline/condition-spans.ts";
import { clockTime, lengthOfTime } from "../model/time-buckets.ts";

/** Conditions that are true while something goes on: false is their state of rest. */
const activities = new Set(["Paused", "Deleting", "Updating", "ScalingUp", "ScalingDown", "RollingOut", "Remediating"]);

type Meaning = "good" | "bad" | "open" | "on" | "off";

/** What a status says, which depends on the type; the order is that of the list. */
function meaningOf(type: string, status: string): Meaning {
  if (activities.has(type)) return status === "True" ? "on" : "off";
  if (status === "True") return "good";
  return status === "False" ? "bad" : "open";
}

const order: readonly Meaning[] = ["bad", "open", "on", "good", "off"];

function spanTitle({ from, to, status, reason, message }: ConditionSpan, end: number): string {
  const length = lengthOfTime((to ?? end) - from);
  return [`${status} ${reason}`, `from ${clockTime(from)}, for ${length}`, message]
    .filter((part) => part !== "")
    .join("\n");
}

function Strip({ history: { type, spans }, from, to }: { history: ConditionHistory; from: number; to: number }): VNode {
  const share = (time: number): number => (100 * (time - from)) / Math.max(1, to - from);
  return (
    <div class="strip" aria-hidden="true">
      {spans.map((span) => (
        <i
          key={span.from}
          class={`span ${meaningOf(type, span.status)}`}
          title={spanTitle(span, to)}
          style={{ left: `${share(span.from)}%`, width: `max(3px, ${share(span.to ?? to) - share(span.from)}%)` }}
        />
      ))}
    </div>
  );
}

/** The conditions; `now` is the moment that is shown. */
export function Conditions({ conditions, now }: { conditions: readonly ConditionHistory[]; now: number }): VNode {
  if (conditions.length === 0) return <p class="quiet">This object has no conditions.</p>;
  const from = Math.min(...conditions.flatMap(({ spans }) => spans.map((span) => span.from)));
  const current = conditions.map((history) => {
    const last = history.spans.at(-1);
    const span = last?.to === undefined ? last : undefined;
    return { history, span, meaning: meaningOf(history.type, span?.status ?? "") };
  });
  const sorted = current.toSorted((a, b) => order.indexOf(a.meaning) - order.indexOf(b.meaning));
  return (
    <ul class="conditions">
      {sorted.map(({ history, span, meaning }) => (
        <li key={history.type} class={meaning}>
          <span class="type">{history.type}</span>
          <Strip history={history} from={from} to={now} />
          <span class="status">{span?.status ?? "removed"}</span>
          {meaning !== "off" && meaning !== "good" && <span class="reason">{span?.reason}</span>}
          {span !== undefined && span.message !== "" && <span class="message">{span.message}</span>}
        </li>
      ))}
    </ul>
  );
}
