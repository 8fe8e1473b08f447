// What the page computes: the rows at a moment, the lines of the tree, the boxes of the picture and the columns of time.
import fc from "fast-check";
import { expect, test } from "vitest";
import { badgeOf } from "../../console/model/badge.ts";
import { ClusterHistory } from "../../console/model/cluster-history.ts";
import { failureAbout, linesFrom } from "../../console/model/log-filter.ts";
import { nextProblem, shownObjects } from "../../console/model/next-problem.ts";
import { ownershipOf } from "../../console/model/ownership.ts";
import { pictureOf } from "../../console/model/picture-layout.ts";
import { lengthOfTime, timeBuckets } from "../../console/model/time-buckets.ts";
import { treeLines, type TreeLine, type TreeView } from "../../console/model/tree-lines.ts";
import type { LogLine, ObjectRow, RowChange } from "../../src/console/wire.ts";

function row(kind: string, name: string, more: Partial<ObjectRow> = {}): ObjectRow {
  const group = kind === "Cluster" ? "cluster.x-k8s.io" : "example.com";
  const place = {
    id: `${group}/${kind}/default/${name}`,
    group,
    kind,
    namespace: "default",
    name,
    uid: `${kind}-${name}`,
  };
  const state = {
    owner: "",
    state: "ready",
    phase: "",
    message: "",
    created: 0,
    paused: false,
    played: false,
    replicas: undefined,
    versions: {},
  } as const;
  return { ...place, ...state, ...more };
}

const view: TreeView = { toggled: new Set(), search: "" };
const drawn = (lines: readonly TreeLine[]): string[] =>
  lines.map(({ depth, row: one, title, open }) => {
    const mark = open === undefined ? "" : open ? "- " : "+ ";
    return `${"  ".repeat(depth)}${mark}${one === undefined ? title : `${one.kind} ${one.name}`}`;
  });

const cluster = row("Cluster", "a");
const set = row("MachineSet", "s", { owner: cluster.uid });
const machines = Array.from({ length: 30 }, (_, index) => row("Machine", `m${index}`, { owner: set.uid }));

test("the tree has clusters first, then kinds, then the system folded", () => {
  const rows = [
    row("Namespace", "default", { group: "" }),
    row("Foo", "x"),
    row("Bar", "y", { owner: "Foo-x" }),
    set,
    cluster,
  ];
  expect(drawn(treeLines(rows, view))).toEqual([
    "- Cluster a",
    "  MachineSet s",
    "- Foo",
    "  - Foo x",
    "    Bar y",
    "+ System",
  ]);
});

test("a Cluster that is upgraded has both versions", () => {
  const upgraded = row("Cluster", "a", { versions: { wanted: "v1.34.0" } });
  const of = (has: string): ObjectRow => row("FooControlPlane", "p", { owner: upgraded.uid, versions: { has } });
  const shown = ["v1.33.0", "v1.34.0"].map((has) => treeLines([upgraded, of(has)], view).map(({ upgrade }) => upgrade));
  expect(shown).toEqual([
    ["v1.33.0 → v1.34.0", ""],
    ["", ""],
  ]);
});

test("many siblings of a kind are a group, which is folded when it is large", () => {
  expect(drawn(treeLines([cluster, set, ...machines.slice(0, 3)], view))).toContain("    Machine m2");
  expect(drawn(treeLines([cluster, set, ...machines.slice(0, 9)], view))).toContain("    - Machine");
  expect(drawn(treeLines([cluster, set, ...machines], view))).toEqual([
    "- Cluster a",
    "  - MachineSet s",
    "    + Machine",
  ]);
});

test("a line is folded and unfolded", () => {
  const toggled = new Set([cluster.id]);
  expect(drawn(treeLines([cluster, set], { ...view, toggled }))).toEqual(["+ Cluster a"]);
});

