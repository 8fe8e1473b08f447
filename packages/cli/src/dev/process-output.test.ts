// What is printed of a process' output, and what is kept for the message about its end.
import { expect, test } from "vitest";
import { ProcessOutput } from "./process-output.ts";

interface Seen {
  readonly printed: string;
  readonly taken: readonly string[];
  readonly end: string;
}

/** Writes the parts, of which `ready` is the moment when the process is ready. */
function seen(...parts: readonly string[]): Seen {
  let printed = "";
  const taken: string[] = [];
  const output = new ProcessOutput({
    print: (text) => (printed += text),
    take: ({ level, msg }) => level === "error" && taken.push(msg) > 0,
  });
  for (const part of parts) {
    if (part === "ready") output.started();
    else output.write(part);
  }
  const end = output.end();
  return { printed, taken, end };
}

const line = (level: string, msg: string): string => `${JSON.stringify({ level, msg })}\n`;
const report =
  "file:///a/src/b.ts:3\n    throw 1;\n    ^\n\nError: no cloud\n    at file:///a/src/b.ts:3:5\n\nNode.js v24.0.0\n";

test.each([
  ["lines of a log are printed before it is ready, too", [line("info", "a")], { printed: line("info", "a") }],
  ["errors are taken", ["ready", line("error", "a"), "b\n"], { printed: "b\n", taken: ["a"] }],
  ["a line in two parts", ["ready", '{"level":"error",', '"msg":"a"}\nb'], { printed: "b", taken: ["a"] }],
  ["a part of a line at the end", ["ready", '{"level":'], { printed: '{"level":' }],
  ["other output waits until it is ready", ["a\n", "b", "ready", "c"], { printed: "a\nbc" }],
  ["a process that never is", ["a\n", line("info", "b"), report], { printed: line("info", "b"), end: `a\n${report}` }],
  ["a report of Node's is kept", ["ready", "a\n", report], { printed: "a\n", end: report }],
  ["a report in two parts", ["ready", report.slice(0, 30), report.slice(30)], { end: report }],
  ["a time is no report", ["ready", "at 10:30\n"], { printed: "at 10:30\n" }],
] as const)("%s", (_, parts, want) => {
  expect(seen(...parts)).toEqual({ printed: "", taken: [], end: "", ...want });
});

test("what looks like a report and is none is printed after a while", async () => {
  let printed = "";
  const output = new ProcessOutput({ print: (text) => (printed += text), take: () => false });
  output.started();
  output.write("/a/b.ts:3\nwas read\n");
  expect(printed).toBe("");
  await expect.poll(() => printed).toBe("/a/b.ts:3\nwas read\n");
});
