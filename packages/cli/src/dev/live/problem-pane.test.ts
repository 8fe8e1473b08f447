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
  model.found("types", [], now);
  expect(shownFrame(model, size)).toContain("✓ ready\n");
});

test("with few rows, a long message has three lines", () => {
  fail("workers-a", "long ".repeat(100));
  const lines = shownFrame(model, size).split("\n");
  const from = lines.findIndex((line) => line.startsWith("error "));
  expect(lines.slice(from, from + 3).at(-1)).toBe("  …");
});

test("a warning is below the errors, in the color of what waits, and is no error", () => {
  const warning = { code: "dev/not-valid", severity: "warning", message: "Foo: 1 of 1 is not valid any more" } as const;
  model.found("stored", [warning], now);
  const painted = model.frame({ ...size, colors: true }, now).join("\n");
  expect(painted).toContain("\u001B[38;5;130mwarning dev/not-valid: Foo: 1 of 1 is not valid any more");
  expect(shownFrame(model, size)).toMatch(/✓ ready\n[^]*12:00:00 warn {2}Foo: 1 of 1 is not valid any more/);
  fail("a", "no host");
  expect(shown()[0]).toContain("no host");
  expect(shownFrame(model, size)).toMatch(/! runs, 1 error\n[^]*no host\nwarning dev\/not-valid/);
  model.act("problem");
  expect(shown()).toEqual(["  … problem 2 of 2: e shows the next"]);
  model.found("stored", [], now);
  expect(shownFrame(model, size)).not.toContain("warning dev/not-valid");
});