test("a search shows what matches with its owners, unfolded", () => {
  expect(drawn(treeLines([cluster, set, ...machines], { ...view, search: " M17 " }))).toEqual([
    "- Cluster a",
    "  - MachineSet s",
    "    Machine m17",
  ]);
});

test("owners that own each other, or themselves, do not hang the tree", () => {
  const rows = [
    row("Foo", "a", { owner: "Foo-b" }),
    row("Foo", "b", { owner: "Foo-a" }),
    row("Foo", "c", { owner: "Foo-c" }),
  ];
  expect(drawn(treeLines(rows, view))).toEqual(["- Foo", "  Foo c"]);
});

test("boxes do not cover each other, and stand beside their owner", () => {
  const rows = [cluster, set, row("Machine", "cp", { owner: cluster.uid }), ...machines.slice(0, 3)];
  const ownership = ownershipOf(rows);
  const { boxes, links, width, height } = pictureOf(cluster, ownership);
  expect(boxes).toHaveLength(6);
  expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
  expect(links.every(({ from, to }) => from.x < to.x)).toBe(true);
  expect(Math.max(...boxes.map(({ x }) => x))).toBeLessThan(width);
  expect(Math.max(...boxes.map(({ y }) => y))).toBeLessThan(height);
});

test("many siblings are one box with their number", () => {
  const { boxes } = pictureOf(cluster, ownershipOf([cluster, set, ...machines]));
  expect(boxes.map(({ row: { kind }, group }) => [kind, group?.size])).toEqual([
    ["Machine", 30],
    ["MachineSet", undefined],
    ["Cluster", undefined],
  ]);
});

const changes = fc.array(
  fc.record({
    name: fc.constantFrom("a", "b", "c"),
    phase: fc.option(fc.string({ maxLength: 2 }), { nil: null }),
    time: fc.nat(50),
  }),
  { maxLength: 30 },
);

test("the rows at each moment are those of a replay of all changes until then", () => {
  fc.assert(
    fc.property(changes, fc.array(fc.nat(30), { maxLength: 10 }), (list, visits) => {
      const history = new ClusterHistory({ oldest: { seq: 0, time: 0, rows: [] }, changes: [] });
      const replay = new Map<string, ObjectRow>();
      const states = [new Map(replay)];
      for (const [at, { name, phase, time }] of list.entries()) {
        const one = phase === null ? null : row("Foo", name, { phase });
        const change: RowChange = { seq: at + 1, time, id: name, row: one };
        history.add(change);
        if (one === null) replay.delete(name);
        else replay.set(name, one);
        states.push(new Map(replay));
      }
      for (const seq of visits) {
        history.goTo(seq);
        expect(new Map(history.rows)).toEqual(states[Math.min(seq, list.length)]);
      }
      history.goLive();
      expect(new Map(history.rows)).toEqual(replay);
    }),
  );
});

test("the moment that is shown stays while changes arrive, and moves by steps", () => {
  const history = new ClusterHistory({ oldest: { seq: 7, time: 100, rows: [row("Foo", "old")] }, changes: [] });
  history.add({ seq: 8, time: 110, id: "a", row: row("Foo", "a") });
  history.goToTime(105);
  history.add({ seq: 9, time: 120, id: "b", row: row("Foo", "b") });
  // A change that was known already, from the whole state, arrives again with the news.
  history.add({ seq: 8, time: 110, id: "a", row: null });
  expect([history.isLive, history.shown, history.rows.size]).toEqual([false, { seq: 7, time: 100 }, 1]);
  history.step(1);
  expect([history.shown, history.rows.size]).toEqual([{ seq: 8, time: 110 }, 2]);
  history.goLive();
  expect([history.isLive, history.shown.seq, history.rows.size]).toEqual([true, 9, 3]);
});

