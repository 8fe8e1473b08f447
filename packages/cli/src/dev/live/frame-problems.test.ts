// What is wrong, on the screen of dev: where it is shown, and when it ends.
import { beforeEach, expect, test } from "vitest";
import { heldCall as hook, nextFrame, shownFrame, waitingModel } from "../../../test/live-frames.ts";
import { now } from "../../../test/tree-objects.ts";
import type { FrameModel, FrameSize } from "./frame-model.ts";

let model: FrameModel;

beforeEach(() => {
  model = waitingModel();
});

test("an error of a reconcile is at its object and above the log until the reconcile succeeds", () => {
  const run = {
    type: "run",
    at: now.getTime(),
    controller: "foo",
    kind: "FooCluster",
    reconcileId: "1",
    why: [],
    omitted: 0,
  } as const;
  const ended = { ...run, key: { namespace: "default", name: "dev-net" }, waitedMs: 0, ms: 1, failures: 1 } as const;
  const message = "11:59:59 Reconciler error of FooCluster default/dev-net: no route";
  const entry = { level: "error", msg: "Reconciler error", ts: "2026-01-01T11:59:59Z", controllerKind: "FooCluster" };
  model.thrown({ code: "dev/failed", severity: "error", message }, { ...entry, FooCluster: ended.key }, now);
  model.trace({ ...ended, outcome: "error", error: { message: "no route\nto: h1\n  help: add one", frames: [] } });
  const failing = shownFrame(model, { columns: 80, rows: 24 });
  expect(failing).toContain("! runs, 1 error");
  expect(failing).toMatch(/FooCluster dev-net .*\n {2}│ {4}✗ error {2}no route; to: h1\n/);
  expect(failing).toMatch(
    /─ errors ─.*\nerror dev\/failed: 11:59:59 Reconciler error of FooCluster default\/dev-net: no\n {2}route\n/,
  );
  expect(failing).toContain("12:00:00 error no route  FooCluster default/dev-net\n");
  model.trace({ ...ended, outcome: "conflict", error: undefined });
  expect(shownFrame(model, { columns: 80, rows: 24 })).toContain("1 error");
  model.trace({ ...ended, outcome: "done" });
  expect(shownFrame(model, { columns: 80, rows: 24 })).not.toMatch(/1 error|✗ error/);
});

test("a blocked event loop is an error that stays until it has ended", () => {
  const blocked = { code: "dev/blocked", severity: "error", message: "the event loop is blocked" } as const;
  model.found("loop", [{ ...blocked, position: { file: "/foo/src/machine.ts", line: 14, column: 3 } }], now);
  const frame = shownFrame(model, { columns: 80, rows: 18 });
  expect(frame).toContain("✗ blocked at machine.ts:14\n");
  expect(frame).toMatch(/─ errors ─.*\nfoo\/src\/machine.ts:14:3 error dev\/blocked: the event loop is blocked\n/);
  model.found("loop", [], now);
  expect(shownFrame(model, { columns: 80, rows: 18 })).toMatch(/✓ ready\n[^]*─ log.*\n11:59:58/);
});

test("errors have a title of their own, also above a log that is scrolled", () => {
  for (let line = 0; line < 40; line += 1) model.note(`line ${line}`, now);
  model.found("project", [{ code: "a/b", severity: "error", message: "wrong" }], now);
  model.act("pane");
  model.act("up");
  expect(shownFrame(model, { columns: 80, rows: 24 })).toMatch(
    /\n─ errors ─+\nerror a\/b: wrong\n▸ log.* older lines .*\n12:/,
  );
  model.found("project", [], now);
  expect(shownFrame(model, { columns: 80, rows: 24 })).not.toContain("─ errors");
});

test("that the process has ended stays, whatever else is right, until the next one starts", () => {
  model.found("exit", [{ code: "dev/ended", severity: "error", message: "it ended with code 3" }], now);
  model.found("project", [], now);
  expect(shownFrame(model, { columns: 80, rows: 18 })).toMatch(
    /─ errors ─.*\nerror dev\/ended: it ended with code 3\n/,
  );
  model.process("starting");
  model.process("ready");
  expect(shownFrame(model, { columns: 80, rows: 18 })).toContain("✓ ready\n");
});

test("a handler of a hook that throws is an error until it answers", () => {
  const entry = { level: "error", msg: "Call failed", hook: hook.hook, handler: hook.handler };
  model.thrown({ code: "dev/failed", severity: "error", message: "Call failed: boom" }, entry, now);
  model.trace({ ...hook, status: "Failure" });
  expect(shownFrame(model, { columns: 80, rows: 18 })).toContain("1 error");
  model.trace(hook);
  expect(shownFrame(model, { columns: 80, rows: 18 })).toContain("✓ ready\n");
});

test("a handler that does not answer is an error until it does", () => {
  const size = { columns: 120, rows: 20 };
  const message = "handler gate did not answer within its 10s";
  const silent = "did not answer within 10 s: counts as failed, called again";
  for (let call = 0; call < 2; call += 1)
    model.trace({ ...hook, timedOut: true, retryAfterSeconds: 10, message }, nextFrame());
  const shown = shownFrame(model, size);
  expect(shown).toContain("! runs, 1 error\n");
  expect(shown).toContain(`✗ BeforeClusterUpgrade  default/dev  ${silent} in 10 s`);
  expect(shown).toContain(`error dev/no-answer: BeforeClusterUpgrade ${silent} after 10 s`);
  expect(shown).toContain("help: await only what ends in the handler gate: ");
  model.trace({ ...hook, status: "Failure", message: "no backup" }, nextFrame());
  expect(shownFrame(model, size)).toContain("✓ ready\n");
});

