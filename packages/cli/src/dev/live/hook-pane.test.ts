// The calls of hooks on the screen of dev while the program is down, after their process has ended or their Cluster was deleted, and when there are more than rows.
import type { HookTrace } from "@capstan/kube/trace";
import type { KubeObject } from "@capstan/kube";
import { beforeEach, expect, test } from "vitest";
import { liveModel, nextFrame, shownFrame, waitingCluster } from "../../../test/live-frames.ts";
import { now, objectOf } from "../../../test/tree-objects.ts";
import type { FrameModel } from "./frame-model.ts";
import { HookBook } from "./hook-book.ts";

let model: FrameModel;
beforeEach(() => {
  model = liveModel(waitingCluster);
});

const hook: HookTrace = {
  type: "hook",
  at: now.getTime(),
  hook: "BeforeClusterDelete",
  handler: "before-cluster-delete",
  cluster: { namespace: "default", name: "three" },
  status: "Success",
  retryAfterSeconds: 5,
  message: "waits",
  ms: 12,
};

/** The rows about hooks. */
function rows(): readonly string[] {
  const lines = shownFrame(model, { columns: 120, rows: 30 }).split("\n");
  const from = lines.findIndex((line) => line.startsWith("─ hooks ─"));
  return lines.slice(
    from + 1,
    lines.findIndex((line, at) => at > from && line.startsWith("─ ")),
  );
}

test("no hook is called while a program is down", () => {
  model.trace(hook, nextFrame());
  expect(rows()).toEqual([expect.stringMatching(/three {2}again in 5 s: waits/)]);
  for (const [state, down] of [
    ["failed", []],
    ["starting", []],
    ["ready", ["hooks"]],
  ] as const) {
    model.process(state, down);
    expect(rows()).toEqual([expect.stringContaining("three  not called now: waits")]);
  }
  model.process("ready");
  expect(rows()).toEqual([expect.stringMatching(/three {2}again (?:in \d s|now): waits/)]);
});

test("a call whose process ends before the answer has failed", () => {
  const { at, hook: name, handler, cluster } = hook;
  model.trace({ type: "calling", at, hook: name, handler, cluster, ms: 500 }, now);
  model.process("failed", []);
  const failed = /^12:00:00 ✗ BeforeClusterDelete {2}default\/three {2}failed: its process ended before it answered/;
  expect(rows()).toEqual([expect.stringMatching(failed)]);
  model.process("ready");
  model.trace({ ...hook, at: at + 9000, retryAfterSeconds: 0, message: "" }, now);
  expect(rows()).toEqual([expect.stringMatching(/✓ BeforeClusterDelete {2}default\/three {2}12 ms/)]);
});

test("a row has the number of its calls and what the last ones before it answered", () => {
  const done = { ...hook, retryAfterSeconds: 0, message: "" };
  model.trace(done, now);
  expect(rows()).toEqual([expect.stringMatching(/ 12 ms$/)]);
  for (const call of [done, done, { ...done, status: "Failure" as const, message: "no backup" }, hook])
    model.trace(call, now);
  expect(rows()).toEqual([
    expect.stringMatching(/again in \d s: waits.* 12 ms {2}5 calls, before: failed, allowed, allowed$/),
  ]);
});

test("calls that have no row are counted", () => {
  for (let name = 1; name <= 9; name += 1)
    model.trace({ ...hook, cluster: { namespace: "default", name: `c${name}` } }, now);
  const shown = rows();
  expect(shown[0]).toBe(`  … ${9 - (shown.length - 1)} above`);
  expect(shown.at(-1)).toContain("default/c9");
});

test("the calls of a Cluster end with it, and not those of others", () => {
  const cluster = { namespace: "default", name: "dev" };
  for (const each of [cluster, hook.cluster]) model.trace({ ...hook, ...(each && { cluster: each }) }, now);
  const { apiVersion, kind, ...object } = objectOf("Cluster", "dev");
  const changed = (type: "ADDED" | "DELETED", { kind, apiVersion }: Pick<KubeObject, "kind" | "apiVersion">): void =>
    model.change({ type, apiVersion, kind, key: cluster, object: { ...object, kind, apiVersion } });
  changed("DELETED", objectOf("FooCluster", "dev"));
  expect(rows()).toHaveLength(2);
  changed("DELETED", { apiVersion, kind });
  const others = [expect.stringContaining("default/three")];
  expect(rows()).toEqual(others);
  // The record of a call comes after its end.
  model.trace({ ...hook, cluster }, now);
  expect(rows()).toEqual(others);
  changed("ADDED", { apiVersion, kind });
  expect(rows()).toEqual(others);
  model.trace({ ...hook, cluster }, now);
  expect(rows()).toHaveLength(2);
});

test("a failure of the last call for a Cluster that was deleted is news, once", () => {
  const book = new HookBook();
  const failed = { ...hook, status: "Failure" as const, message: "no backup" };
  book.add(hook, now);
  book.cluster("default/three", false);
  expect([hook, failed, failed].map((call) => book.add(call, now))).toEqual([false, true, false]);
  expect(book.add({ ...failed, message: "no disk" }, now)).toBe(true);
});

test("what holds or fails is below the calls that went well, and keeps its row where those have none", () => {
  const passes = ["GeneratePatches", "ValidateTopology", "AfterClusterUpgrade"];
  const pass = (): void => {
    for (const name of passes)
      model.trace({ ...hook, hook: name, handler: name, retryAfterSeconds: 0, message: "" }, now);
  };
  pass();
  model.trace(
    { ...hook, hook: "BeforeClusterUpgrade", handler: "gate", retryAfterSeconds: 60, message: "frozen" },
    now,
  );
  model.trace({ ...hook, hook: "BeforeClusterCreate", status: "Failure", retryAfterSeconds: 0, message: "no" }, now);
  pass();
  const size = { columns: 80, rows: 24 };
  expect(shownFrame(model, size)).toMatch(
    / {2}… 3 above\n12:00:00 … BeforeClusterUpgrade .* again in 59 s: frozen.*\n12:00:00 ✗ BeforeClusterCreate .* failed: no/,
  );
  const row = (): string | undefined => rows().find((each) => each.includes("BeforeClusterUpgrade"));
  for (let second = 0; second < 75; second += 1) nextRow();
  expect(row()).toBeUndefined();
});

/** A second later. */
function nextRow(): void {
  shownFrame(model, { columns: 80, rows: 24 });
}

test("the log has a line of each call; one that is answered as the call before it is among all levels alone", () => {
  const log = (): readonly string[] =>
    shownFrame(model, { columns: 120, rows: 30 }).match(/^[\d:]+ \w+ +hook .*$/gm) ?? [];
  const failed = { ...hook, status: "Failure", retryAfterSeconds: 0, message: "no backup" } as const;
  for (const call of [hook, hook, failed]) model.trace(call, now);
  const line = "hook BeforeClusterDelete for Cluster default/three: ";
  const waits = `12:00:00 info  ${line}waits, again in 5 s: waits, 12 ms`;
  const no = `12:00:00 error ${line}failed: no backup, 12 ms`;
  expect(log()).toEqual([waits, no]);
  for (let key = 0; key < 3; key += 1) model.act("level");
  expect(log()).toEqual([waits, waits.replace("info ", "debug"), no]);
});
