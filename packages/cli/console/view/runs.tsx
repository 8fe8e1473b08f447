// Reconciles: when they ran, which event of which object caused them, how long they took, how they ended, and what each of their writes changed.
import type { VNode } from "preact";
import type { RunCause, TracedObject, RunOutcome, RunTrace, WriteTrace, TraceEvent } from "@capstan/kube/trace";
import { clockTime, lengthOfTime } from "../model/time-buckets.ts";
import type { WriteDiff } from "../model/write-diff.ts";
import { Fields } from "./changes.tsx";

/** A run with its writes. */
export interface RunDetail {
  readonly run: RunTrace;
  readonly writes: readonly WriteTrace[];
}

/** The runs of a trace, newest first, with their writes. */
export function runsOf(trace: readonly TraceEvent[], wanted: (run: RunTrace) => boolean): RunDetail[] {
  const writes = new Map<string, WriteTrace[]>();
  const runs: RunTrace[] = [];
  for (const record of trace) {
    if (record.type === "run" && wanted(record)) runs.push(record);
    if (record.type !== "write") continue;
    const list = writes.get(record.reconcileId);
    if (list === undefined) writes.set(record.reconcileId, [record]);
    else list.push(record);
  }
  return runs.toReversed().map((run) => ({ run, writes: writes.get(run.reconcileId) ?? [] }));
}

const outcomes: Readonly<Record<RunOutcome, { readonly sign: string; readonly word: string }>> = {
  done: { sign: "✓", word: "done" },
  requeueAfter: { sign: "↻", word: "again" },
  wait: { sign: "↻", word: "waits" },
  conflict: { sign: "↻", word: "conflict" },
  error: { sign: "▲", word: "failed" },
  terminal: { sign: "■", word: "failed for good" },
  abandoned: { sign: "◌", word: "abandoned" },
  stopped: { sign: "◌", word: "stopped" },
};

/** How a run ended, as a sign and a word. */
export function Outcome({ run: { outcome, nextMs, failures } }: { run: RunTrace }): VNode {
  const { sign, word } = outcomes[outcome];
  return (
    <span class={`outcome ${outcome}`}>
      <span aria-hidden="true">{sign}</span>{" "}
      <span class="word">
        {word}
        {nextMs !== undefined && nextMs > 0 && outcome !== "error" && ` in ${lengthOfTime(nextMs)}`}
        {failures > 1 && (
          <span class="count" title={`It failed ${failures} times in a row`}>
            {failures}×
          </span>
        )}
      </span>
    </span>
  );
}

/** An object of a record, in words. */
export function objectWords({ kind, namespace, name }: Pick<TracedObject, "kind" | "namespace" | "name">): string {
  return `${kind} ${namespace === "" ? name : `${namespace}/${name}`}`;
}

const causes: Readonly<Record<RunCause["cause"], string>> = {
  added: "added",
  listed: "was there",
  updated: "updated",
  deleted: "deleted",
  external: "changed",
  retry: "a retry after a failure",
  requeueAfter: "the time that it asked for",
  resync: "a resync",
};

/** What caused a run, in words. */
export function causeWords(why: readonly RunCause[]): string {
  const [first] = why;
  if (first === undefined) return "";
  const more = why.length > 1 ? ` and ${why.length - 1} more` : "";
  const what = first.object === undefined ? (first.source ?? "") : objectWords(first.object);
  return `${what} ${causes[first.cause]}${more}`.trim();
}

function Write({ write, diff: { fields, note } }: { write: WriteTrace; diff: WriteDiff }): VNode {
  const { verb, object, subresource, answer, status, code, ms } = write;
  const result = [answer, status, code].filter((part) => part !== undefined).join(" ");
  return (
    <li class={answer === "failed" ? "bad" : ""}>
      <code>{verb}</code> {objectWords(object)}
      {subresource !== undefined && `/${subresource}`}{" "}
      <span class="quiet">
        {result} · {lengthOfTime(ms)}
      </span>
      <Fields fields={fields} />
      {note !== "" && <p class="quiet">{note}</p>}
    </li>
  );
}

/** A shorter wait says nothing. */
const noticedMs = 100;

/** One run with everything that is known about it. */
export function Run({
  detail: { run, writes },
  diffOf,
}: {
  detail: RunDetail;
  diffOf: (write: WriteTrace) => WriteDiff;
}): VNode {
  const { error } = run;
  return (
    <li class="run">
      <div class="run-head">
        <time>{clockTime(run.at, true)}</time>
        <Outcome run={run} />
        <span class="quiet">
          {run.controller} · {lengthOfTime(run.ms)}
          {run.waitedMs >= noticedMs && `, waited ${lengthOfTime(run.waitedMs)} for a worker`}
        </span>
      </div>
      {run.why.length > 0 && <p class="why">cause: {causeWords(run.why)}</p>}
      {error !== undefined && (
        <pre class="error">
          {error.code !== undefined && `${error.code}: `}
          {error.message}
          {error.frames.slice(0, 4).map((frame) => `\n  ${frame}`)}
        </pre>
      )}
      {writes.length > 0 && (
        <ul class="writes">
          {writes.map((write, index) => (
            <Write key={index} write={write} diff={diffOf(write)} />
          ))}
        </ul>
      )}
    </li>
  );
}
