// Whole frames of the screen of dev, from what happened: at 80, 120 and 40 columns, and with each thing that changes what is seen.
import { stripVTControlCharacters } from "node:util";
import type { HookTrace } from "@capstan/kube/trace";
import { beforeEach, expect, test } from "vitest";
import { liveModel, nextFrame, show, shownFrame, waitingCluster } from "../../../test/live-frames.ts";
import { now, objectOf } from "../../../test/tree-objects.ts";
import type { FrameModel, FrameSize } from "./frame-model.ts";

let model: FrameModel;

beforeEach(() => {
  model = liveModel(waitingCluster);
  const line = { level: "info", ts: "2026-01-01T11:59:58Z", msg: "host is reserved", controllerKind: "FooMachine" };
  model.log.add(`${JSON.stringify({ ...line, FooMachine: { namespace: "default", name: "a" }, host: "h1" })}\n`, now);
  model.note("Machine default/workers-a: Running", now);
});

const hook: HookTrace = {
  type: "hook",
  at: now.getTime(),
  hook: "BeforeClusterUpgrade",
  handler: "gate",
  cluster: { namespace: "default", name: "dev" },
  status: "Success",
  retryAfterSeconds: 30,
  message: "waits for the backup",
  ms: 12.4,
};

test("80 columns", () => {
  expect(shownFrame(model, { columns: 80, rows: 18 })).toMatchInlineSnapshot(`
    "
    foo  infrastructure  ✓ ready
    console http://127.0.0.1:1234/#token=abc  KUBECONFIG=.capstan/dev/kubeconfig
      OBJECT                                    STATE          SINCE
    > ✓ Cluster dev                             Provisioned    2m
      ├─ ✓ FooCluster dev-net                                  2m
      └─ ◌ MachineDeployment workers            ScalingUp 1/2
         ├─ ✓ Machine workers-a                 Running        2m
         └─ ◌ Machine workers-b (simulated)     Pending
              ◌ InfrastructureReady  NotReady: no host is free  2m
    ─ log, info and above ──────────────────────────────────────────────────────────
    11:59:58 info  host is reserved  FooMachine default/a  host=h1
    12:00:00 info  Machine default/workers-a: Running





    a apply  s scale  d delete  p pause  k kill  r restart  ? help  q quit
    "
  `);
});

test("120 columns, with calls of hooks", () => {
  model.trace(hook);
  model.trace({ ...hook, hook: "BeforeClusterDelete", status: "Failure", retryAfterSeconds: 0, message: "no backup" });
  expect(shownFrame(model, { columns: 120, rows: 22 })).toMatchInlineSnapshot(`
    "
    foo  infrastructure  ✓ ready
    console http://127.0.0.1:1234/#token=abc  KUBECONFIG=.capstan/dev/kubeconfig
      OBJECT                                    STATE          SINCE
    > ✓ Cluster dev                             Provisioned    2m
      ├─ ✓ FooCluster dev-net                                  2m
      └─ ◌ MachineDeployment workers            ScalingUp 1/2
         ├─ ✓ Machine workers-a                 Running        2m
         └─ ◌ Machine workers-b (simulated)     Pending
              ◌ InfrastructureReady  NotReady: no host is free  2m
    ─ hooks ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
    12:00:00 … BeforeClusterUpgrade  default/dev  again in 30 s: waits for the backup  12 ms  handler gate
    12:00:00 ✗ BeforeClusterDelete  default/dev  failed: no backup  12 ms  handler gate
    ─ log, info and above ──────────────────────────────────────────────────────────────────────────────────────────────────
    11:59:58 info  host is reserved  FooMachine default/a  host=h1
    12:00:00 info  Machine default/workers-a: Running






    a apply  s scale  d delete  p pause  k kill  r restart  o console  l level  f filter  ? help  q quit
    "
  `);
});

test("a hook that holds something counts down, until its next call answers", () => {
  const size = { columns: 120, rows: 22 };
  const lines = (): readonly (string | undefined)[] =>
    [...shownFrame(model, size).matchAll(/BeforeCluster.*(?= {2}12 ms)/g)].map(([line]) => line);
  model.trace({ ...hook, retryAfterSeconds: 3 }, nextFrame());
  const held = (again: string): readonly string[] => [
    `BeforeClusterUpgrade  default/dev  ${again}: waits for the backup`,
  ];
  const left = ["again in 3 s", "again in 2 s", "again in 1 s", "again now", "again now"];
  expect(left.map(lines)).toEqual(left.map(held));
  model.trace({ ...hook, cluster: { namespace: "default", name: "b" } }, nextFrame());
  model.trace({ ...hook, retryAfterSeconds: 0, message: "" }, nextFrame());
  expect(lines()).toEqual([
    "BeforeClusterUpgrade  default/b  again in 30 s: waits for the backup",
    "BeforeClusterUpgrade  default/dev",
  ]);
});

