// The calls of hooks on the screen of dev, a line for each.
import { formatKey } from "@capstan/kube";
import type { HookTrace } from "@capstan/kube/trace";
import { marks } from "../../tree/palette.ts";
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

function callLine(call: HookTrace, style: LineStyle): string {
  const { at, hook, handler, cluster, status, message = "", retryAfterSeconds = 0, ms } = call;
  const { sign, meaning } = marks[status === "Success" ? "True" : "False"];
  const retry = retryAfterSeconds === 0 ? "" : `, again in ${retryAfterSeconds} s`;
  return shownLine(
    [
      [`${new Date(at).toISOString().slice(11, 19)} `, "quiet"],
      [`${sign} `, meaning],
      [hook, "plain"],
      [`  ${handler}`, "quiet"],
      [cluster === undefined ? "" : `  ${formatKey(cluster)}`, "plain"],
      [`  ${status}${retry}`, meaning],
      [`  ${Math.round(ms)} ms`, "quiet"],
      [message === "" ? "" : `  ${message}`, "plain"],
    ],
    style,
  );
}
