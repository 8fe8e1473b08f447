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
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findOnPath } from "./follow-parent.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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

const parentScript = (log: string, then = "setInterval(() => {}, 1000);"): string =>
  [
    `import { startProcess } from ${JSON.stringify(join(import.meta.dirname, "process.ts"))};`,
    `const { pid } = await startProcess({ name: "child", command: "sleep", args: ["300"], log: ${JSON.stringify(log)} });`,
    "console.log(pid);",
    then,
  ].join("\n");

/** The program of a process, by /proc; undefined when it has ended, also where nobody has asked for its exit yet. */
const running = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, program, state] = /\((.*)\) (\S)/.exec(stat) ?? [];
    return state === "Z" || state === "X" ? undefined : program;
  } catch {
    return undefined;
  }
};

describe.runIf(findOnPath("setpriv") !== undefined)("a process ends with the one that started it", () => {
  const startParent = async (script: string): Promise<{ parent: ChildProcess; pid: number }> => {
    const args = ["--conditions=@capstan/source", "--input-type=module-typescript", "-e", script];
    const parent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const [data] = (await once(parent.stdout, "data")) as [Buffer];
    return { parent, pid: Number(data.toString()) };
  };

  test("kill -9 included", async () => {
    const { parent, pid } = await startParent(parentScript(join(folder, "child.log")));
    await vi.waitFor(() => expect(running(pid)).toBe("sleep"), 10_000);
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(running(pid)).toBeUndefined(), 10_000);
  });

  test("also when that one dies at once", async () => {
    const { pid } = await startParent(
      parentScript(join(folder, "orphan.log"), "process.kill(process.pid, 'SIGKILL');"),
    );
    await vi.waitFor(() => expect(running(pid)).toBeUndefined(), 10_000);
  });
});
