// The state of a large session for a page: whole, of one moment, and made without keeping others waiting.
import { expect, test } from "vitest";
import { Timeline } from "../dev/timeline/timeline.ts";
import { NewsFeed } from "./news-feed.ts";
import { SessionSource } from "./session-source.ts";
import { wholeStateJson } from "./whole-state.ts";
import type { WholeState } from "./wire.ts";

const timeline = new Timeline({ changes: 3000, characters: 64_000_000 });
const source = new SessionSource({ timeline, actions: {}, facts: { project: "many", plays: [], server: "" } });

function add(at: number): void {
  const key = { namespace: "default", name: `m${at}` };
  const [apiVersion, kind, resourceVersion] = ["v1", "ConfigMap", String(at + 1)];
  const object = { apiVersion, kind, metadata: { ...key, uid: key.name, resourceVersion } };
  timeline.add({ time: at, type: "ADDED", apiVersion, kind, key, resourceVersion, object });
}

test("5,000 objects are there as they were at the beginning, and other work has its turns", async () => {
  const feed = new NewsFeed();
  source.follow((news) => feed.add(news));
  for (let at = 0; at < 5000; at += 1) add(at);
  for (let line = 0; line < 300; line += 1) source.log(`line ${line}`);
  let turns = 0;
  const timer = setInterval(() => add(5000 + turns++));
  const state: WholeState = JSON.parse(await wholeStateJson(source, feed));
  clearInterval(timer);
  expect(state).toMatchObject({ news: feed.position, facts: { project: "many" }, oldest: { seq: 2000 } });
  expect(state.oldest.rows).toHaveLength(2000);
  expect(state.changes.map(({ seq }) => seq)).toEqual(Array.from({ length: 3000 }, (_, index) => 2001 + index));
  expect(state.changes[0]?.row?.name).toBe("m2000");
  expect([state.log.length, state.log[299]?.text]).toEqual([300, "line 299"]);
  expect(turns).toBeGreaterThan(0);
});

test("an empty session has empty lists", async () => {
  const empty = new SessionSource({
    timeline: new Timeline(),
    actions: {},
    facts: { project: "", plays: [], server: "" },
  });
  const state: WholeState = JSON.parse(await wholeStateJson(empty, new NewsFeed()));
  expect(state).toMatchObject({ oldest: { seq: 0, rows: [] }, changes: [], trace: [], log: [] });
});
