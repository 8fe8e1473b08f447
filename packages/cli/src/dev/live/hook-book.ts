// The calls of hooks on the screen of dev, a line for each.
import { formatKey } from "@capstan/kube";
import type { HookTrace } from "@capstan/kube/trace";
import { hookWords, type HookWords } from "../../session/words.ts";
import { type Mark, marks } from "../../tree/palette.ts";
import { shownLine, type LineStyle } from "./shown-line.ts";

const mostCalls = 200;

/** The newest calls. */
export class HookBook {
  #calls: HookTrace[] = [];

  add(call: HookTrace): void {
    this.#calls.push(call);
    if (this.#calls.length > 2 * mostCalls) this.#calls = this.#calls.slice(-mostCalls);
  }

  get count(): number {
    return this.#calls.length;
  }

  /** The last calls, the newest at the end. */
  lines(height: number, style: LineStyle): readonly string[] {
    return this.#calls.slice(Math.max(0, this.#calls.length - height)).map((call) => callLine(call, style));
  }
}

const looks: Readonly<Record<HookWords["look"], Mark>> = {
  done: marks.True,
  // It has answered as it should, and yet nothing goes on.
  held: { sign: "…", meaning: "unknown" },
  error: marks.False,
};

function callLine(call: HookTrace, style: LineStyle): string {
  const { at, hook, cluster, ms } = call;
  const { look, word, handler, reason } = hookWords(call);
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
