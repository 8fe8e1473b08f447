// What is wrong with several programs: each has its part, and no part hides another one.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { DevReport, type DevReportOptions } from "./dev-report.ts";

const ended = (entry: string): Diagnostic =>
  diagnose(devDiagnostics, "dev/ended", { values: { entry, how: "ended", help: "" } });
const [main, hooks] = [ended("src/main.ts"), ended("src/hooks.ts")];

interface Recorded {
  readonly report: DevReport;
  readonly shown: readonly (readonly [string, readonly Diagnostic[]])[];
  readonly printed: () => string;
}

function recorded({ once = false } = {}): Recorded {
  const shown: (readonly [string, readonly Diagnostic[]])[] = [];
  let text = "";
  const print = (more: string): void => void (text += more);
  const { signal } = new AbortController();
  const terminal = { cwd: "/", env: {}, interactive: false, signal, out: print, err: print };
  const view: DevReportOptions["view"] = { problems: (source, diagnostics) => shown.push([source, diagnostics]) };
  return { report: new DevReport({ terminal, format: "pretty", once, view }), shown, printed: () => text };
}

test("the problems of all programs are shown together, and those of one end without the others", () => {
  const { report, shown } = recorded();
  report.report({ title: "a", diagnostics: [hooks] }, { part: 1 });
  report.report({ title: "b", diagnostics: [main] });
  report.shows("loop", [hooks], 1);
  report.report({ title: "b", diagnostics: [] }, { part: 1 });
  expect(shown).toEqual([
    ["project", [hooks]],
    ["project", [main, hooks]],
    ["loop", [hooks]],
    ["project", [main]],
  ]);
  expect(report.problems).toEqual([main]);
});

test("what is right again after a save is shown when processes begin, and what is wrong at once", () => {
  const { report, shown } = recorded();
  report.report({ title: "a", diagnostics: [main] });
  report.saved();
  report.report({ title: "a", diagnostics: [] });
  report.report({ title: "a", diagnostics: [hooks] }, { part: 1 });
  expect(shown.slice(1)).toEqual([["project", [main, hooks]]]);
  report.restarted([]);
  expect(shown.slice(2)).toEqual([["project", [hooks]]]);
  report.report({ title: "a", diagnostics: [] }, { part: 1 });
  expect(shown.slice(3)).toEqual([["project", []]]);
});

test("why a process did not start is no problem of the next one, and of a program that is not started it stays", () => {
  const { report, shown } = recorded();
  report.report({ title: "a", diagnostics: [main] });
  report.report({ title: "b", diagnostics: [hooks] }, { part: 1 });
  report.saved();
  report.restarted([0]);
  expect(shown.at(-1)).toEqual(["project", [hooks]]);
});

test("a program that blocks while it describes itself has no problem of the code before", () => {
  const { report, shown } = recorded();
  report.report({ title: "a", diagnostics: [main] });
  report.report({ title: "b", diagnostics: [main] }, { source: "exit" });
  report.saved();
  report.replaced(0);
  expect(shown.slice(2)).toEqual([
    ["project", []],
    ["exit", []],
  ]);
});

test("how processes ended does not matter when others begin", () => {
  const { report, shown } = recorded();
  report.report({ title: "a", diagnostics: [main] }, { source: "exit" });
  report.restarted([]);
  report.report({ title: "b", diagnostics: [hooks] }, { source: "exit", part: 1 });
  expect(shown.at(-1)).toEqual(["exit", [hooks]]);
});

test("what becomes the outcome of the run is not printed before", () => {
  const once = recorded({ once: true });
  once.report.report({ title: "a", diagnostics: [main] });
  expect([once.printed(), once.report.problems]).toEqual(["", [main]]);
  const { report, printed } = recorded();
  report.report({ title: "a", diagnostics: [main] });
  expect(printed()).toMatch(/^a\nerror dev\/ended: src\/main\.ts ended\n[^]*next: save a change to try again\n$/);
});

test("what the compiler says of a file that cannot be loaded is no problem of its own", () => {
  const at = (code: string, file: string): Diagnostic => ({
    code,
    severity: "error",
    message: "it is wrong",
    position: { file },
  });
  const types = [at("dev/types", "/src/hooks.ts"), at("dev/types", "/src/main.ts")];
  const { report } = recorded();
  expect(report.ownProblems(types)).toEqual(types);
  report.report({ title: "a", diagnostics: [at("cli/module", "/src/hooks.ts")] }, { part: 1 });
  expect(report.ownProblems(types)).toEqual([at("dev/types", "/src/main.ts")]);
  report.report({ title: "a", diagnostics: [] }, { part: 1 });
  expect(report.ownProblems(types)).toEqual(types);
});
