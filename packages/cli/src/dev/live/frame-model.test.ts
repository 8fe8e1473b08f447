// Whole frames of the screen of dev, from what happened: at 80, 120 and 40 columns, and with each thing that changes what is seen.
import { stripVTControlCharacters } from "node:util";
import { keyOf } from "@capstan/kube";
import { beforeEach, expect, test } from "vitest";
import { heldCall as hook, liveModel, nextFrame, show, shownFrame, waitingModel } from "../../../test/live-frames.ts";
import { now, objectOf } from "../../../test/tree-objects.ts";
import type { FrameModel } from "./frame-model.ts";

let model: FrameModel;

beforeEach(() => {
  model = waitingModel();
});

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
  model.trace(hook, nextFrame());
  const failed = { ...hook, status: "Failure", retryAfterSeconds: 0, message: "no backup" } as const;
  model.trace({ ...failed, hook: "BeforeClusterDelete" }, nextFrame());
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
    12:00:00 … BeforeClusterUpgrade  default/dev  again in 30 s: waits for the backup  handler gate  12 ms
    12:00:00 ✗ BeforeClusterDelete  default/dev  failed: no backup  handler gate  12 ms
    ─ log, info and above ──────────────────────────────────────────────────────────────────────────────────────────────────
    11:59:58 info  host is reserved  FooMachine default/a  host=h1
    12:00:00 info  Machine default/workers-a: Running
    12:00:01 info  hook BeforeClusterUpgrade (gate) for Cluster default/dev: waits, again in 30 s: waits for the backup, 12…
    12:00:01 error hook BeforeClusterDelete (gate) for Cluster default/dev: failed: no backup, 12 ms




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
    `BeforeClusterUpgrade  default/dev  ${again}: waits for the backup  handler gate`,
  ];
  const left = ["again in 3 s", "again in 2 s", "again in 1 s", "again now", "again now"];
  expect(left.map(lines)).toEqual(left.map(held));
  model.trace({ ...hook, cluster: { namespace: "default", name: "b" } }, nextFrame());
  model.trace({ ...hook, retryAfterSeconds: 0, message: "" }, nextFrame());
  expect(lines()).toEqual([
    "BeforeClusterUpgrade  default/dev  handler gate",
    "BeforeClusterUpgrade  default/b  again in 30 s: waits for the backup  handler gate",
  ]);
});

test("a call that is not answered says since when, with the answer before, until it is answered or its process ends", () => {
  const size = { columns: 120, rows: 22 };
  const lines = (): readonly string[] => shownFrame(model, size).match(/^.* [◌✓✗] BeforeCluster.*$/gm) ?? [];
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
    expect.stringContaining("✓ BeforeClusterUpgrade  default/dev  done  handler gate  12 ms"),
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
      OBJECT                  STATE
    > ✓ Cluster dev           Provisioned
      ├─ ✓ FooCluster …v-net
      └─ ◌ MachineDepl…rkers  ScalingUp 1/2
         ├─ ✓ Machine w…rs-a  Running
         └─ ◌ Machine w…rs-b  Pending
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
      Enter, v    all conditions of the object; last patches
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
  model.know({ aheadSeconds: 0, leftOut: 12_345 });
  expect(shownFrame(model, { columns: 80, rows: 20 })).toContain("✓ ready  trace: 12,345 left out\n");
  model.know({ leftOut: 0 });
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

test("once all objects are deleted, there are none, and not none yet", () => {
  const cluster = objectOf("Cluster", "dev");
  const one = liveModel([cluster]);
  expect(shownFrame(one, { columns: 60, rows: 8 })).toContain("Cluster dev");
  const { apiVersion, kind } = cluster;
  one.objects.change({ type: "DELETED", apiVersion, kind, key: keyOf(cluster), object: { ...cluster } });
  expect(shownFrame(one, { columns: 60, rows: 8 })).toContain("\n  no objects: press a to apply the sample\n");
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
