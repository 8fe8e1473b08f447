// What a process printed, as a diagnostic: message, help and place.
import { expect, test } from "vitest";
import { moduleProblem } from "./module-problem.ts";

const log = '{"level":"info","ts":"2026-01-01T00:00:00.000Z","logger":"foo","msg":"Caches are filled"}\n';

test.each([
  {
    name: "an error with a code and a help, after lines of the log",
    text: `${log}error serve/port-in-use: cannot listen on :1\n  help: choose another port\n`,
    want: { problem: "cannot listen on :1", help: "choose another port", position: { file: "/p/main.ts" } },
  },
  {
    name: "an error with a code and a stack",
    text: `error process/failed: no cloud\n  help: fix the error in the stack trace below\nError: no cloud\n    at connect (file:///p/cloud.ts:3:9)\n`,
    want: {
      problem: "no cloud",
      help: "fix the error in the stack trace below",
      position: { file: "/p/cloud.ts", line: 3, column: 9 },
    },
  },
  {
    name: "an error that ended the process",
    text: "file:///p/cloud.ts:3\n\nTypeError: no cloud\n    at file:///p/cloud.ts:3:9\n",
    want: { problem: "no cloud", help: "fix the error above", position: { file: "/p/cloud.ts", line: 3 } },
  },
])("$name", ({ text, want }) => {
  const { message, help, position } = moduleProblem("/p/main.ts", text);
  expect(message).toContain(want.problem);
  expect({ help, position }).toEqual({ help: want.help, position: want.position });
});