test("a call that is not answered says since when, with the answer before, until it is answered or its process ends", () => {
  const size = { columns: 120, rows: 22 };
  const lines = (): readonly string[] => shownFrame(model, size).match(/^.* BeforeCluster.*$/gm) ?? [];
  const calling = { ...hook, type: "calling", at: hook.at + 4000, ms: 500 } as const;
  model.trace({ ...hook, message: "" });
  model.trace({ ...calling, hook: "BeforeClusterDelete" }, new Date(nextFrame().getTime() - 2000));
  model.trace(calling, nextFrame());
  const [first = "", second = ""] = lines();
  expect(first).toMatch(
    /^12:00:04 ◌ BeforeClusterDelete {2}default\/dev {2}no answer yet, called 3 s ago {2}handler gate$/,
  );
  expect(second).toMatch(
    /◌ BeforeClusterUpgrade {2}default\/dev {2}no answer yet, called 1 s ago {2}before: waits {2}handler gate$/,
  );
  model.trace({ ...hook, at: calling.at, retryAfterSeconds: 0, message: "done" }, nextFrame());
  expect(lines()).toEqual([
    expect.stringContaining("✓ BeforeClusterUpgrade  default/dev  done  12 ms"),
    expect.stringContaining("BeforeClusterDelete"),
  ]);
  model.process("starting");
  expect(lines()).toEqual([
    expect.stringContaining("✓ BeforeClusterUpgrade"),
    expect.stringContaining("✗ BeforeClusterDelete  default/dev  failed: its process ended before it answered"),
  ]);
});

test("40 columns and few rows", () => {
  expect(shownFrame(model, { columns: 40, rows: 14 })).toMatchInlineSnapshot(`
    "
    foo  infrastructure  ✓ ready
      OBJECT           STATE          SINCE
    > ✓ Cluster dev    Provisioned    2m
      ├─ ✓ FooClu…net                 2m
      └─ ◌ Machin…ers  ScalingUp 1/2
         ├─ ✓ Mach…-a  Running        2m
         └─ ◌ Mach…-b  Pending
              ◌ InfrastructureReady  NotRe…
    ─ log, info and above ──────────────────
    info  host is reserved  FooMachine defa…
    info  Machine default/workers-a: Running


    a apply  s scale  ? help  q quit
    "
  `);
});

test("in very few columns, ages are left out, and states are cut", () => {
  const frame = shownFrame(model, { columns: 20, rows: 14 });
  expect(Math.max(...frame.split("\n").map((line) => line.length))).toBeLessThanOrEqual(20);
  expect(frame).toContain("\n  OBJECT      STATE\n> ✓ Clust…ev  Provi…\n");
});

test("the help, until any key", () => {
  model.act("help");
  const help = shownFrame(model, { columns: 60, rows: 26 });
  model.act("down");
  expect(shownFrame(model, { columns: 60, rows: 26 })).toContain("OBJECT");
  expect(help).toMatchInlineSnapshot(`
    "
    foo  infrastructure  ✓ ready
    console http://127.0.0.1:1234/#token=abc

      a           apply the sample
      s           set the number of workers
      d           delete the selected object
      p           pause the Cluster, or resume it
      k           kill the process; it starts again
      r           restart cleanly
      o           open the console
      l           levels of the log: info, warn, error, all
      f           log lines of the selected object, or all
      e, E        the next error and its object; all of it
      Enter       all conditions of the object
      Tab         use the arrows in the log, or in the objects
      Up, Down    select an object, or scroll the log
      PgUp, PgDn  the same, a page at a time
      Home, End   to the first, to the last
      Ctrl-L      draw everything again
      Ctrl-Z      back to the shell, until fg
      ?           these keys
      q           stop everything, as Ctrl-C does

      any key closes this

    a apply  s scale  d delete  p pause  k kill  ? help  q quit
    "
  `);
});

test("help that is longer than the screen is scrolled", () => {
  const size = { columns: 40, rows: 20 };
  model.act("help");
  const first = shownFrame(model, size);
  expect(first).toContain("Up, Down: more; other keys close this\n");
  for (let times = 0; times < 5; times += 1) model.act("pageDown");
  expect(shownFrame(model, size)).toContain("  q           stop everything, as Ctrl-C");
  for (let times = 0; times < 5; times += 1) model.act("pageUp");
  expect(shownFrame(model, size)).toBe(first);
  model.closeHelp();
  expect(shownFrame(model, size)).toContain("OBJECT");
});

