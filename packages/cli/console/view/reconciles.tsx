// The page of the reconciles, with the queues of their controllers.
import { useComputed } from "@preact/signals";
import type { VNode } from "preact";
import type { QueueTrace } from "@capstan/kube/trace";
import { chosen, history, isLive, moment, page, trace } from "../model/session.ts";
import { clockTime, lengthOfTime } from "../model/time-buckets.ts";
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

/** The newest report of each controller. */
function newestQueues(): QueueTrace[] {
  const newest = new Map<string, QueueTrace>();
  for (const record of trace.value) if (record.type === "queue") newest.set(record.controller, record);
  return [...newest.values()];
}

function Queue({ queue }: { queue: QueueTrace }): VNode {
  const numbers = [
    ["running", queue.running],
    ["ready", queue.ready],
    ["delayed", queue.delayed],
  ] as const;
  const cached = queue.cached.map(({ kind, objects }) => `${objects} ${kind}`);
  return (
    <li class="queue">
      <h3>{queue.controller}</h3>
      <dl>
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">{cached.length === 0 ? "nothing cached" : `cache: ${cached.join(", ")}`}</p>
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

function RunLine({ detail }: { detail: RunDetail }): VNode {
  const { run, writes } = detail;
  return (
    <button type="button" class="table-line run-line" onClick={() => show(detail)}>
      <time>{clockTime(run.at, true)}</time>
      <Outcome run={run} />
      <span class="main">
        <span class="kind">{run.kind}</span> {keyWords(run.key)}
      </span>
      <span class="quiet cause">{run.error?.message ?? causeWords(run.why)}</span>
      <span class="number">{lengthOfTime(run.ms)}</span>
      <span class="number">{writes.length === 0 ? "" : `${writes.length} ✎`}</span>
    </button>
  );
}

/** All reconciles, newest first. */
export function Reconciles(): VNode {
  const runs = useComputed(() => {
    const end = shownEnd();
    return runsOf(trace.value, ({ at }) => at <= end);
  });
  const queues = useComputed(newestQueues);
  const line = (index: number): VNode | undefined => {
    const detail = runs.value[index];
    return detail === undefined ? undefined : <RunLine key={detail.run.reconcileId} detail={detail} />;
  };
  return (
    <section class="page" aria-label="Reconciles">
      <ul class="queues">
        {queues.value.map((queue) => (
          <Queue key={queue.controller} queue={queue} />
        ))}
      </ul>
      {runs.value.length === 0 ? (
        <p class="empty">No reconcile yet. The project reports them when it runs under capstan dev.</p>
      ) : (
        <VirtualList
          count={runs.value.length}
          height={32}
          line={line}
          attributes={{ role: "group", "aria-label": "Reconciles, newest first" }}
        />
      )}
    </section>
  );
}
