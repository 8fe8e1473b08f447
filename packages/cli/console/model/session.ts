// What the page knows and shows, as signals: the session, the moment that is shown, the object that is chosen. It stays connected by itself.
import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { TraceEvent } from "@capstan/kube/trace";
import type { LogLine, NewsItem, ObjectRow, SessionFacts } from "../../src/console/wire.ts";
import type { Connection } from "./badge.ts";
import { ClusterHistory } from "./cluster-history.ts";
import { CallError, followNews, readState, type StreamEnd } from "./server-calls.ts";

/** The parts of the page. */
export type PageName = "cluster" | "reconciles" | "hooks" | "log";

const most = { trace: 4000, log: 3000 };

export const connection: Signal<Connection> = signal<Connection>("connecting");
export const facts: Signal<SessionFacts | undefined> = signal(undefined);
export const page: Signal<PageName> = signal<PageName>("cluster");
/** The id of the chosen object; empty for none. */
export const chosen: Signal<string> = signal("");
/** Changes with each set of changes and each move in time: what reads `history` reads this first. */
export const moment: Signal<number> = signal(0);
/** Whether the newest moment is shown. */
export const isLive: Signal<boolean> = signal(true);
export const trace: Signal<readonly TraceEvent[]> = signal([]);
export const log: Signal<readonly LogLine[]> = signal([]);
/** The server's clock minus the browser's. */
export const clockSkew: Signal<number> = signal(0);

/** The rows over time. It is replaced when the page starts again. */
export let history: ClusterHistory = new ClusterHistory({ oldest: { seq: 0, time: 0, rows: [] }, changes: [] });

/** The row of the chosen object at the moment that is shown. */
export const chosenRow: ReadonlySignal<ObjectRow | undefined> = computed(() => {
  void moment.value;
  return history.rows.get(chosen.value);
});

/** Shows another moment: `move` gets the rows over time. */
export function travel(move: (rows: ClusterHistory) => void): void {
  move(history);
  batch(() => {
    isLive.value = history.isLive;
    moment.value += 1;
  });
}

let waiting: NewsItem[] = [];

/** News are shown once per frame at most, and a few times a second when there are many objects. */
function schedule(): void {
  const wait = history.rows.size > 2000 ? 250 : 60;
  // A page in the background has no frames, and its news must not pile up.
  setTimeout(() => (document.hidden ? show() : requestAnimationFrame(show)), wait);
}

function show(): void {
  const items = waiting;
  waiting = [];
  const records = items.flatMap((item) => (item.type === "trace" ? [item.record] : []));
  const lines = items.flatMap((item) => (item.type === "log" ? [item.line] : []));
  let changed = false;
  batch(() => {
    for (const item of items) {
      if (item.type === "facts") facts.value = item.facts;
      if (item.type !== "object") continue;
      history.add(item.change);
      changed = true;
    }
    if (changed) moment.value += 1;
    if (records.length > 0) trace.value = [...trace.value, ...records].slice(-most.trace);
    if (lines.length > 0) log.value = [...log.value, ...lines].slice(-most.log);
  });
}

function receive(items: readonly NewsItem[]): void {
  if (waiting.length === 0) schedule();
  waiting.push(...items);
}

/** Reads everything; returns the position of the news. */
async function start(): Promise<string> {
  const state = await readState();
  waiting = [];
  history = new ClusterHistory(state);
  batch(() => {
    clockSkew.value = state.time - Date.now();
    facts.value = state.facts;
    trace.value = state.trace;
    log.value = state.log;
    isLive.value = true;
    moment.value += 1;
  });
  return state.news;
}

/** Longer waits after each failure, up to five seconds. */
const waits = [200, 500, 1000, 2000, 5000];

/** Follows the session until the token is not valid any more. A restart with the same port and token is followed, too. */
export async function stayConnected(): Promise<void> {
  let position: string | undefined;
  for (let failures = 0; ;) {
    try {
      position ??= await start();
      connection.value = "live";
      failures = 0;
      const end: StreamEnd = await followNews(position, (items, next) => {
        position = next;
        receive(items);
      });
      if (end !== "lost") position = undefined;
      if (end === "ended") connection.value = "ended";
      if (end === "lost") connection.value = "lost";
    } catch (caught) {
      if (caught instanceof CallError && caught.status === 401) {
        connection.value = connection.value === "ended" ? "ended" : "denied";
        return;
      }
      if (connection.value !== "ended") connection.value = "lost";
    }
    await new Promise((resolve) => setTimeout(resolve, waits[Math.min(failures, waits.length - 1)]));
    failures += 1;
  }
}

/** The time on the server. */
export function serverNow(): number {
  return Date.now() + clockSkew.value;
}
