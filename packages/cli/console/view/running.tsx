// Reconciles that have run for long, in a line that follows the time.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { longRunWords, type LongRun } from "../../src/session/words.ts";
import { connection, facts, serverNow } from "../model/session.ts";

/** Time passes although nothing changes: what shows it follows once a second. */
export function useClock(): number {
  const tick = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => (tick.value += 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return tick.value;
}

/** Those of one object, or all; none once the session has ended. */
export function longRuns(object?: string): readonly LongRun[] {
  const all = connection.value === "ended" ? [] : (facts.value?.running ?? []);
  return all.filter((run) => object === undefined || run.object === object);
}

/** The line about some of them. */
export function Running({ runs, look }: { runs: readonly LongRun[]; look: string }): VNode {
  useClock();
  return <p class={look}>{longRunWords(runs, serverNow())}</p>;
}
