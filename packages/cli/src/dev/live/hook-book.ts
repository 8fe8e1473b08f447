// The calls of hooks on the screen of dev: of each hook the last one, since the answer before it holds nothing any more, with what the few before it answered and how many there were; and whether a call is under way.
import { formatKey } from "@capstan/kube";
import type { HookTrace } from "@capstan/kube/trace";
import { handlerWord, hookWords, type HookWords, type OpenCall, openCallWords } from "../../session/words.ts";
import { type Mark, marks, stateMarks } from "../../tree/palette.ts";
import { type LinePart, shownLine, type LineStyle } from "./shown-line.ts";

/** How calls are shown at a moment. */
export interface HookStyle extends LineStyle {
  readonly now: Date;
  /** Whether hooks are not called for a Cluster, by its name: core rejects what its topology says. */
  readonly isRejected: (cluster: string) => boolean;
  /** Whether no hook is called: the program is down, or one of several is. */
  readonly isDown: boolean;
}

const mostCalls = 200;
/** In fewer columns, what was answered stands before the Cluster; in much fewer, there is no time. */
const columnsFrom = { cluster: 80, time: 60 };

/** A call, and when dev knew of it: the clock of the process may be ahead. */
interface SeenCall {
  readonly call: HookTrace;
  readonly since: number;
  /** The number of calls up to this one. */
  readonly count: number;
  /** What those before it answered, the newest first. */
  readonly before: readonly HookWords["word"][];
}

/** How many calls before the last one are shown. */
const mostBefore = 3;

/** The last call of each hook for each Cluster. */
export class HookBook {
  readonly #calls = new Map<string, SeenCall>();
  /** The names of Clusters that were deleted, and do not exist since, with what each of their hooks answered last. */
  readonly #deleted = new Map<string, Map<string, string>>();

