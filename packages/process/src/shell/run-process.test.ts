// A program as a process: signals, exit codes, and which stream takes what.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "capstan-process-"));
const main = join(folder, "main.ts");

beforeAll(() => {
  const process = fileURLToPath(new URL("../index.ts", import.meta.url));
  writeFileSync(
    main,
    `import { runProcess } from ${JSON.stringify(process)};
await runProcess({
  name: "foo",
  title: "foo",
  flags: { stay: { kind: "boolean", help: "" } },
  describe: () => ({ filler: "x".repeat(200_000) }),
  work: ({ flags, signal, log }) =>
    new Promise((resolve) => {
      const timer = setInterval(() => {}, 1000);
      signal.addEventListener("abort", () => {
        log.info("Stopping");
        if (!flags.stay) resolve(clearInterval(timer));
      });
      log.info("Working");
    }),
});
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program; whenever standard error has the next of the words, it is sent a signal. */
function ran(
  args: readonly string[],
  signals: readonly (readonly [word: string, signal: NodeJS.Signals])[],
): Promise<Ended> {
  const child = spawn(process.execPath, ["--conditions=@capstan/source", main, ...args]);
  let [stdout, stderr, sent] = ["", "", 0];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    const [word, signal] = signals[sent] ?? [];
    if (word === undefined || !stderr.includes(`"msg":"${word}"`)) return;
    sent += 1;
    child.kill(signal);
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

test.each(["SIGTERM", "SIGINT"] as const)("%s stops it, with 0", async (signal) => {
  const { code, stdout, stderr } = await ran([], [["Working", signal]]);
  expect([code, stdout]).toEqual([0, ""]);
  const lines = stderr.trim().split("\n");
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { level: "info", ts: expect.any(String), logger: "foo", msg: "Working" },
    { level: "info", ts: expect.any(String), logger: "foo", msg: "Stopping" },
  ]);
});

test("a second signal ends it at once, with 1", async () => {
  const { code } = await ran(
    ["--stay"],
    [
      ["Working", "SIGTERM"],
      ["Stopping", "SIGINT"],
    ],
  );
  expect(code).toBe(1);
});

test("--describe is written whole to standard output before the process ends", async () => {
  const { code, stdout, stderr } = await ran(["--describe"], []);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.length).toBeGreaterThan(200_000);
  expect(stdout.endsWith("}\n")).toBe(true);
});

test("a wrong flag ends the process with 2, on standard error", async () => {
  expect(await ran(["--sty"], [])).toEqual({
    code: 2,
    stdout: "",
    stderr: "error process/unknown-flag: there is no flag --sty\n  help: write --stay, if you meant that\n",
  });
});
