// What is wrong, on the screen of dev: causes first, equal errors once, and what a saved file may have made right.
import type { Diagnostic } from "@capstan/kube";
import { beforeEach, expect, test } from "vitest";
import { liveModel, shownFrame, waitingCluster } from "../../../test/live-frames.ts";
import { now } from "../../../test/tree-objects.ts";
import type { FrameModel } from "./frame-model.ts";

let model: FrameModel;
beforeEach(() => {
  model = liveModel(waitingCluster);
});

const size = { columns: 120, rows: 24 };

const type: Diagnostic = { code: "dev/types", severity: "error", message: "Type 'number' is wrong" };

/** A reconcile of a machine fails. */
function fail(name: string, problem: string): void {
  const message = `10:00:00 Reconciler error of Machine default/${name}: ${problem}`;
  const entry = { level: "error", msg: "Reconciler error", ts: "2026-01-01T10:00:00Z", controllerKind: "Machine" };
  const diagnostic = { code: "client/invalid", severity: "error", message } as const;
  model.thrown(diagnostic, { ...entry, Machine: { namespace: "default", name } }, now);
}

/** The lines above the log that are about errors. */
function shown(): readonly string[] {
  return shownFrame(model, size)
    .split("\n")
    .filter((line) => /^error |^ {2}… |^ {2}types: /.test(line));
}

test("the same error of several objects is one, with their number", () => {
  for (const name of ["workers-a", "workers-b", "c"]) fail(name, `Machine "${name}" is invalid: spec.cpus`);
  fail("d", "no host");
  expect(shown()).toEqual([
    'error client/invalid: 10:00:00 Reconciler error of 3 objects: Machine "workers-a" is invalid: spec.cpus',
    "error client/invalid: 10:00:00 Reconciler error of Machine default/d: no host",
  ]);
  expect(model.problems.count).toBe(2);
  const others = "  the same of Machine default/workers-b, Machine default/c";
  expect(shownFrame(model, size)).toContain(`spec.cpus\n${others}\nerror `);
  expect(model.printed).toContain(others);
});

test("types that are wrong come before what follows from them, and e shows the next error with its object", () => {
  fail("workers-b", "no host");
  model.found("types", [type], now);
  shownFrame(model, size);
  const [first, second] = shown();
  expect(first).toContain("dev/types");
  expect(second).toContain("no host");
  model.act("problem");
  expect(shown()).toEqual([expect.stringContaining("no host"), "  … error 2 of 2: e shows the next"]);
  expect(model.objects.selected()?.node.name).toBe("workers-b");
  model.act("problem");
  expect(shown()[0]).toContain("dev/types");
});

test("a cause that is found later comes first, also after e has gone around", () => {
  fail("workers-b", "no host");
  shownFrame(model, size);
  model.act("problem");
  model.found("types", [type], now);
  expect(shown()[0]).toContain("dev/types");
});

test("errors of types are not counted after a save, until they were checked again", () => {
  model.found("types", [type], now);
  expect(shownFrame(model, size)).toContain("! runs, 1 error\n");
  model.problems.changed();
  const saved = shownFrame(model, size);
  expect(saved).toContain("✓ ready, checking types\n");
  expect(saved).not.toContain("error dev/types");
  expect(shown()).toEqual(["  types: 1 error before the last change; they are checked again once the project runs"]);
  model.process("failed");
  expect(shownFrame(model, size)).toContain("✗ failed\n");
  model.process("ready");
  model.found("types", [], now);
  expect(shownFrame(model, size)).toContain("✓ ready\n");
});

test("types that are not checked are a warning until they are", () => {
  const message = "types are not checked: error TS5033: no space";
  model.found("types", [{ code: "dev/types-unchecked", severity: "warning", message }], now);
  expect(shownFrame(model, size)).toMatch(
    /✓ ready, 1 warning\n[^]*warning dev\/types-unchecked: types are not checked: error TS5033/,
  );
  model.problems.changed();
  expect(shownFrame(model, size)).toMatch(/✓ ready, 1 warning\n[^]*warning dev\/types-unchecked/);
  model.found("types", [], now);
  expect(shownFrame(model, size)).not.toContain("warning dev/types-unchecked");
});

