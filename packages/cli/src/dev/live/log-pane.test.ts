// The log on the screen of dev, and what is wrong above it: which lines are seen.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { liveModel, shownFrame, waitingCluster } from "../../../test/live-frames.ts";
import { now } from "../../../test/tree-objects.ts";
import type { FrameModel } from "./frame-model.ts";

let model: FrameModel;

beforeEach(() => {
  model = liveModel(waitingCluster);
});

const size = { columns: 80, rows: 20 };

/** The lines of the errors and of the log, without titles and empty ones. */
function shownLog(rows: number = size.rows): readonly string[] {
  const lines = shownFrame(model, { ...size, rows })
    .trimEnd()
    .split("\n");
  const isTitle = (line: string): boolean => /^[─▸] (?:errors|log)/.test(line);
  return lines.slice(lines.findIndex(isTitle), -1).filter((line) => line !== "" && !isTitle(line));
}

function print(level: string, msg: string, fields: object = {}): void {
  model.log.add(`${JSON.stringify({ level, ts: "2026-01-01T10:00:00Z", msg, ...fields })}\n`, now);
}

test("a line comes in pieces, and what has no end is shown as it is", () => {
  model.log.add('{"level":"info","msg":"on', now);
  expect(shownLog()).toEqual([]);
  model.log.add('e"}\nname? ', now);
  expect(shownLog()).toEqual([" info  one", " info  name?"]);
});

test("a stack stands below its line, and ids that say nothing are left out", () => {
  const object = { controllerKind: "Foo", Foo: { namespace: "default", name: "a" }, namespace: "default", name: "a" };
  print("error", "failed", {
    ...object,
    controller: "foo",
    reconcileID: "1-2",
    error: "no route",
    stack: "Error\n  at a.ts:1",
  });
  expect(shownLog()).toEqual(['10:00:00 error failed  Foo default/a  error="no route"', "    Error", "    at a.ts:1"]);
});

test("equal lines one after the other are one, with the time of the last and their number", () => {
  for (const second of [1, 2, 3])
    print("info", "host is busy", { ts: `2026-01-01T10:00:0${second}Z`, reconcileID: `id-${second}`, host: "h1" });
  print("info", "host is busy", { host: "h2" });
  for (let times = 0; times < 2; times += 1) model.note("applied", now);
  model.note("applied", now, "warn");
  expect(shownLog()).toEqual([
    "10:00:03 info  (3x) host is busy  host=h1",
    "10:00:00 info  host is busy  host=h2",
    "12:00:00 info  (2x) applied",
    "12:00:00 warn  applied",
  ]);
});

test("of the fields, the error stands first", () => {
  print("warn", "Watch failed", { logger: "acme", kind: "Machine", error: "timeout" });
  expect(shownLog()).toEqual(["10:00:00 warn  Watch failed  error=timeout  logger=acme  kind=Machine"]);
});

test("the level goes around", () => {
  for (const level of ["debug", "info", "warn", "error"]) print(level, `a ${level}`);
  const words = ["debug", "info", "warn", "error"].map((level) => `10:00:00 ${level.padEnd(5)} a ${level}`);
  const seen = [shownLog()];
  for (let times = 0; times < 4; times += 1) {
    model.act("level");
    seen.push(shownLog());
  }
  expect(seen).toEqual([words.slice(1), words.slice(2), words.slice(3), words, words.slice(1)]);
});

test("the filter lets through what names the selected object or one below it, until it is pressed again", () => {
  print("info", "of a machine", { Machine: { namespace: "default", name: "workers-a" } });
  print("info", "of another one", { Machine: { namespace: "default", name: "workers" } });
  model.note("MachineDeployment default/workers: Running", now);
  model.note("Machine default/workers-a2: Running", now);
  shownFrame(model, size);
  model.act("filter");
  expect(shownFrame(model, size)).toContain("─ log of Cluster dev, info and above ──");
  expect(shownLog()).toEqual([
    "10:00:00 info  of a machine  Machine default/workers-a",
    "12:00:00 info  MachineDeployment default/workers: Running",
  ]);
  model.act("filter");
  expect(shownLog()).toHaveLength(4);
});

