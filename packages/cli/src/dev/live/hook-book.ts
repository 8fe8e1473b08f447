// The calls of hooks on the screen of dev: of each hook the last one, since the answer before it holds nothing any more.
import { formatKey } from "@capstan/kube";
import type { HookTrace } from "@capstan/kube/trace";
import { hookWords, type HookWords } from "../../session/words.ts";
import { type Mark, marks } from "../../tree/palette.ts";
import { shownLine, type LineStyle } from "./shown-line.ts";

/** How calls are shown. */
export interface HookStyle extends LineStyle {
  /** Whether hooks are not called for a Cluster, by its name: core rejects the version of its topology. */
  readonly isRejected: (cluster: string) => boolean;
}

const mostCalls = 200;

/** A call, and when dev knew of it: the clock of the process may be ahead. */
interface SeenCall {
  readonly call: HookTrace;
  readonly since: number;
}

/** The last call of each hook for each Cluster. */
export class HookBook {
  readonly #calls = new Map<string, SeenCall>();

  add(call: HookTrace, time: Date): void {
    const { hook, handler, cluster } = call;
    const key = JSON.stringify([hook, handler, cluster?.namespace, cluster?.name]);
    this.#calls.delete(key);
    this.#calls.set(key, { call, since: time.getTime() });
    const [oldest = ""] = this.#calls.keys();
    if (this.#calls.size > mostCalls) this.#calls.delete(oldest);
  }

  /** The newest at the end. */
  lines(height: number, style: HookStyle, now: Date): readonly string[] {
    return [...this.#calls.values()].slice(-height).map((seen) => callLine(seen, style, now));
  }
}

const looks: Readonly<Record<HookWords["look"], Mark>> = {
  done: marks.True,
  // It has answered as it should, and yet nothing goes on.
  held: { sign: "…", meaning: "unknown" },
  error: marks.False,
};

function callLine({ call, since }: SeenCall, style: HookStyle, now: Date): string {
  const { at, hook, cluster, ms, retryAfterSeconds = 0 } = call;
  const passed = Math.max(0, Math.floor((now.getTime() - since) / 1000));
  const isOver = cluster !== undefined && style.isRejected(formatKey(cluster));
  const { look, word, handler, reason } = hookWords(call, isOver ? "never" : retryAfterSeconds - passed);
  const { sign, meaning } = looks[look];
  const answer = [look === "error" ? word : "", reason].filter((part) => part !== "").join(": ");
  return shownLine(
    [
      [`${new Date(at).toISOString().slice(11, 19)} `, "quiet"],
      [`${sign} `, meaning],
      [hook, "plain"],
      [cluster === undefined ? "" : `  ${formatKey(cluster)}`, "plain"],
      [answer === "" ? "" : `  ${answer}`, meaning === "good" ? "plain" : meaning],
      [`  ${Math.round(ms)} ms`, "quiet"],
      [handler === "" ? "" : `  handler ${handler}`, "quiet"],
    ],
    style,
  );
}
