// The page of the reconciles, with the queues of their controllers. A row opens, and shows beside the list what was written.
import { useComputed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { QueueTrace } from "@capstan/kube/trace";
import { cacheWords, newestQueues, queueNumbers } from "../model/controller-queues.ts";
import { chosen, facts, history, isLive, moment, page, trace } from "../model/session.ts";
import { lengthOfTime } from "../model/time-buckets.ts";
import { Clock } from "./clock.tsx";
import { type LineFocus, moveFocus, useLineFocus } from "./line-focus.ts";
import { Name } from "./name.tsx";
import { RunPage } from "./run-page.tsx";
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

/** What shows the object of a run on the page of the cluster; undefined when it does not exist. */
function showsObject({ run: { kind, key } }: RunDetail): (() => void) | undefined {
  const found = [...history.rows.values()].find(
    (row) => row.kind === kind && row.namespace === key.namespace && row.name === key.name,
  );
  if (found === undefined) return undefined;
  return () => {
    chosen.value = found.id;
    page.value = "cluster";
  };
}

interface RunLineProps {
  readonly detail: RunDetail;
  readonly open: boolean;
  readonly focus: LineFocus;
  readonly toggle: (line: HTMLElement) => void;
}

function RunLine({ detail: { run, writes }, open, focus, toggle }: RunLineProps): VNode {
  return (
    <button
      type="button"
      class={`table-line run-line ${open ? "active" : ""}`}
      {...focus}
      aria-expanded={open}
      aria-controls={open ? "run" : undefined}
      onClick={({ currentTarget }) => toggle(currentTarget)}
    >
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

/** The list, and beside it the reconcile that is open. */
function RunList({ runs }: { runs: readonly RunDetail[] }): VNode {
  const openId = useSignal("");
  const opened = useRef<HTMLElement | null>(null);
  const focusOf = useLineFocus(runs.length);
  const open = runs.find(({ run }) => run.reconcileId === openId.value);
  const close = (): void => {
    openId.value = "";
    // A narrow page has no list while a reconcile is open.
    requestAnimationFrame(() => opened.current?.focus());
  };
  const line = (index: number): VNode | undefined => {
    const detail = runs[index];
    if (detail === undefined) return undefined;
    const { reconcileId } = detail.run;
    const isOpen = detail === open;
    const toggle = (element: HTMLElement): void => {
      opened.current = element;
      openId.value = isOpen ? "" : reconcileId;
    };
    return <RunLine key={reconcileId} detail={detail} open={isOpen} focus={focusOf(index)} toggle={toggle} />;
  };
  return (
    <div
      class={`split ${open === undefined ? "" : "with-call"}`}
      onKeyDown={(event) => event.key === "Escape" && open !== undefined && !event.defaultPrevented && close()}
    >
      <div class="hook-list">
        <Heads />
        <VirtualList
          count={runs.length}
          height={32}
          line={line}
          attributes={{ role: "group", "aria-label": "Reconciles, newest first", onKeyDown: moveFocus }}
        />
      </div>
      {open !== undefined && <RunPage detail={open} show={showsObject(open)} close={close} />}
    </div>
  );
}

/** All reconciles, newest first. */
export function Reconciles(): VNode {
  const runs = useComputed(() => {
    const end = shownEnd();
    return runsOf(trace.value, ({ at }) => at <= end);
  });
  const queues = useComputed(() => newestQueues(trace.value, shownEnd()));
  return (
    <section class="page" aria-label="Reconciles">
      <ul class="queues" tabIndex={0} aria-label="Controllers">
        {queues.value.map((queue) => (
          <Queue key={queue.controller} queue={queue} />
        ))}
      </ul>
      <LeftOut />
      {runs.value.length > 0 ? (
        <RunList runs={runs.value} />
      ) : (
        <p class="empty">No reconcile yet. The project reports them when it runs under capstan dev.</p>
      )}
    </section>
  );
}
