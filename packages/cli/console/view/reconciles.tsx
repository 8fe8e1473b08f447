// The page of the reconciles, with the queues of their controllers.
import { useComputed } from "@preact/signals";
import type { VNode } from "preact";
import type { QueueTrace } from "@capstan/kube/trace";
import { cacheWords, newestQueues, queueNumbers } from "../model/controller-queues.ts";
import { chosen, facts, history, isLive, moment, page, trace } from "../model/session.ts";
import { lengthOfTime } from "../model/time-buckets.ts";
import { Clock } from "./clock.tsx";
import { type LineFocus, moveFocus, useLineFocus } from "./line-focus.ts";
import { Name } from "./name.tsx";
import { causeWords, Outcome, runsOf, type RunDetail } from "./runs.tsx";
import { VirtualList } from "./virtual-list.tsx";

function keyWords({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** Nothing later than the moment that is shown is listed. */
function shownEnd(): number {
  void moment.value;
  return isLive.value ? Infinity : history.shown.time;
}

/** Controllers that a project has without having written them. */
const controllers: Readonly<Record<string, string>> = {
  "crd-migrator": "Of Capstan: it stores objects again in the version in which their definition stores them",
};

function Queue({ queue }: { queue: QueueTrace }): VNode {
  return (
    <li class="queue">
      <h2 title={controllers[queue.controller]}>{queue.controller}</h2>
      <dl>
        {queueNumbers(queue).map(([name, value, title]) => (
          <div key={name} title={title}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">{cacheWords(queue)}</p>
    </li>
  );
}

/** Shows the object of a run on the page of the cluster. */
function show({ run }: RunDetail): void {
  const { kind, key } = run;
  const found = [...history.rows.values()].find(
    (row) => row.kind === kind && row.namespace === key.namespace && row.name === key.name,
  );
  if (found === undefined) return;
  chosen.value = found.id;
  page.value = "cluster";
}

function RunLine({ detail, focus }: { detail: RunDetail; focus: LineFocus }): VNode {
  const { run, writes } = detail;
  return (
    <button type="button" class="table-line run-line" {...focus} onClick={() => show(detail)}>
      <Clock time={run.at} />
      <Outcome run={run} />
      <span class="main">
        <span class="kind">{run.kind}</span> <Name text={keyWords(run.key)} />
      </span>
      <span class="quiet cause">{run.error?.message ?? causeWords(run.why)}</span>
      <span class="number">{lengthOfTime(run.ms)}</span>
      <span class="number">{writes.length === 0 ? "" : writes.length}</span>
    </button>
  );
}

/** What the columns are. */
const heads = [
  { title: "Time", about: "When it began" },
  { title: "Result", about: "How it ended; 11× are failures in a row" },
  { title: "Object", about: "What was reconciled" },
  { title: "Error, or cause", about: "Why it failed, or what made it run" },
  { title: "Took", about: "How long it took" },
  { title: "Writes", about: "How many objects it wrote" },
] as const;

function Heads(): VNode {
  return (
    <div class="table-line run-line table-head">
      {heads.map(({ title, about }) => (
        <span key={title} title={about} class={title === "Error, or cause" ? "cause" : ""}>
          {title}
        </span>
      ))}
    </div>
  );
}

/** That the list has gaps. */
function LeftOut(): VNode | null {
  const count = facts.value?.leftOut ?? 0;
  if (count === 0) return null;
  return (
    <p class="notice left-out" role="status">
      {count.toLocaleString("en-US")} records of the trace were left out: the project sends more than dev can take.
    </p>
  );
}

/** All reconciles, newest first. */
export function Reconciles(): VNode {
  const runs = useComputed(() => {
    const end = shownEnd();
    return runsOf(trace.value, ({ at }) => at <= end);
  });
  const queues = useComputed(() => newestQueues(trace.value, shownEnd()));
  const focusOf = useLineFocus(runs.value.length);
  const line = (index: number): VNode | undefined => {
    const detail = runs.value[index];
    if (detail === undefined) return undefined;
    return <RunLine key={detail.run.reconcileId} detail={detail} focus={focusOf(index)} />;
  };
  return (
    <section class="page" aria-label="Reconciles">
      <ul class="queues" tabIndex={0} aria-label="Controllers">
        {queues.value.map((queue) => (
          <Queue key={queue.controller} queue={queue} />
        ))}
      </ul>
      <LeftOut />
      {runs.value.length > 0 && <Heads />}
      {runs.value.length === 0 ? (
        <p class="empty">No reconcile yet. The project reports them when it runs under capstan dev.</p>
      ) : (
        <VirtualList
          count={runs.value.length}
          height={32}
          line={line}
          attributes={{ role: "group", "aria-label": "Reconciles, newest first", onKeyDown: moveFocus }}
        />
      )}
    </section>
  );
}