/** The rows of the first problem at 80 columns, with so many lines in the log. */
function block(rows: number, logged: number): readonly string[] {
  for (let line = 0; line < logged; line += 1) model.note(`line ${line}`, now);
  const lines = shownFrame(model, { columns: 80, rows }).split("\n");
  const from = lines.findIndex((line) => line.startsWith("error "));
  const to = lines.findIndex((line) => line.startsWith("─ log"));
  return lines.slice(from, to);
}

/** The API server rejects the sample. */
function reject(...fields: readonly string[]): void {
  const head = 'PackedProviderMachine.infrastructure.cluster.x-k8s.io "x" is invalid: ';
  const message = `dev/c.yaml was not applied: cannot create PackedProviderMachine default/x: ${head}${fields.join(", ")}`;
  model.found("sample", [{ code: "dev/not-applied", severity: "error", message, help: "correct it" }], now);
}

const huge = 'spec.size: Unsupported value: "Huge": supported values: "Small", "Medium", "Large"';

test("a long message is whole where rows are free", () => {
  reject(huge);
  expect(block(24, 0)).toEqual([
    "error dev/not-applied: dev/c.yaml was not applied: cannot create",
    "  PackedProviderMachine default/x:",
    '  PackedProviderMachine.infrastructure.cluster.x-k8s.io "x" is invalid:',
    '  spec.size: Unsupported value: "Huge": supported values: "Small", "Medium",',
    '  "Large"',
    "  help: correct it",
  ]);
});

test("with few rows, a name that a message has twice is cut first", () => {
  reject(huge);
  expect(block(18, 30)).toEqual([
    "error dev/not-applied: dev/c.yaml was not applied: cannot create",
    '  PackedProviderMachine default/x: spec.size: Unsupported value: "Huge":',
    '  supported values: "Small", "Medium", "Large"',
    "  help: correct it",
  ]);
});

test("with few rows, the fields that are wrong are kept", () => {
  reject(...["spec.a", "spec.b", "spec.c"].map((field) => huge.replace("spec.size", field)));
  expect(block(18, 30)).toEqual([
    "error dev/not-applied: dev/c.yaml was not applied: cannot create",
    '  … spec.a: Unsupported value: "Huge": supported values: "Small", "Medium",',
    '  "Large", spec.b: Unsupported value: "Huge": supported values: "Small",',
    '  "Medium", "Large", spec.c: Unsupported value: "Huge": supported values: …',
    "  help: correct it",
  ]);
});

test("with few rows, a message without fields has its beginning and its end", () => {
  fail("workers-a", `${"long ".repeat(100)}end`);
  const lines = block(18, 30);
  expect(lines).toHaveLength(5);
  expect(lines.slice(-2)).toEqual(["  …", expect.stringMatching(/long end$/)]);
});

test("E shows all lines of an error, until another key, and e the next one", () => {
  const wide = { columns: 80, rows: 18 };
  reject(...Array.from({ length: 20 }, (_, at) => `spec.a${at}: Required value`));
  fail("workers-a", `no route to ${"a".repeat(100)}`);
  model.act("whole");
  const name = `  ${"a".repeat(78)}\n  ${"a".repeat(22)}\n`;
  expect(shownFrame(model, wide)).toContain(name);
  model.act("problem");
  const next = shownFrame(model, wide);
  expect(next).toContain("spec.a19: Required value\n  help: correct it\n");
  expect(next).not.toContain("OBJECT");
  model.act("whole");
  expect(shownFrame(model, wide)).toContain("OBJECT");
  model.act("whole");
  model.act("up");
  expect(shownFrame(model, wide)).toContain("OBJECT");
  model.act("whole");
  model.found("sample", [], now);
  model.process("starting");
  expect(shownFrame(model, wide)).toContain("OBJECT");
});

