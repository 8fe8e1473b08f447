// How errors in the log of a manager are shown: once, with their line in the project, and counted when they come again.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ErrorLog } from "./error-log.ts";
import { logEntry } from "./readable-log.ts";

let root: string;
let shown: Diagnostic[];
let notes: string[];
let repeated: Diagnostic[];
let log: ErrorLog;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-errors-")));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/foo.ts"), "");
  shown = [];
  notes = [];
  repeated = [];
  log = new ErrorLog({
    root,
    show: (diagnostic, _, isRepeated) => (isRepeated ? repeated : shown).push(diagnostic),
    note: (line) => notes.push(line),
  });
});
afterEach(() => rmSync(root, { recursive: true }));

/** Takes a line of the log; whether it was an error to show. */
function take(fields: object): boolean {
  const line = { level: "error", ts: "2026-01-01T10:00:04.092Z", logger: "acme", controllerKind: "Foo", ...fields };
  const entry = logEntry(JSON.stringify(line));
  return entry !== undefined && log.take(entry);
}

const failed = {
  Foo: { namespace: "default", name: "one" },
  msg: "Reconciler error",
  error: "no cloud",
};
const stack = (): string =>
  `Error: no cloud\n    at call (file:///a/node_modules/b/dist/index.js:1:2)\n    at Object.reconcile (file://${root}/src/foo.ts:12:5)`;

test("what is thrown and is no Error is shown like one, with what to throw", () => {
  const thrown = "an object, which has no stack; throw an Error";
  expect([take({ ...failed, error: '{"a":1}', thrown }), take({ ...failed, error: '{"a":1}', thrown })]).toEqual([
    true,
    true,
  ]);
  expect(shown).toEqual([
    {
      code: "dev/failed",
      severity: "error",
      message: '10:00:04 Reconciler error of Foo default/one: {"a":1}',
      help: `what was thrown is ${thrown}`,
    },
  ]);
});

test("an error of a reconcile has the first place of the project", () => {
  expect(take({ ...failed, stack: stack() })).toBe(true);
  expect(shown).toEqual([
    {
      code: "dev/failed",
      severity: "error",
      message: "10:00:04 Reconciler error of Foo default/one: no cloud",
      position: { file: join(root, "src/foo.ts"), line: 12, column: 5 },
    },
  ]);
});

test("an error with a code keeps it, and its help", () => {
  take({
    ...failed,
    Foo: { name: "two" },
    error: "no zone\n  help: set spec.zone",
    code: "acme/zone",
    stack: "AcmeError",
  });
  expect(shown).toEqual([
    {
      code: "acme/zone",
      severity: "error",
      message: "10:00:04 Reconciler error of Foo two: no zone",
      help: "set spec.zone",
    },
  ]);
});

test("all lines of an error are in one", () => {
  const error = "request failed\nstatus: 403\n\nreason: quota exceeded";
  for (const more of [{}, {}, { code: "acme/quota", Foo: { name: "two" } }])
    take({ ...failed, error, stack: stack(), ...more });
  const words = "request failed; status: 403; reason: quota exceeded";
  expect(shown.map(({ message }) => message)).toEqual([
    `10:00:04 Reconciler error of Foo default/one: ${words}`,
    `10:00:04 Reconciler error of Foo two: ${words}`,
  ]);
  log.count();
  expect(notes).toEqual([`Reconciler error of Foo default/one: ${words} (again, once)`]);
  expect(log.hasShown('cannot load "src/main.ts": request failed')).toBe(true);
});

test("an error that comes again for an object is counted; one of another object, or another one, is shown", () => {
  for (let failures = 1; failures <= 6; failures++)
    take({ ...failed, stack: stack(), failures, reconcileID: failures });
  take({ ...failed, stack: stack(), Foo: { namespace: "default", name: "two" } });
  take({ ...failed, stack: stack(), error: "no network" });
  expect(shown.map(({ message }) => message)).toEqual([
    "10:00:04 Reconciler error of Foo default/one: no cloud",
    "10:00:04 Reconciler error of Foo default/two: no cloud",
    "10:00:04 Reconciler error of Foo default/one: no network",
  ]);
  expect(repeated).toEqual(Array.from({ length: 5 }, () => shown[0]));
  log.count();
  log.count();
  expect(notes).toEqual(["Reconciler error of Foo default/one: no cloud (again, 5 times)"]);
});

test("what a manager prints at its end about an error that was shown is known", () => {
  take({ ...failed, stack: stack() });
  expect(log.hasShown('cannot load "src/main.ts": no cloud')).toBe(true);
  expect(log.hasShown('cannot load "src/main.ts": no network')).toBe(false);
});

test.each([
  ["a line that is no error", { ...failed, level: "info", stack: "" }],
  ["an error without a stack", failed],
  ["a line without an error", { msg: "Stopped", stack: "" }],
])("%s stays a line", (_, line) => {
  expect(take(line)).toBe(false);
  expect(shown).toEqual([]);
});