  /** Adds a call; whether its answer is another one than that of the call before it. Of a Cluster that was deleted, only a failure is news. */
  add(call: HookTrace, time: Date): boolean {
    const key = placeOf(call);
    const answers = this.#deleted.get(clusterOf(call));
    if (answers !== undefined) {
      const { look, whole } = hookWords(call);
      const before = answers.get(key);
      answers.set(key, whole);
      return look === "error" && whole !== before;
    }
    const last = this.#calls.get(key);
    this.#calls.delete(key);
    this.#calls.set(key, {
      call,
      since: time.getTime(),
      count: (last?.count ?? 0) + 1,
      before: last === undefined ? [] : [hookWords(last.call).word, ...last.before].slice(0, mostBefore),
    });
    const [oldest = ""] = this.#calls.keys();
    if (this.#calls.size > mostCalls) this.#calls.delete(oldest);
    return last === undefined || hookWords(last.call).whole !== hookWords(call).whole;
  }

  /** The last calls for patches of a Cluster by its name, of each handler; the newest is the last. */
  patchCalls(cluster: string): readonly HookTrace[] {
    const calls = [...this.#calls.values()].map(({ call }) => call);
    return calls.filter((call) => call.patches !== undefined && clusterOf(call) === cluster);
  }

  /** The process of these calls has ended: nobody answers them any more, and what is called next has no record of them. */
  lost(calls: readonly OpenCall[], time: Date): void {
    for (const { since, ...call } of calls) {
      const message = "its process ended before it answered";
      this.add({ type: "hook", ...call, status: "Failure", message, ms: time.getTime() - since }, time);
    }
  }

  /** A Cluster exists, or was deleted: then its calls say nothing about a new one of its name, and the records of the last ones may still come. */
  cluster(name: string, exists: boolean): void {
    this.#deleted.delete(name);
    if (exists) return;
    const answers = new Map<string, string>();
    this.#deleted.set(name, answers);
    const [oldest = ""] = this.#deleted.keys();
    if (this.#deleted.size > mostCalls) this.#deleted.delete(oldest);
    for (const [key, { call }] of this.#calls)
      if (clusterOf(call) === name) {
        answers.set(key, hookWords(call).whole);
        this.#calls.delete(key);
      }
  }

  /** At the end what holds or fails, then calls that are not answered yet, with the answers before: calls that went well are the first without a row. The newest of each kind is the last. */
  lines(open: readonly OpenCall[], height: number, style: HookStyle): readonly string[] {
    const opened = new Map(open.map((call) => [placeOf(call), call]));
    const answered = [...this.#calls].filter(([key]) => !opened.has(key)).map(([, seen]) => seen);
    answered.sort((a, b) => Number(matters(a, style)) - Number(matters(b, style)));
    const lines = [
      ...answered.map((seen) => () => callLine(seen, style)),
      ...[...opened].map(
        ([key, call]) =>
          () =>
            openLine(call, this.#calls.get(key), style),
      ),
    ];
    const above = lines.length - height + 1;
    if (lines.length <= height || height < 2) return lines.slice(-height).map((line) => line());
    return [shownLine([[`  … ${above} above`, "quiet"]], style), ...lines.slice(above).map((line) => line())];
  }
}

/** The name of the Cluster that a call is about; empty for one that is about none. */
function clusterOf({ cluster }: Pick<HookTrace, "cluster">): string {
  return cluster === undefined ? "" : formatKey(cluster);
}

function placeOf({ hook, handler, cluster }: Pick<HookTrace, "hook" | "handler" | "cluster">): string {
  return JSON.stringify([hook, handler, cluster?.namespace, cluster?.name]);
}

/** What was answered the last time says nothing about now: it stands at the end. */
function openLine(call: OpenCall, last: SeenCall | undefined, { now, ...style }: HookStyle): string {
  const { at, hook, cluster } = call;
  const { sign, meaning } = stateMarks.busy;
  const handler = handlerWord(call);
  const { message = "" } = last?.call ?? {};
  const before =
    last === undefined ? "" : [hookWords(last.call).word, message].filter((part) => part !== "").join(", ");
  return shownLine(
    [
      ...startOf(at, style),
      [`${sign} `, meaning],
      [hook, "plain"],
      ...answerAndCluster([`  ${openCallWords(call, now.getTime())}`, meaning], cluster, style),
      [before === "" ? "" : `  before: ${before}`, "quiet"],
      [handler === "" ? "" : `  handler ${handler}`, "quiet"],
    ],
    style,
  );
}

/** The number of calls, and what those before the last one answered. */
function countWords({ count, before }: SeenCall): string {
  return count === 1 ? "" : `  ${count} calls, before: ${before.join(", ")}`;
}

function startOf(at: number, { columns }: LineStyle): readonly LinePart[] {
  return columns < columnsFrom.time ? [] : [[`${new Date(at).toISOString().slice(11, 19)} `, "quiet"]];
}

function answerAndCluster(
  answer: LinePart,
  cluster: HookTrace["cluster"],
  { columns }: LineStyle,
): readonly LinePart[] {
  const about: LinePart = [cluster === undefined ? "" : `  ${formatKey(cluster)}`, "plain"];
  return columns < columnsFrom.cluster ? [answer, about] : [about, answer];
}

const looks: Readonly<Record<HookWords["look"], Mark>> = {
  done: marks.True,
  // It has answered as it should, and yet nothing goes on.
  held: { sign: "…", meaning: "unknown" },
  error: marks.False,
};

/** In how many seconds the hook is called again; never, where nothing waits for that. */
function leftOf({ call, since }: SeenCall, { now, isRejected, isDown }: HookStyle): number | "never" {
  const { cluster, retryAfterSeconds = 0 } = call;
  if (isDown || (cluster !== undefined && isRejected(formatKey(cluster)))) return "never";
  return retryAfterSeconds - Math.max(0, Math.floor((now.getTime() - since) / 1000));
}

/** A hook that is not called for so many seconds after it should have been holds nothing: nobody wants any more what it held. */
const overSeconds = 10;

/** Whether a call failed, or holds something. */
function matters(seen: SeenCall, style: HookStyle): boolean {
  const left = leftOf(seen, style);
  const { look } = hookWords(seen.call, left);
  return look === "error" || (look === "held" && left !== "never" && left > -overSeconds);
}

function callLine(seen: SeenCall, style: HookStyle): string {
  const { call } = seen;
  const { at, hook, cluster, ms } = call;
  const { look, whole, handler, reason } = hookWords(call, leftOf(seen, style));
  const { sign, meaning } = looks[look];
  const answer = look === "error" ? whole : reason;
  return shownLine(
    [
      ...startOf(at, style),
      [`${sign} `, meaning],
      [hook, "plain"],
      ...answerAndCluster([answer === "" ? "" : `  ${answer}`, meaning === "good" ? "plain" : meaning], cluster, style),
      [handler === "" ? "" : `  handler ${handler}`, "quiet"],
      [`  ${Math.round(ms)} ms`, "quiet"],
      [countWords(seen), "quiet"],
    ],
    style,
  );
}