test("in few columns, how the project is stands before what kind it is and before its whole name", () => {
  model.know({ project: "a-provider-with-a-long-name" });
  const head = (columns: number): string | undefined => shownFrame(model, { columns, rows: 18 }).split("\n")[1];
  model.found("project", [{ code: "a/b", severity: "error", message: "wrong" }], now);
  expect([80, 50, 40].map(head)).toEqual([
    "a-provider-with-a-long-name  infrastructure  ! runs, 1 error",
    "a-provider-with-a-long-name  ! runs, 1 error",
    "a-provider-with…ng-name  ! runs, 1 error",
  ]);
});

test("a program that does not run while others do is named", () => {
  const head = (): string | undefined => shownFrame(model, { columns: 80, rows: 18 }).split("\n")[1];
  model.process("ready", ["runtime-extension"]);
  expect(head()).toBe("foo  infrastructure  ! runtime-extension is down");
  model.found("project", [{ code: "a/b", severity: "error", message: "wrong" }], now);
  model.process("ready", ["bootstrap", "ipam"]);
  expect(head()).toBe("foo  infrastructure  ! bootstrap and ipam are down, 1 error");
  model.process("ready");
  expect(head()).toBe("foo  infrastructure  ! runs, 1 error");
});

test("what is simulated and the faults that are on are in the head", () => {
  model.know({ simulated: "core, Nodes", faults: ["down", "conflicts"] });
  const [first, , third] = shownFrame(model, { columns: 80, rows: 20 }).slice(1).split("\n");
  expect(first).toBe("foo  infrastructure  ✓ ready  ! fault: API server down, every update conflicts");
  expect(third).toBe("simulated: core, Nodes · yours: infrastructure");
  model.know({ faults: [], aheadSeconds: 90_000 });
  expect(shownFrame(model, { columns: 80, rows: 20 })).toContain("✓ ready  clock +1 day 1 hour\n");
  model.know({ aheadSeconds: 0 });
  expect(shownFrame(model, { columns: 80, rows: 19 })).toMatch(/✓ ready\nconsole.*\n {2}OBJECT/);
});

test("Enter shows all conditions of the selected object, with their times and messages", () => {
  shownFrame(model, { columns: 80, rows: 18 });
  model.act("down");
  model.act("conditions");
  const open = shownFrame(model, { columns: 80, rows: 18 });
  model.act("conditions");
  expect(open).toMatch(/> ├─ ✓ FooCluster dev-net .*2m\n {2}│ {4}✓ Ready +2m\n {2}└─ /);
  expect(shownFrame(model, { columns: 80, rows: 18 })).not.toContain("✓ Ready");
});

test("without objects it says how to get some", () => {
  expect(shownFrame(liveModel([]), { columns: 60, rows: 8 })).toContain("no objects yet: press a to apply the sample");
  const waits = liveModel([]);
  waits.objects.sampleWaits = true;
  const frame = shownFrame(waits, { columns: 70, rows: 8 });
  expect(frame).toContain("no objects yet: the sample is applied once the project is ready");
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

test("the marks of a list that is cut say what is hidden, without a zero", () => {
  expect(shownFrame(model, { columns: 80, rows: 10 })).toMatch(/\n {2}… \d below\n/);
  model.act("last");
  shownFrame(model, { columns: 80, rows: 10 });
  expect(shownFrame(model, { columns: 80, rows: 10 })).toMatch(/\n {2}… \d above\n/);
});

test("the selected object stays in sight", () => {
  model.act("last");
  const seen = shownFrame(model, { columns: 80, rows: 9 });
  model.act("last");
  const bottom = shownFrame(model, { columns: 80, rows: 9 });
  expect([seen, bottom].map((frame) => frame.split("\n").find((line) => line.startsWith(">")))).toEqual([
    expect.stringContaining("Cluster dev"),
    expect.stringContaining("Machine workers-b"),
  ]);
  model.act("up");
  expect(shownFrame(model, { columns: 80, rows: 9 })).toMatch(/> .*Machine workers-a/);
});

test("names and messages of others never reach the terminal as commands", () => {
  const bad = "a\u001B]0;x\u0007\u009B2J\u202Eb";
  show(model, objectOf("Cluster", bad, { status: { phase: bad } }));
  model.note(`${bad}\tc`, now);
  model.trace({ ...hook, message: bad, handler: bad });
  model.found("project", [{ code: "a/b", severity: "error", message: bad }], now);
  const frame = model.frame({ columns: 200, rows: 40, colors: true }, now).join("\n");
  expect(frame).toContain("\\u001b]0;x");
  // Colors are the only commands.
  expect(stripVTControlCharacters(frame)).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
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
