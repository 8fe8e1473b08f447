// All that a page needs to start, as JSON. Of thousands of objects and changes that takes longer than a session may wait, so it is made in pieces, of what there is at the beginning.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { KeptChange } from "../dev/timeline/timeline.ts";
import type { ConsoleSource } from "./console-source.ts";
import type { NewsFeed } from "./news-feed.ts";
import { objectRow } from "./object-row.ts";
import type { RowChange, WholeState } from "./wire.ts";

/** So many elements of a list are made in one turn of the event loop. */
const atOnce = 200;

/** A change, as the page gets it. */
export function rowChange({ seq, time, id, after }: KeptChange): RowChange {
  return { seq, time, id, row: after === undefined ? null : objectRow(id, after) };
}

/** The state; other work has its turns meanwhile. */
export async function wholeStateJson(source: ConsoleSource, feed: NewsFeed): Promise<string> {
  const { timeline } = source;
  const { seq, time, objects } = timeline.oldest;
  const given = { objects: [...objects], changes: timeline.changes(), trace: feed.trace(), log: [...feed.log()] };
  const rest: Omit<WholeState, "oldest" | "changes" | "trace" | "log"> = {
    news: feed.position,
    time: Date.now(),
    facts: source.facts(),
  };
  const rows = await listJson(given.objects, ([id, object]) => objectRow(id, object));
  const lists = [
    `"oldest":{"seq":${seq},"time":${time},"rows":${rows}}`,
    `"changes":${await listJson(given.changes, rowChange)}`,
    `"trace":${await listJson(given.trace, (record) => record)}`,
    `"log":${await listJson(given.log, (line) => line)}`,
  ];
  return `${JSON.stringify(rest).slice(0, -1)},${lists.join(",")}}`;
}

async function listJson<T>(list: readonly T[], shown: (one: T) => unknown): Promise<string> {
  const pieces: string[] = [];
  for (let at = 0; at < list.length; at += atOnce) {
    pieces.push(JSON.stringify(list.slice(at, at + atOnce).map(shown)).slice(1, -1));
    await nextTurn();
  }
  return `[${pieces.join(",")}]`;
}