test("E shows the lines of an error of several lines as lines", () => {
  const wide = { columns: 80, rows: 18 };
  const error = "request failed\nstatus: 403\n\n\treason: quota exceeded\u001B[2J\n  help: ask for more";
  const words = "request failed; status: 403; reason: quota exceeded\u001B[2J";
  const about = "Reconciler error of Machine default/workers-";
  for (const name of ["a", "b"]) {
    const entry = { level: "error", msg: "Reconciler error", ts: "2026-01-01T10:00:00Z", controllerKind: "Machine" };
    const diagnostic = { code: "acme/quota", severity: "error", help: "ask for more" } as const;
    const message = `10:00:00 ${about}${name}: ${words}`;
    const key = { namespace: "default", name: `workers-${name}` };
    model.thrown({ ...diagnostic, message }, { ...entry, error, Machine: key }, now);
  }
  expect(shownFrame(model, wide)).toContain("Reconciler error of 2 objects: request failed;\n  status: 403; reason: ");
  model.act("whole");
  expect(shownFrame(model, wide)).toContain(
    [
      "error acme/quota: 10:00:00 Reconciler error of 2 objects: request failed",
      "  status: 403",
      "",
      "    reason: quota exceeded\\u001b[2J",
      "  the same of Machine default/workers-b",
      "  help: ask for more",
    ].join("\n"),
  );
});

test("all of an error that is longer than the screen is scrolled", () => {
  const small = { columns: 40, rows: 10 };
  reject(...Array.from({ length: 20 }, (_, at) => `spec.a${at}: Required value`));
  model.act("whole");
  expect(shownFrame(model, small)).toMatch(/error dev\/not-applied[^]*Up, Down: more; other keys close this\n/);
  for (let times = 0; times < 5; times += 1) model.act("pageDown");
  expect(shownFrame(model, small)).toContain("  help: correct it\n");
});

test("a warning is below the errors, in the color of what waits, and is no error", () => {
  const warning = { code: "dev/not-valid", severity: "warning", message: "Foo: 1 of 1 is not valid any more" } as const;
  model.found("stored", [warning], now);
  const painted = model.frame({ ...size, colors: true }, now).join("\n");
  expect(painted).toContain("\u001B[38;5;130mwarning dev/not-valid: Foo: 1 of 1 is not valid any more");
  expect(shownFrame(model, size)).toMatch(/✓ ready, 1 warning\n[^]*12:00:00 warn {2}Foo: 1 of 1 is not valid any more/);
  fail("a", "no host");
  expect(shown()[0]).toContain("no host");
  expect(shownFrame(model, size)).toMatch(/! runs, 1 error, 1 warning\n[^]*no host\nwarning dev\/not-valid/);
  model.act("problem");
  expect(shown()).toEqual(["  … problem 2 of 2: e shows the next"]);
  model.found("stored", [], now);
  expect(shownFrame(model, size)).not.toContain("warning dev/not-valid");
});

test("while a file cannot be loaded, what the compiler says of it is not shown", () => {
  const position = { file: "/p/src/hooks.ts", line: 3, column: 1 };
  const other: Diagnostic = {
    ...type,
    message: "Type 'string' is wrong",
    position: { ...position, file: "/p/src/a.ts" },
  };
  const followUps = [1, 2, 3].map((line): Diagnostic => ({ ...type, position: { ...position, line } }));
  model.found("project", [{ code: "cli/module", severity: "error", message: "no syntax", position }], now);
  model.found("types", [other, ...followUps], now);
  const frame = shownFrame(model, size);
  expect(frame).toContain("2 errors\n");
  expect(model.problems.all.map(({ message }) => message)).toEqual(["no syntax", "Type 'string' is wrong"]);
  expect(frame).not.toContain("Type 'number' is wrong");
  model.found("project", [], now);
  expect(model.problems.count).toBe(4);
});
