// What the page of the console shows of what is wrong: until it is right again, the same error of several objects once.
import type { Diagnostic } from "@capstan/kube";
import type { TraceEvent } from "@capstan/kube/trace";
import { beforeEach, expect, test } from "vitest";
import type { ProcessLogEntry } from "../dev/readable-log.ts";
import type { LongRun, OpenCall } from "../session/words.ts";
import { ConsoleProblems } from "./console-problems.ts";

let errors: readonly string[];
let warnings: readonly string[];
let running: readonly LongRun[];
let calling: readonly OpenCall[];
let notes: string[];
let problems: ConsoleProblems;

beforeEach(() => {
  errors = [];
  notes = [];
  const note = (text: string, level: string, about = "dev"): void => void notes.push(`${level} ${about}: ${text}`);
  problems = new ConsoleProblems(
    { wrong: (all) => ({ errors = [], warnings = [], running = [], calling = [] } = all), note },
    "/project",
  );
});

const diagnostic = (message: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "dev/failed",
  severity: "error",
  message,
  ...more,
});
const failureOf = (name: string): [Diagnostic, ProcessLogEntry] => {
  const Foo = { namespace: "default", name };
  return [
    diagnostic(`Foo default/${name}: no cloud`),
    { level: "error", msg: "", controllerKind: "Foo", Foo, error: "no cloud" },
  ];
};
const run = (name: string, more: object = {}): TraceEvent => ({
  type: "run",
  at: 0,
  controller: "foo",
  kind: "Foo",
  key: { namespace: "default", name },
  reconcileId: "1",
  why: [],
  omitted: 0,
  waitedMs: 0,
  ms: 1,
  outcome: "done",
  failures: 0,
  ...more,
});

test("a source reports all that it finds, and each problem is in the log once", () => {
  const syntax = diagnostic("; expected", { position: { file: "/project/src/a.ts", line: 2, column: 3 } });
  problems.found("types", [diagnostic("no number", { code: "dev/types" })]);
  problems.found("project", [syntax, diagnostic("old", { severity: "warning" })]);
  problems.found("project", [syntax]);
  expect(errors).toEqual(["src/a.ts:2:3 error dev/failed: ; expected", "error dev/types: no number"]);
  expect(notes).toEqual(["error dev: error dev/types: no number", `error dev: ${errors[0]}`]);
  problems.found("project", []);
  problems.found("loop", [diagnostic("blocked")]);
  expect(errors).toEqual(["error dev/failed: blocked", "error dev/types: no number"]);
  problems.process("starting");
  expect(errors).toEqual(["error dev/types: no number"]);
});

test("what reconciles throw is shown until they work again, the same of several objects once", () => {
  for (const name of ["a", "b", "c"]) problems.thrown(...failureOf(name));
  expect(errors).toEqual(["error dev/failed: Foo default/a: no cloud\n  the same of Foo default/b, Foo default/c"]);
  expect(notes[1]).toBe("error Foo default/b: error dev/failed: Foo default/b: no cloud");
  problems.trace(run("b"));
  problems.trace(run("a", { outcome: "conflict" }));
  problems.trace(run("a", { outcome: "error", error: { message: "no cloud", frames: [] } }));
  expect(errors).toEqual(["error dev/failed: Foo default/a: no cloud\n  the same of Foo default/c"]);
  problems.process("starting");
  expect(errors).toEqual([]);
});

test("an error stays while reconciles end well that began before it, and comes back with the next one", () => {
  const [failure, entry] = failureOf("a");
  const timed = { ...entry, ts: "2026-01-01T10:00:04.092Z", controller: "foo" };
  const thrownAt = Date.parse(timed.ts);
  problems.thrown(failure, timed);
  problems.trace(run("a", { at: thrownAt - 5 }));
  problems.trace(run("a", { at: thrownAt, outcome: "error" }));
  problems.trace(run("a", { at: thrownAt + 900, controller: "bar" }));
  expect(errors).toEqual(["error dev/failed: Foo default/a: no cloud"]);
  problems.trace(run("a", { at: thrownAt + 1000 }));
  expect(errors).toEqual([]);
  problems.thrown(failure, { ...timed, ts: "2026-01-01T10:00:09.092Z" }, true);
  expect(errors).toEqual(["error dev/failed: Foo default/a: no cloud"]);
  problems.thrown(failure, { ...timed, ts: "2026-01-01T10:00:19.092Z" }, true);
  problems.trace(run("a", { at: thrownAt + 9000 }));
  expect(errors).toHaveLength(1);
  expect(notes).toHaveLength(1);
});

