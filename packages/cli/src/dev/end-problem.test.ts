// What Node prints at the end of a process: told apart by real processes, as Node changes its words.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endProblem } from "./end-problem.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-end-")));
writeFileSync(join(root, "package.json"), '{"type":"module"}');
afterAll(() => rmSync(root, { recursive: true }));

const file = join(root, "main.ts");

test.each([
  ["a timer throws", "setTimeout(() => {\n  throw new Error('late');\n}, 10);", "dev/uncaught", "late", 2],
  [
    "a timer's promise is rejected",
    "setTimeout(() => {\n  void Promise.reject(new Error('lost'));\n}, 10);",
    "dev/uncaught",
    "lost",
    2,
  ],
  [
    "a promise that nobody awaits is rejected",
    "async function f() {\n  await 1;\n  void Promise.reject(new Error('now'));\n  await new Promise(() => setTimeout(() => 0, 500));\n}\nawait f();",
    "dev/uncaught",
    "now",
    3,
  ],
  ["a module throws", "\nthrow new Error('top');", "cli/module", "top", 2],
  ["an import is missing", "import './none.ts';", "cli/module", "none.ts", undefined],
  [
    "a manager cannot start",
    "console.error('error operator/cache-not-synced: the cache was not filled\\n  help: check it\\n');process.exit(1);",
    "operator/cache-not-synced",
    "the cache was not filled",
    undefined,
  ],
  [
    "what a manager calls throws",
    "const { stack } = new Error('no cloud');\nconsole.error('error process/failed: no cloud\\n  help: fix it\\n' + stack);",
    "process/failed",
    "no cloud",
    1,
  ],
  ["the syntax is wrong", "const = 3;", "cli/module", "Unexpected token", 1],
])("%s", (_, source, code, problem, line) => {
  writeFileSync(file, source);
  const { stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  const ended = { exitCode: 1, signalCode: null, stderr, exitCall: undefined };
  const found = endProblem(ended, { root, entry: "main.ts", when: "", once: false, hasShown: () => false });
  expect(found).toMatchObject({ code, message: expect.stringContaining(problem) });
  expect(found.message).not.toMatch(code.startsWith("cli/") ? /^$/ : /cannot load/);
  expect(found.position?.file).toBe(file);
  expect(found.position && "line" in found.position ? found.position.line : undefined).toBe(line);
});

test("the help of a coded error is its own, and none where it has none", () => {
  writeFileSync(file, "");
  const of = (stderr: string): unknown =>
    endProblem(
      { exitCode: 1, signalCode: null, stderr, exitCall: undefined },
      { root, entry: "main.ts", when: "", once: false, hasShown: () => false },
    );
  const known = { code: "serve/port-in-use", severity: "error", message: "port 1 is in use", position: { file } };
  expect(of("error serve/port-in-use: port 1 is in use\n  help: use 2\n")).toEqual({ ...known, help: "use 2" });
  expect(of("error serve/port-in-use: port 1 is in use\n")).toEqual(known);
});
