// How `capstan dev` ends, and goes on: with an entry that blocks its event loop, after one signal and after two, killed, and beside another one.
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { devEntry, DevProject, lives } from "../../test/dev-project.ts";

const project = new DevProject();

/** It tells its process id, and then never lets its event loop turn. */
const blocks = `import { writeFileSync } from "node:fs";
export const word = "blocks";
if (!process.argv.includes("--describe")) {
  writeFileSync(new URL("../pid", import.meta.url), String(process.pid));
  for (;;);
}
`;

async function blockedPid(): Promise<string> {
  const file = join(project.root, "pid");
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8") !== "").toBe(true);
  return readFileSync(file, "utf8");
}

test("the next save starts an entry again that blocks, before it is ready and afterwards", async () => {
  project.write("src/word.ts", blocks);
  const dev = project.start();
  const pid = await blockedPid();
  project.say("two");
  await project.until(/says two \d+[\s\S]*ready after|ready after[\s\S]*says two \d+/);
  expect(lives(pid)).toBe(false);
  project.write(
    "src/word.ts",
    `export const word = "three";\nif (!process.argv.includes("--describe")) setTimeout(() => { for (;;); }, 500);\n`,
  );
  await project.until(/says three (\d+)/);
  await project.until(/src\/word\.ts:2:\d+ error dev\/blocked: the event loop of src\/main\.ts is blocked/);
  project.say("four");
  await project.until(/says four \d+/);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
});

test("an entry that cannot describe itself is waited for", async () => {
  project.write("src/word.ts", `export const word = "x";\nfor (;;);\n`);
  project.start();
  await project.until(/src\/word\.ts:2:\d+ error dev\/blocked/);
  project.write("src/word.ts", `export const word = "x";\nthrow new Error("no cloud");\n`);
  await project.until(/src\/word\.ts:2:7 error cli\/module: [^\n]*no cloud[\s\S]*save a change/);
  project.say("two");
  const [, pid] = await project.until(/says two (\d+)/);
  expect(lives(pid)).toBe(true);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends dev and an entry that blocks before it is ready",
  async (signal) => {
    project.write("src/word.ts", blocks);
    const dev = project.start();
    const pid = await blockedPid();
    dev.kill(signal);
    expect(await once(dev, "close")).toEqual([0, null]);
    expect(lives(pid)).toBe(false);
  },
);

test("a second signal ends dev at once, and kills an entry that does not stop", async () => {
  project.write(
    "src/main.ts",
    devEntry.replace('process.on("SIGTERM", ', 'process.on("SIGTERM", () => console.log("no"), '),
  );
  const dev = project.start();
  const [, pid] = await project.until(/says one (\d+)/);
  await project.until(/ready after/);
  dev.kill("SIGINT");
  await project.until(/no\n/);
  dev.kill("SIGINT");
  expect(await once(dev, "exit")).toEqual([null, "SIGINT"]);
  await expect.poll(() => lives(pid)).toBe(false);
});

/** It prints without an end, and notes how often. */
const floods = `import { writeFileSync } from "node:fs";
export const word = "floods";
let lines = 0;
if (!process.argv.includes("--describe"))
  setInterval(() => {
    if (process.stdout.writableLength > 4e6) return;
    for (let i = 0; i < 500; i++) console.log("flood", (lines += 1), "x".repeat(800));
    writeFileSync(new URL("../lines", import.meta.url), String(lines));
  }, 20);
`;

test("what nobody reads stays in the process that prints it, and Ctrl-C ends dev nevertheless", async () => {
  project.write("src/word.ts", floods);
  const dev = project.start();
  await project.until(/ready after/);
  dev.stdout?.pause();
  const lines = (): string => readFileSync(join(project.root, "lines"), "utf8");
  let before = "";
  // Nothing more is printed, because nothing is taken.
  await expect.poll(() => before === (before = lines()), { interval: 500 }).toBe(true);
  // The rest is in the pipes, and in the process up to its own limit.
  expect(Number(before) - (numbersOf(project.printed).at(-1) ?? 0)).toBeLessThan(20_000);
  dev.stdout?.resume();
  await expect.poll(() => Number(lines()) > Number(before) + 20_000).toBe(true);
  const numbers = numbersOf(project.printed);
  // A few have a line of dev itself within them.
  expect(numbers.length).toBeGreaterThan((numbers.at(-1) ?? Infinity) - 10);
  dev.stdout?.pause();
  await expect.poll(() => before === (before = lines()), { interval: 500 }).toBe(true);
  dev.kill("SIGINT");
  expect(await once(dev, "exit")).toEqual([0, null]);
});

/** Only whole lines count. */
function numbersOf(printed: string): readonly number[] {
  return [...printed.matchAll(/flood (\d+) x+\n/g)].map(([, number]) => Number(number));
}

test("what the project starts ends with it, also in the run that describes it", async () => {
  project.write(
    "src/word.ts",
    `import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
export const word = "x";
const { pid } = spawn("sh", ["-c", "sleep 987; true"], { stdio: "ignore" });
appendFileSync(new URL("../pids", import.meta.url), pid + "\\n");
if (process.argv.includes("--describe")) setTimeout(() => process.exit(), 200);
`,
  );
  const dev = project.start();
  await project.until(/ready after/);
  const pids = readFileSync(join(project.root, "pids"), "utf8").trimEnd().split("\n");
  // The system ends a process that was killed a moment later.
  await expect.poll(() => pids.map(lives)).toEqual([false, true]);
  dev.kill("SIGINT");
  await once(dev, "close");
  await expect.poll(() => pids.map(lives)).toEqual([false, false]);
});

test("a killed dev leaves no process behind that blocks", async () => {
  project.write("src/word.ts", blocks);
  const dev = project.start();
  const pid = await blockedPid();
  dev.kill("SIGKILL");
  await once(dev, "exit");
  await expect.poll(() => lives(pid)).toBe(false);
});

test("a second dev in the project does not start, and one after a killed dev does", async () => {
  const first = project.start();
  await project.until(/ready after/);
  const kubeconfig = readFileSync(join(project.root, ".capstan/dev/kubeconfig"), "utf8");
  const second = project.start();
  expect(await once(second, "close")).toEqual([1, null]);
  expect(project.printed).toContain(
    `error dev/running: capstan dev already runs in this project, as process ${first.pid}\n  help: use its control plane with export KUBECONFIG=.capstan/dev/kubeconfig, or stop it first: kill ${first.pid}\n`,
  );
  expect(readFileSync(join(project.root, ".capstan/dev/kubeconfig"), "utf8")).toBe(kubeconfig);
  first.kill("SIGKILL");
  await once(first, "exit");
  project.printed = "";
  const third = project.start();
  await project.until(/ready after/);
  third.kill("SIGTERM");
  await once(third, "close");
  expect(existsSync(join(project.root, ".capstan/dev/lock"))).toBe(false);
});

test("a lock with the number of another process, or without any, is taken over", async () => {
  project.start("--once");
  await once(project.dev ?? process, "close");
  for (const content of [JSON.stringify({ pid: process.pid, started: "1" }), "{", ""]) {
    writeFileSync(join(project.root, ".capstan/dev/lock"), content);
    expect(await once(project.start("--once"), "close")).toEqual([0, null]);
  }
});