test("a reconcile that began before an error does not end it, however far the clock was moved", () => {
  const [failure, entry] = failureOf("a");
  const [ts, hourMs] = ["2026-01-01T10:00:04.092Z", 3_600_000];
  const thrownAt = Date.parse(ts);
  const ran = (aheadMs: number, began: number): void =>
    problems.trace(run("a", { at: aheadMs + thrownAt + began, ms: 40 }), new Date(thrownAt + began + 60));
  for (const aheadMs of [hourMs, 3 * hourMs]) {
    problems.thrown(failure, { ...entry, ts }, true);
    problems.clock(aheadMs);
    ran(aheadMs, -5);
    expect(errors).toHaveLength(1);
    ran(aheadMs, 500);
    expect(errors).toEqual([]);
  }
  problems.thrown(failure, { ...entry, ts }, true);
  // One that began before the last move, and whose record comes after it.
  ran(hourMs, -5);
  expect(errors).toHaveLength(1);
  ran(hourMs, 500);
  expect(errors).toEqual([]);
});

test("a handler that throws is a problem until it answers", () => {
  problems.thrown(diagnostic("Call failed: no room"), {
    level: "error",
    msg: "Call failed",
    hook: "BeforeClusterCreate",
    handler: "gate",
  });
  expect(errors).toEqual(["error dev/failed: Call failed: no room"]);
  const hook = { type: "hook", at: 0, hook: "BeforeClusterCreate", handler: "gate", ms: 1 } as const;
  problems.trace({ ...hook, status: "Failure" });
  expect(errors).toHaveLength(1);
  problems.trace({ ...hook, status: "Success" });
  expect(errors).toEqual([]);
});

test("a reconcile that runs for long is shown until it ends, or its process does", () => {
  const { key, kind, controller, at } = { controller: "foo", kind: "Foo", key: { namespace: "", name: "a" }, at: 9 };
  const begin = (reconcileId: string): void =>
    problems.trace({ type: "running", at, kind, key, controller, reconcileId, ms: 10_000 }, new Date(15_000));
  begin("1");
  begin("2");
  const shown = { object: "Foo a", since: 5000 };
  expect(running).toEqual([shown, shown]);
  problems.trace(run("a", { reconcileId: "1", outcome: "error" }));
  expect(running).toEqual([shown]);
  problems.process("failed");
  expect(running).toEqual([]);
});

test("a call of a hook is shown until it is answered, or its program is down", () => {
  const call = { at: 9, hook: "BeforeClusterCreate", handler: "gate", cluster: { namespace: "", name: "a" } };
  const begin = (at: number): void => problems.trace({ type: "calling", ...call, at, ms: 500 }, new Date(1500));
  begin(9);
  begin(10);
  const shown = { ...call, at: 10, since: 1000 };
  expect(calling).toEqual([{ ...shown, at: 9 }, shown]);
  problems.trace({ type: "hook", ...call, status: "Success", ms: 600 });
  expect(calling).toEqual([shown]);
  problems.process("ready");
  expect(calling).toEqual([shown]);
  problems.process("ready", ["runtime-extension"]);
  expect(calling).toEqual([]);
});

test("of two calls of one hook at the same moment, the answer of one leaves the other", () => {
  const call = { at: 9, hook: "GeneratePatches", handler: "labels" };
  const shown = { ...call, cluster: undefined, since: 1000 };
  for (const _ of [1, 2]) problems.trace({ type: "calling", ...call, ms: 500 }, new Date(1500));
  expect(calling).toEqual([shown, shown]);
  problems.trace({ type: "hook", ...call, status: "Success", ms: 600 });
  expect(calling).toEqual([shown]);
  problems.trace({ type: "hook", ...call, status: "Success", ms: 700 });
  expect(calling).toEqual([]);
});

test("a warning is no error, and its line of the log is one of a warning", () => {
  problems.found("stored", [diagnostic("Foo: 1 of 1 is not valid any more", { severity: "warning" })]);
  expect([errors, warnings]).toEqual([[], ["warning dev/failed: Foo: 1 of 1 is not valid any more"]]);
  expect(notes).toEqual([`warn dev: ${warnings[0]}`]);
  problems.found("stored", []);
  expect(warnings).toEqual([]);
});
