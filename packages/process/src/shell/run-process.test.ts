// A program as a process: signals, exit codes, and which stream takes what.
import { spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
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
  flags: { stay: { kind: "boolean", help: "" }, fail: { kind: "boolean", help: "" }, lines: { kind: "integer", default: "0", help: "" } },
  describe: () => ({ filler: "x".repeat(2_000_000) }),
  work: ({ flags, signal, log }) =>
    new Promise((resolve, reject) => {
      if (flags.fail) return reject(new Error("broken\\u001b]0;x\\u0007\\u202e"));
      for (let line = 0; line < flags.lines; line++) log.info("Line");
      if (flags.lines > 0) return resolve();
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

test("what a terminal obeys in the message of an error is shown", async () => {
  const { code, stderr } = await ran(["--fail"], []);
  expect([code, stderr.split("\n")[0]]).toEqual([1, "error process/failed: broken\\u001b]0;x\\u0007\\u202e"]);
  expect(stderr).toMatch(/^[\n -~]*$/);
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
  expect(stdout.length).toBeGreaterThan(2_000_000);
  expect(stdout.endsWith("}\n")).toBe(true);
});

test("a wrong flag ends the process with 2, on standard error", async () => {
  expect(await ran(["--sty"], [])).toEqual({
    code: 2,
    stdout: "",
    stderr: 'error process/unknown-flag: there is no flag --sty; did you mean "--stay"?\n  help: see --help\n',
  });
});

const full = "/dev/full";
const noSpace =
  "error process/output: cannot write to standard output: no space is left on the device\n  help: write to a place that has space for it\n";

/** Runs the program with one stream on a full disk, or in a pipe that its reader has closed; returns the code and what the other stream has. */
async function ranInto(
  stream: "stdout" | "stderr",
  args: string,
  to: "full" | "closed",
): Promise<[number | null, string]> {
  const file = to === "full" ? openSync(full, "w") : undefined;
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  if (file !== undefined) stdio[stream === "stdout" ? 1 : 2] = file;
  const child = spawn(process.execPath, ["--conditions=@capstan/source", main, args], { stdio });
  if (file === undefined) child[stream]?.destroy();
  else closeSync(file);
  let other = "";
  child[stream === "stdout" ? "stderr" : "stdout"]?.on("data", (chunk: Buffer) => (other += chunk.toString()));
  const [code] = await once(child, "close");
  return [code, other];
}

test.skipIf(!existsSync(full)).each([
  { stream: "stdout", args: "--describe", want: [1, noSpace] },
  { stream: "stdout", args: "--help", want: [1, noSpace] },
  { stream: "stderr", args: "--sty", want: [2, ""] },
  { stream: "stderr", args: "--fail", want: [1, ""] },
] as const)("a full disk as $stream of $args ends with $want.0 and without a stack", async ({ stream, args, want }) => {
  expect(await ranInto(stream, args, "full")).toEqual(want);
});

test.each([
  { stream: "stdout", args: "--describe", want: [1, ""] },
  { stream: "stderr", args: "--sty", want: [2, ""] },
  { stream: "stderr", args: "--fail", want: [1, ""] },
] as const)(
  "a closed pipe as $stream of $args ends with $want.0 and without a stack",
  async ({ stream, args, want }) => {
    expect(await ranInto(stream, args, "closed")).toEqual(want);
  },
);

test.each(["full", "closed"] as const)(
  "log lines into a %s standard error are lost, and the program works on",
  async (to) => {
    if (to === "full" && !existsSync(full)) return;
    expect(await ranInto("stderr", "--lines=20000", to)).toEqual([0, ""]);
  },
);
