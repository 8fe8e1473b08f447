// One object at the moment that is shown: how it is, its YAML, what it went through, its reconciles and the Events about it.
import { signal, useComputed, useSignal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { RunTrace } from "@capstan/kube/trace";
import type { ObjectDetail, ObjectRow, ShownEvent, YamlRequest } from "../../src/console/wire.ts";
import { chosen, chosenRow, connection, facts, history, isLive, moment, serverNow, trace } from "../model/session.ts";
import { isPlayed, upgradeIn } from "../model/ownership.ts";
import { readObject } from "../model/server-calls.ts";
import { clockTime } from "../model/time-buckets.ts";
import { Changes } from "./changes.tsx";
import { Conditions } from "./conditions.tsx";
import { Editor } from "./editor.tsx";
import { Glyph, stateWords } from "./glyph.tsx";
import { act } from "./messages.tsx";
import { Played } from "./played.tsx";
import { longRuns, Running } from "./running.tsx";
import { Run, type RunDetail, runsOf } from "./runs.tsx";
import { Tabs } from "./tabs.tsx";
import { useWritten } from "./written.ts";
import { YamlView } from "./yaml-view.tsx";

type TabName = "overview" | "yaml" | "changes" | "reconciles" | "events";

const tab: Signal<TabName> = signal<TabName>("overview");

/** The detail of the chosen object, read again when it changes and when another moment is shown. */
function useDetail(id: string): ObjectDetail | undefined {
  const detail = useSignal<ObjectDetail | undefined>(undefined);
  const row = chosenRow.value;
  const at = isLive.value ? undefined : history.shown.seq;
  void moment.value;
  useEffect(() => {
    if (id === "") return undefined;
    const abort = new AbortController();
    const seq = at ?? Number.MAX_SAFE_INTEGER;
    // Scrubbing passes many moments: only the one where it rests is read.
    const timer = setTimeout(() => {
      readObject(id, seq, abort.signal).then(
        (answer) => (detail.value = answer),
        () => undefined,
      );
    }, 40);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [id, row, at]);
  return detail.value?.id === id ? detail.value : undefined;
}

function keyOf({ namespace, name }: ObjectRow): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

function Events({ events }: { events: readonly ShownEvent[] }): VNode {
  if (events.length === 0) return <p class="quiet">No Events about this object.</p>;
  return (
    <ol class="events">
      {events.toReversed().map(({ time, type, reason, message, count }, index) => (
        <li key={index} class={type}>
          <time>{clockTime(time)}</time> <strong>{reason}</strong> {message}
          {count > 1 && <span class="count">{count}×</span>}
        </li>
      ))}
    </ol>
  );
}

function Replicas({ row }: { row: ObjectRow }): VNode {
  const { id, replicas = 0 } = row;
  const scale = (to: number): void => act({ action: "scale", id, replicas: to });
  return (
    <span class="replicas" role="group" aria-label="Replicas">
      <button type="button" aria-label="One replica less" disabled={replicas === 0} onClick={() => scale(replicas - 1)}>
        −
      </button>
      <output>{replicas}</output>
      <button type="button" aria-label="One replica more" onClick={() => scale(replicas + 1)}>
        +
      </button>
    </span>
  );
}

/** How long a question waits for the second click. */
const questionMs = 3000;

/** Deletes with the second click. The question ends after a moment, with Escape, and when the focus leaves. */
function Delete({ id }: { id: string }): VNode {
  const asks = useSignal(false);
  const ends = (): void => {
    asks.value = false;
  };
  useEffect(ends, [id]);
  useEffect(() => {
    const timer = asks.value ? setTimeout(ends, questionMs) : undefined;
    return () => clearTimeout(timer);
  }, [asks.value]);
  const click = (): void => {
    if (asks.value) act({ action: "delete", id });
    asks.value = !asks.value;
  };
  return (
    <button
      type="button"
      class={asks.value ? "danger" : ""}
      onClick={click}
      onBlur={ends}
      onKeyDown={({ key }) => key === "Escape" && ends()}
    >
      {asks.value ? "Really delete?" : "Delete"}
    </button>
  );
}

/** What one can do with the object; nothing while the past is shown. */
function Actions({ row, edit }: { row: ObjectRow; edit: () => void }): VNode | null {
  const can = new Set(facts.value?.actions);
  if (connection.value === "ended") return null;
  if (!isLive.value)
    return <span class="quiet">You look at {clockTime(history.shown.time)}: go Live to change things.</span>;
  const canPause = can.has("pause") && row.group.endsWith("cluster.x-k8s.io") && !/(Template|Class)$/.test(row.kind);
  return (
    <div class="actions">
      {can.has("scale") && row.replicas !== undefined && <Replicas row={row} />}
      {canPause && (
        <button type="button" onClick={() => act({ action: "pause", id: row.id, paused: !row.paused })}>
          {row.paused ? "Resume" : "Pause"}
        </button>
      )}
      {can.has("apply") && (
        <button type="button" onClick={edit}>
          Edit
        </button>
      )}
      {can.has("delete") && <Delete id={row.id} />}
    </div>
  );
}

interface HeadProps {
  readonly row: ObjectRow | undefined;
  readonly id: string;
  /** What it waits for, in words. */
  readonly waiting: string;
  readonly edit: () => void;
}

function Head({ row, id, waiting, edit }: HeadProps): VNode {
  const [group = "", kind = "", ...key] = id.split("/");
  const upgrade =
    row === undefined
      ? ""
      : upgradeIn(
          row,
          [...history.rows.values()].filter(({ owner }) => owner === row.uid),
        );
  const runs = row === undefined || !isLive.value ? [] : longRuns(`${row.kind} ${keyOf(row)}`);
  return (
    <header class="detail-head">
      <button type="button" class="back icon" aria-label="Back to the objects" onClick={() => (chosen.value = "")}>
        ←
      </button>
      <div class="detail-title">
        <p class="kind">
          {kind} <span class="quiet">{group}</span> {row !== undefined && <Played row={row} />}
        </p>
        <h2>
          {row !== undefined && <Glyph state={row.state} />} {row === undefined ? key.join("/") : keyOf(row)}
        </h2>
        {row !== undefined && row.state !== "plain" && (
          <p class="state-words">
            <span class={`state ${row.state}`}>{row.phase || stateWords[row.state]}</span>
            {row.message !== "" && ` · ${row.message}`}
          </p>
        )}
        {upgrade !== "" && <p class="warning">{upgrade}</p>}
        {waiting !== "" && <p class="warning">upgrade: {waiting}</p>}
        {runs.length > 0 && <Running runs={runs} look="warning" />}
      </div>
      {row !== undefined && <Actions row={row} edit={edit} />}
    </header>
  );
}

/** Why no reconcile is listed. */
function noReconcile(row: ObjectRow | undefined): string {
  if (row !== undefined && isPlayed(row, facts.value?.plays ?? []))
    return `${row.group === "cluster.x-k8s.io" ? "Cluster API's core reconciles" : "The simulation reconciles"} objects of ${row.kind}, not this project.`;
  return "This project has reported no reconcile of it.";
}

/** Older ones are in the list of all. */
const mostRuns = 100;

function Runs({ runs }: { runs: readonly RunDetail[] }): VNode {
  const diffOf = useWritten(runs.flatMap(({ writes }) => writes));
  return (
    <ol class="runs">
      {runs.map((one) => (
        <Run key={one.run.reconcileId} detail={one} diffOf={diffOf} />
      ))}
    </ol>
  );
}

function Panel({ detail, row }: { detail: ObjectDetail; row: ObjectRow | undefined }): VNode {
  const runs = useComputed(() => {
    const shown = chosenRow.value;
    const limit = isLive.value ? Infinity : history.shown.time;
    if (shown === undefined) return [];
    const isShown = ({ kind, key, at }: RunTrace): boolean =>
      at <= limit && kind === shown.kind && key.name === shown.name && key.namespace === shown.namespace;
    return runsOf(trace.value, isShown);
  });
  const end = isLive.value ? serverNow() : history.shown.time;
  const tabs = [
    { name: "overview", title: "Overview" },
    { name: "yaml", title: "YAML" },
    { name: "changes", title: "Changes", count: detail.changes.length },
    { name: "reconciles", title: "Reconciles", count: runs.value.length },
    { name: "events", title: "Events", count: detail.events.length },
  ] as const;
  const panels: Readonly<Record<TabName, () => VNode>> = {
    overview: () => (
      <>
        <h3>Conditions</h3>
        <Conditions conditions={detail.conditions} now={end} />
        <h3>Last changes</h3>
        <Changes changes={detail.changes.slice(-4)} />
      </>
    ),
    yaml: () =>
      detail.yaml === undefined ? (
        <p class="quiet">It did not exist at this moment.</p>
      ) : (
        <YamlView yaml={detail.yaml} />
      ),
    changes: () => <Changes changes={detail.changes} />,
    reconciles: () =>
      runs.value.length === 0 ? <p class="quiet">{noReconcile(row)}</p> : <Runs runs={runs.value.slice(0, mostRuns)} />,
    events: () => <Events events={detail.events} />,
  };
  return (
    <>
      <Tabs label="object" items={tabs} current={tab.value} choose={(name) => (tab.value = name)} />
      <div class="panel" id="panel-object" role="tabpanel" aria-labelledby={`tab-object-${tab.value}`}>
        {panels[tab.value]()}
      </div>
    </>
  );
}

/** The object, or a word about how to choose one. */
export function Detail(): VNode {
  const id = chosen.value;
  const row = chosenRow.value;
  const detail = useDetail(id);
  const editing = useSignal<YamlRequest | undefined>(undefined);
  useEffect(() => {
    editing.value = undefined;
  }, [id]);
  if (id === "")
    return (
      <section class="detail none">
        <p class="quiet">
          Choose an object: with a click, or with Tab and the keys: arrows in the tree, arrows and Enter in the picture.
        </p>
      </section>
    );
  const edit = (): void => {
    if (detail?.editable !== undefined) editing.value = { yaml: detail.editable, base: detail.seq };
  };
  return (
    <section class="detail" aria-label="Object">
      <Head row={row} id={id} waiting={detail?.waiting ?? ""} edit={edit} />
      {row === undefined && <p class="notice">It does not exist at this moment.</p>}
      {editing.value !== undefined ? (
        <Editor initial={editing.value} close={() => (editing.value = undefined)} />
      ) : (
        detail !== undefined && <Panel detail={detail} row={row} />
      )}
    </section>
  );
}
