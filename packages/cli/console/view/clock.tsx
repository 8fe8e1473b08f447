// The time of a line of a list; a narrow page leaves out its fraction.
import type { VNode } from "preact";
import { clockTime } from "../model/time-buckets.ts";

/** The time. */
export function Clock({ time }: { time: number }): VNode {
  const [whole = "", fraction = ""] = clockTime(time, true).split(".");
  return (
    <time>
      {whole}
      <span class="fraction">.{fraction}</span>
    </time>
  );
}
