// Child processes: ready, ended, and never left behind.
import {
  chmodSync,
  closeSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { findOnPath } from "./follow-parent.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProcess } from "./process.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-process-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (name: string, script: string) =>
  startProcess({ name, command: process.execPath, args: ["-e", script], log: join(folder, `${name}.log`) });

test("keeps the output and tells how it ended", async () => {
  const child = await run("three-lines", "for (const line of [1, 2, 3]) console.log(line); process.exitCode = 7");
  expect(await child.exited).toEqual({ code: 7, signal: null });
  expect(child.exit).toEqual({ code: 7, signal: null });
  expect(child.lastLines(2)).toEqual(["2", "3"]);
});

test("its log is for this user alone, also where the file was there", async () => {
  const log = join(folder, "open.log");
  writeFileSync(log, "before\n");
  chmodSync(log, 0o666);
  await (
    await run("open", "console.log('after')")
  ).exited;
  expect([readFileSync(log, "utf8"), statSync(log).mode & 0o777]).toEqual(["before\nafter\n", 0o600]);
});

test("a user who opened its log while that was readable sees nothing of the next run", async () => {
  const log = join(folder, "opened.log");
  writeFileSync(log, "before\n");
  chmodSync(log, 0o644);
  const opened = openSync(log, "r");
  await (
    await run("opened", "console.log('after')")
  ).exited;
  expect([readFileSync(opened, "utf8"), readFileSync(log, "utf8")]).toEqual(["before\n", "before\nafter\n"]);
  closeSync(opened);
});

test.runIf(process.getuid?.() === 0).each(["a file", "a link"])(
  "a log that is %s of another user is not used",
  async (kind) => {
    const log = join(folder, "theirs.log");
    const [aim, own] = [join(folder, "aim"), 65_534];
    writeFileSync(aim, "");
    if (kind === "a link") symlinkSync(aim, log);
    else writeFileSync(log, "");
    lchownSync(log, own, own);
    await expect(run("theirs", "console.log('secret')")).rejects.toMatchObject({
      code: "testenv/folder-not-private",
      message: `the folder ${folder} is not used, because ${log} belongs to the user ${own}`,
    });
    expect(readFileSync(log, "utf8")).toBe("");
    rmSync(log);
  },
);

test("kills what does not stop when asked", async () => {
  const child = await run(
    "stubborn",
    "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)",
  );
  while (child.lastLines().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await child.stop({ withinMs: 100 })).toEqual({ code: null, signal: "SIGKILL" });
});

test("stopping what has ended resolves at once", async () => {
  const child = await run("short", "");
  await child.exited;
  expect(await child.stop()).toEqual({ code: 0, signal: null });
});

test("a program that is not there is an error that says so", async () => {
  const start = startProcess({ name: "nothing", command: "/nowhere/nothing", log: join(folder, "nothing.log") });
  const outcome = await start.then((child) => child.exited.then(() => child.lastLines().join("\n")), String);
  expect(outcome).toContain("/nowhere/nothing");
});

const parentScript = (log: string): string =>
  [
    `import { startProcess } from ${JSON.stringify(join(import.meta.dirname, "process.ts"))};`,
    `const { pid } = await startProcess({ name: "child", command: "sleep", args: ["300"], log: ${JSON.stringify(log)} });`,
    "console.log(pid);",
    "setInterval(() => {}, 1000);",
  ].join("\n");

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.runIf(findOnPath("setpriv") !== undefined)(
  "a process ends with the one that started it, kill -9 included",
  async () => {
    const args = [
      "--conditions=@capstan/source",
      "--input-type=module-typescript",
      "-e",
      parentScript(join(folder, "child.log")),
    ];
    const parent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once("data", (data: Buffer) => resolve(Number(data.toString())));
    });
    expect(alive(pid)).toBe(true);
    parent.kill("SIGKILL");
    while (alive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(alive(pid)).toBe(false);
  },
);
