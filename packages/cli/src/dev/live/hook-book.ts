// The calls of hooks on the screen of dev, a line for each.
import { formatKey } from "@capstan/kube";
import type { HookTrace } from "@capstan/kube/trace";
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

/** A hook that lets core wait has answered as it should, and yet nothing goes on. */
const waits: Mark = { sign: "…", meaning: "unknown" };

function callLine(call: HookTrace, style: LineStyle): string {
  const { at, hook, handler, cluster, status, message = "", retryAfterSeconds = 0, ms } = call;
  const isFailed = status !== "Success";
  const { sign, meaning } = isFailed ? marks.False : retryAfterSeconds > 0 ? waits : marks.True;
  const outcome = isFailed ? "failed" : retryAfterSeconds > 0 ? `again in ${retryAfterSeconds} s` : "";
  const answer = [outcome, message].filter((part) => part !== "").join(": ");
  return shownLine(
    [
      [`${new Date(at).toISOString().slice(11, 19)} `, "quiet"],
      [`${sign} `, meaning],
      [hook, "plain"],
      [cluster === undefined ? "" : `  ${formatKey(cluster)}`, "plain"],
      [answer === "" ? "" : `  ${answer}`, meaning === "good" ? "plain" : meaning],
      [`  ${Math.round(ms)} ms`, "quiet"],
      [isNamedAfter(handler, hook) ? "" : `  handler ${handler}`, "quiet"],
    ],
    style,
  );
}

/** Handlers have the name of their hook, in lower case with dashes, unless the author gives them another. */
function isNamedAfter(handler: string, hook: string): boolean {
  return handler.replaceAll("-", "") === hook.toLowerCase();
}
