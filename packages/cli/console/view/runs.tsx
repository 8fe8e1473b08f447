// Reconciles: when they ran, which event of which object caused them, how long they took, how they ended and what they wrote.
import type { VNode } from "preact";
import type { RunCause, TracedRun, TracedWrite, TraceRecord } from "../../src/console/trace-records.ts";
import type { DetailedChange } from "../../src/console/wire.ts";
import { clockTime, lengthOfTime } from "../model/time-buckets.ts";
import { Fields } from "./changes.tsx";

/** The writes of a run, and the fields that they changed as far as they are known. */
export interface RunDetail {
  readonly run: TracedRun;
  readonly writes: readonly TracedWrite[];
}

/** The runs of a trace, newest first, with their writes. */
export function runsOf(trace: readonly TraceRecord[], wanted: (run: TracedRun) => boolean): RunDetail[] {
  const writes = new Map<string, TracedWrite[]>();
  const runs: TracedRun[] = [];
  for (const record of trace) {
    if (record.type === "run" && wanted(record)) runs.push(record);
    if (record.type !== "write" || record.run === undefined) continue;
    const list = writes.get(record.run);
    if (list === undefined) writes.set(record.run, [record]);
    else list.push(record);
  }
  return runs.toReversed().map((run) => ({ run, writes: writes.get(run.id) ?? [] }));
}

const outcomes: Readonly<Record<TracedRun["result"]["outcome"], { readonly sign: string; readonly word: string }>> = {
  done: { sign: "✓", word: "done" },
  requeue: { sign: "↻", word: "again" },
  error: { sign: "▲", word: "failed" },
  terminal: { sign: "■", word: "failed for good" },
  abandoned: { sign: "◌", word: "abandoned" },
};

/** How a run ended, as a sign and a word. */
export function Outcome({ run: { result, failures } }: { run: TracedRun }): VNode {
  const { sign, word } = outcomes[result.outcome];
  const after = result.afterMs === undefined ? "" : ` in ${lengthOfTime(result.afterMs)}`;
  return (
    <span class={`outcome ${result.outcome}`}>
      <span aria-hidden="true">{sign}</span> {word}
      {after}
      {failures > 1 && <span class="count">{failures}×</span>}
    </span>
  );
}

/** What caused a run, in words. */
export function causeWords(why: readonly RunCause[]): string {
  const [first] = why;
  if (first === undefined) return "";
  const more = why.length > 1 ? ` and ${why.length - 1} more` : "";
  return `${first.kind} ${first.key} ${first.what}${more}`;
}

function Write({ write, changes }: { write: TracedWrite; changes: readonly DetailedChange[] }): VNode {
  const change = changes.find(
    ({ resourceVersion }) => resourceVersion === write.resourceVersion && resourceVersion !== "",
  );
  const failed = typeof write.code === "string" || write.code >= 400;
  return (
    <li class={failed ? "bad" : ""}>
      <code>{write.verb}</code> {write.kind} {write.key}
      {write.subresource !== undefined && `/${write.subresource}`}{" "}
      <span class="quiet">
        {write.code} · {lengthOfTime(write.ms)}
      </span>
      {change !== undefined && <Fields fields={change.fields} />}
    </li>
  );
}

/** One run with everything that is known about it. */
export function Run({
  detail: { run, writes },
  changes,
}: {
  detail: RunDetail;
  changes: readonly DetailedChange[];
}): VNode {
  const { result } = run;
  return (
    <li class="run">
      <div class="run-head">
        <time>{clockTime(run.start, true)}</time>
        <Outcome run={run} />
        <span class="quiet">
          {run.controller} · {lengthOfTime(run.ms)}
          {run.queuedMs >= 1 && `, waited ${lengthOfTime(run.queuedMs)}`}
        </span>
      </div>
      {run.why.length > 0 && <p class="why">because {causeWords(run.why)}</p>}
      {result.message !== undefined && (
        <pre class="error">
          {[result.code, result.message].filter((part) => part !== undefined).join(": ")}
          {result.frames?.slice(0, 4).map((frame) => `\n  ${frame}`)}
        </pre>
      )}
      {writes.length > 0 && (
        <ul class="writes">
          {writes.map((write, index) => (
            <Write key={index} write={write} changes={changes} />
          ))}
        </ul>
      )}
    </li>
  );
}