test("older lines stay where they are while new ones come", () => {
  for (let line = 1; line <= 50; line += 1) model.note(`line ${line}`, now);
  model.act("pane");
  const newest = shownLog().at(-1);
  model.act("up");
  model.note("line 51", now);
  const older = shownLog().at(-1);
  model.act("first");
  const [oldest] = shownLog();
  model.act("pageDown");
  const next = shownLog()[0];
  model.act("last");
  expect([newest, older, oldest, next, shownLog().at(-1)].map((line) => line?.slice("12:00:00 info  ".length))).toEqual(
    ["line 50", "line 49", "line 1", expect.stringMatching(/^line [2-9]$/), "line 51"],
  );
});

test("the log has its newest lines again once its pane is left", () => {
  for (let line = 1; line <= 50; line += 1) model.note(`line ${line}`, now);
  model.act("pane");
  model.act("first");
  expect(shownFrame(model, size)).toContain("▸ log, info and above, older lines (End: the newest) ──");
  model.act("pane");
  expect(shownFrame(model, size)).toContain("─ log, info and above ──");
  expect(shownLog().at(-1)).toContain("line 50");
});

test("what is wrong is above the log with its code, until it is right again", () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-live-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "a.ts"), "const a = 1;\n\tconst b: = 2;\nconst c = 3;\n");
  model = liveModel(waitingCluster, folder);
  const position = { file: join(folder, "a.ts"), line: 2, column: 10 };
  const wrong = {
    code: "cli/module",
    severity: "error",
    message: "a type is missing",
    position,
    help: "write it",
  } as const;
  model.found("project", [wrong], now);
  expect(shownLog()).toEqual([
    "a.ts:2:10 error cli/module: a type is missing",
    "> 2 |   const b: = 2;",
    "  help: write it",
    "12:00:00 error a type is missing",
  ]);
  expect(shownLog(30)).toEqual([
    "a.ts:2:10 error cli/module: a type is missing",
    "  1 | const a = 1;",
    "> 2 |   const b: = 2;",
    "    |           ^",
    "  3 | const c = 3;",
    "  help: write it",
    "12:00:00 error a type is missing",
  ]);
  model.found("sample", [{ ...wrong, severity: "warning" }], now);
  model.found("project", [wrong], now);
  model.found("project", [], now);
  expect(shownLog()).toEqual(["12:00:00 error a type is missing"]);
});

test("an error of no object is an event: it is in the log, with its lines", () => {
  const thrown = {
    code: "dev/failed",
    severity: "error",
    message: "Source failed: no route",
    help: "call it",
  } as const;
  model.thrown(thrown, { level: "error", msg: "Source failed", error: "no route" }, now);
  expect(shownLog()).toEqual([
    "12:00:00 error error dev/failed: Source failed: no route",
    "12:00:00 error   help: call it",
  ]);
  expect(model.problems.count).toBe(0);
});

test("many errors leave room for the log", () => {
  const errors = Array.from(
    { length: 30 },
    (_, at) => ({ code: "a/b", severity: "error", message: `error ${at}` }) as const,
  );
  model.found("types", errors, now);
  const shown = shownLog(30);
  expect(shown.filter((line) => line.startsWith("error a/b"))).toHaveLength(12);
  expect(shown).toContain("  … and 18 more errors: e shows the next");
  expect(shown.at(-1)).toBe("12:00:00 error error 2");
  expect(shownLog().filter((line) => line.startsWith("error a/b"))).toHaveLength(4);
});

test("without lines about an object, the log says so; at every level its title does", () => {
  model.note("Machine default/other: Running", now);
  shownFrame(model, size);
  model.act("filter");
  expect(shownLog()).toEqual(["  no lines about this object; f shows all"]);
  model.act("filter");
  for (let times = 0; times < 3; times += 1) model.act("level");
  expect(shownFrame(model, size)).toContain("─ log, all levels ──");
});

test("a reconcile that failed is an error, whatever level its line has, and frames of Capstan's packages are left out", () => {
  const stack =
    "Error: no\n    at run (/a/node_modules/@capstan/controller-kit/dist/chunk.js:1:2)\n    at b (/a/src/b.ts:1:2)";
  print("info", "Reconciler error", { stack });
  for (let times = 0; times < 2; times += 1) model.act("level");
  expect(shownLog()).toEqual(["10:00:00 error Reconciler error", "    Error: no", "    at b (/a/src/b.ts:1:2)"]);
});
