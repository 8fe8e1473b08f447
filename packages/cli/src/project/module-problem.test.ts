// What a process printed, as a diagnostic: message, help and place.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { CapstanError } from "@capstan/kube";
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
  {
    name: "an error with a path in its message",
    text: `Error: the zone "a file:///home/me/keys.ts:1 b" or /p/keys.ts:1 is not known\n    at connect (file:///p/cloud.ts:3:9)\n`,
    want: {
      problem: 'the zone "a file:///home/me/keys.ts:1 b" or /p/keys.ts:1 is not known',
      help: "fix the error above",
      position: { file: "/p/cloud.ts", line: 3, column: 9 },
    },
  },
  {
    name: "an error with lines of a stack in its message, of files outside of the project and of no modules",
    text: "Error: none\n    at x (file:///home/me/keys.ts:1:1)\n    at /p/../home/keys.ts:1:1\n    at /p/.env:1\n/p/keys:1\nfile:///p/%2f.ts:1\n    at async file:///p/cloud.ts?17.5:3:9\n",
    want: { problem: "none", help: "fix the error above", position: { file: "/p/cloud.ts", line: 3, column: 9 } },
  },
  {
    name: "an error with an importer elsewhere in its message",
    text: "Error: none imported from /home/me/keys.ts\n",
    want: { problem: "none imported from", help: "fix the error above", position: { file: "/p/main.ts" } },
  },
  {
    name: "an error of Capstan's, as Node prints what nothing caught",
    text: `file:///p/cloud.ts:3\n\nCapstanError: there is no hook "x"\n    at file:///p/cloud.ts:3:9 {\n  code: 'extension/unknown-hook',\n  help: 'name one of "a", \\'b\\'',\n  '~capstan-error': true\n}\n`,
    want: {
      problem: 'there is no hook "x"',
      help: "name one of \"a\", 'b'",
      position: { file: "/p/cloud.ts", line: 3 },
    },
  },
  {
    name: "an error whose only frame is followed by its fields",
    text: "Error: none\n    at load (file:///p/cloud.ts:3:9) {\n  code: 'E'\n}\n",
    want: { problem: "none", help: "fix the error above", position: { file: "/p/cloud.ts", line: 3, column: 9 } },
  },
  {
    name: "an error with a field of that name that is not one of Capstan's",
    text: "Error: none\n    at file:///p/cloud.ts:3:9 {\n  help: 'call 112'\n}\n",
    want: { problem: "none", help: "fix the error above", position: { file: "/p/cloud.ts", line: 3, column: 9 } },
  },
])("$name", ({ text, want }) => {
  const { message, help, position } = moduleProblem("/p/main.ts", text, "/p");
  expect(message).toContain(want.problem);
  expect({ help, position }).toEqual({ help: want.help, position: want.position });
});

test.each(["do this", "do 'this'", `do "this" and 'that'`, "do `this`, 'that' and \"more\""])(
  "the help %s of an error that nothing caught is found in what Node prints",
  (help) => {
    const error = new CapstanError("foo/bar", "it is wrong", { help, cause: new Error("another") });
    expect(moduleProblem("/p/main.ts", inspect(error), "/p").help).toBe(help);
  },
);

test("a link in the project to a file elsewhere is none of its modules", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-frames-")));
  const root = join(folder, "project");
  mkdirSync(root);
  writeFileSync(join(folder, "keys.ts"), "");
  symlinkSync(join(folder, "keys.ts"), join(root, "linked.ts"));
  writeFileSync(join(root, "cloud.ts"), "");
  const text = `Error: none\n    at ${join(root, "linked.ts")}:1:1\n    at ${join(root, "cloud.ts")}:3:9\n`;
  expect(moduleProblem(join(root, "main.ts"), text, root).position).toEqual({
    file: join(root, "cloud.ts"),
    line: 3,
    column: 9,
  });
  rmSync(folder, { recursive: true });
});