test("a reconcile that does not end has a line in the log, above it, and at its object, until it ends", () => {
  const running = { type: "running", at: 0, controller: "foo", kind: "FooCluster", reconcileId: "7" } as const;
  const key = { namespace: "default", name: "dev-net" };
  const size = { columns: 120, rows: 24 };
  model.trace({ ...running, key, ms: 10_000 }, nextFrame());
  const shown = shownFrame(model, size);
  expect(shown).toContain("warn  a reconcile runs for 10 s, and awaits what has not come: FooCluster default/dev-net");
  expect(shown).toMatch(/─ warnings ─.*\n◌ reconcile runs for 10 s: FooCluster default\/dev-net\n/);
  expect(shown).toMatch(/FooCluster dev-net.*\n.*◌ reconcile {2}has not ended +10s\n/);
  expect(shownFrame(model, size)).toContain("runs for 11 s: Foo");
  const hourMs = 3_600_000;
  const later = shownFrame(model, size, hourMs);
  expect(later).toContain("runs for 12 s: Foo");
  expect(later).toMatch(/FooCluster dev-net.*\n.*◌ reconcile {2}has not ended +12s\n/);
  model.process("failed");
  expect(shownFrame(model, size)).not.toMatch(/◌ reconcile/);
});

test("each reconcile that does not end has a line, with how long it runs before a name that is cut", () => {
  const names = ["a", "b", "c", "d"].map((end) => `${"long-name-".repeat(8)}${end}`);
  const began = nextFrame();
  for (const [at, name] of names.entries()) {
    const running = { type: "running", at: 0, controller: "foo", kind: "FooCluster", reconcileId: name } as const;
    model.trace({ ...running, key: { namespace: "default", name }, ms: 20_000 - at * 1000 }, began);
  }
  const lines = (size: Pick<FrameSize, "columns" | "rows">): readonly string[] =>
    shownFrame(model, size).match(/^◌ .*$/gm) ?? [];
  expect(lines({ columns: 80, rows: 40 })).toEqual([
    expect.stringMatching(/^◌ reconcile runs for 20 s: FooCluster default\/long-.*…[-a-z]*-a$/),
    expect.stringMatching(/^◌ reconcile runs for 19 s: FooCluster default\/long-.*…[-a-z]*-b$/),
    expect.stringMatching(/^◌ reconcile runs for 18 s: FooCluster default\/long-.*…[-a-z]*-c$/),
    expect.stringMatching(/^◌ reconcile runs for 17 s: FooCluster default\/long-.*…[-a-z]*-d$/),
  ]);
  const few = lines({ columns: 60, rows: 14 });
  expect(few).toEqual([
    expect.stringMatching(/^◌ reconcile runs for 21 s: FooCluster def.*…[-a-z]*-a$/),
    expect.stringMatching(/^◌ reconcile runs for 20 s: FooCluster def.*…[-a-z]*-b, and 2 more$/),
  ]);
  model.found("project", [{ code: "a/b", severity: "error", message: "wrong" }], now);
  expect(lines({ columns: 60, rows: 14 })).toEqual([expect.stringMatching(/-a, and 3 more$/)]);
});

test("what does not go on by itself is counted in the head, and its object can be selected", () => {
  const size = { columns: 80, rows: 24 };
  const message = "MachineDeployment default/workers refers to FooMachineTemplate t in a, which does not exist";
  const wait = "Machine default/workers-a creates no machines: wait";
  model.found("topology", [{ code: "describe/wait", severity: "warning", message: wait }], now);
  expect(shownFrame(model, size)).toContain("✓ ready, 1 warning\n");
  const missing = { code: "describe/no-object", severity: "error", message } as const;
  model.found("topology", [{ code: "describe/wait", severity: "warning", message: wait }, missing], now);
  const shown = shownFrame(model, size);
  expect(shown).toContain("! runs, 1 error, 1 warning\n");
  expect(shown).toMatch(/─ errors ─+\nerror describe\/no-object: MachineDeployment default\/workers refers to/);
  model.act("problem");
  expect(model.objects.selected()?.node.name).toBe("workers-a");
  model.act("problem");
  expect(model.objects.selected()?.node.name).toBe("workers");
});

test("an error that was over and comes again has its new time, and one that goes on keeps that of its first", () => {
  const entry = { level: "error", msg: "Call failed", hook: hook.hook, handler: hook.handler };
  const message = "11:59:01 Call failed: boom";
  const diagnostic = { code: "dev/failed", severity: "error", message } as const;
  const size = { columns: 80, rows: 24 };
  model.thrown(diagnostic, { ...entry, ts: "2026-01-01T11:59:01Z" }, now);
  model.thrownAgain(diagnostic, { ...entry, ts: "2026-01-01T11:59:05Z" });
  expect(shownFrame(model, size)).toContain("error dev/failed: 11:59:01 Call failed: boom");
  model.trace(hook);
  expect(shownFrame(model, size)).toContain("✓ ready");
  model.thrownAgain(diagnostic, { ...entry, ts: "2026-01-01T11:59:09Z" });
  expect(shownFrame(model, size)).toContain("error dev/failed: 11:59:09 Call failed: boom");
});