test("columns of time count what was added, changed, deleted and failed", () => {
  const failed = row("Foo", "a", { state: "failed" });
  const list = [
    { seq: 1, time: 0, id: "a", row: row("Foo", "a"), before: null },
    { seq: 2, time: 99, id: "a", row: failed, before: row("Foo", "a") },
    { seq: 3, time: 100, id: "a", row: null, before: failed },
  ];
  expect(timeBuckets({ changes: list, failures: [10] }, { from: 0, to: 100 }, 2)).toEqual([
    { added: 1, changed: 0, deleted: 0, failed: 1 },
    { added: 0, changed: 1, deleted: 1, failed: 1 },
  ]);
});

test.each([
  [350, "350 ms"],
  [4210, "4.2 s"],
  [90_000, "90 s"],
  [180_000, "3 min"],
  [7_200_000, "2 h"],
])("%d ms are %s", (ms, words) => {
  expect(lengthOfTime(ms)).toBe(words);
});

test.each([
  { process: "ready", errors: [], connection: "live", words: "ready", look: "ready" },
  { process: "ready", errors: ["a"], connection: "live", words: "runs, 1 problem", look: "failed" },
  { process: "starting", errors: ["a", "b"], connection: "lost", words: "starting, 2 problems", look: "failed" },
  { process: "failed", errors: [], connection: "live", words: "failed", look: "failed" },
  { process: "ready", errors: ["a"], connection: "ended", words: "ended", look: "ended" },
] as const)("the badge of $process with $errors is $words", ({ connection, words, look, ...session }) => {
  expect(badgeOf(session, connection)).toEqual({ words, look });
});

const lines: readonly LogLine[] = [
  { time: 1000, level: "info", text: "listening" },
  { time: 2000, level: "error", text: "a failed", about: "handler a" },
  { time: 2000, level: "error", text: "  no room", about: "handler a", goesOn: true },
  { time: 3000, level: "warn", text: "slow" },
  { time: 9000, level: "error", text: "a failed again", about: "handler a" },
];
const texts = (shown: readonly LogLine[]): string[] => shown.map(({ text }) => text);

test("lines of the log are shown by level and words, together with those that belong to them", () => {
  expect(linesFrom(lines, { least: "debug", search: "" })).toEqual(lines);
  expect(texts(linesFrom(lines, { least: "warn", search: "" }))).toEqual(texts(lines.slice(1)));
  expect(texts(linesFrom(lines, { least: "error", search: "NO ROOM" }))).toEqual(["a failed", "  no room"]);
});

test("equal lines of the log one after the other are one, the last, with their number", () => {
  const failed = (time: number, end: string): LogLine[] => [
    { time, level: "error", text: "failed" },
    { time, level: "error", text: end, goesOn: true },
  ];
  const all = [...failed(1, "a"), ...failed(2, "a"), ...failed(3, "a"), ...failed(4, "b")];
  const [, , , , head, ...others] = all;
  expect(linesFrom(all, { least: "debug", search: "" })).toEqual([{ ...head, count: 3 }, ...others]);
});

test("a failure is the last one that was told until then", () => {
  expect(texts(failureAbout(lines, "handler a", 1500))).toEqual(["a failed", "  no room"]);
  expect(texts(failureAbout(lines, "handler a", 9000))).toEqual(["a failed again"]);
  expect(failureAbout(lines, "handler b", 9000)).toEqual([]);
});

test("the next problem is the next failure in the order of the tree, then what is in progress", () => {
  const one = row("Machine", "one", { owner: cluster.uid, state: "failed" });
  const two = row("Machine", "two", { owner: cluster.uid, state: "failed" });
  const busy = row("Foo", "busy", { state: "busy" });
  const crd = row("CustomResourceDefinition", "foos", { state: "failed" });
  const rows = [crd, busy, two, one, cluster];
  expect([nextProblem(rows, ""), nextProblem(rows, one.id), nextProblem(rows, two.id)]).toEqual([
    one.id,
    two.id,
    one.id,
  ]);
  expect([nextProblem([busy, cluster], cluster.id), nextProblem([cluster], "")]).toEqual([busy.id, undefined]);
  expect(shownObjects(rows)).not.toContain(crd);
});
