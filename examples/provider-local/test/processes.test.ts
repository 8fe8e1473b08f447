// Detached processes: one per machine, found again by the folder, ended with it. A small program takes the place of a machine, so no API
// server is needed.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureProcess, findProcess, readConfig, stopProcess } from "../src/processes/detached.ts";
import { identify, isRunning } from "../src/processes/process-identity.ts";

const module = join(import.meta.dirname, "testdata", "idle-process.ts");
let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "provider-local-test-"));
  folder = join(root, "machines", "default", "a");
});
afterEach(async () => {
  await stopProcess(folder);
  await rm(root, { recursive: true });
});

async function started(): Promise<{ pid: number; started: string }> {
  for (;;) {
    const found = await ensureProcess({ module, folder }, { name: "a" });
    if (found !== undefined) return found;
    await sleep(20);
  }
}

test("a process is started once and found again", async () => {
  const first = await started();
  expect(await started()).toEqual(first);
  expect(await findProcess(folder)).toEqual(first);
  expect(await readConfig(folder)).toEqual({ name: "a" });
});

test("ten managers that start it at once leave one process", async () => {
  await Promise.all(Array.from({ length: 10 }, () => ensureProcess({ module, folder }, { name: "a" })));
  const winner = await started();
  // Every process that ran has written its pid; those without the claim have ended.
  await expect.poll(async () => (await pids()).length).toBeGreaterThan(5);
  await expect.poll(async () => runningAmong(await pids())).toEqual([winner.pid]);
});

async function pids(): Promise<number[]> {
  const text = await readFile(join(folder, "log"), "utf8");
  return text.trim().split("\n").map(Number);
}

async function runningAmong(all: readonly number[]): Promise<number[]> {
  const alive = await Promise.all(all.map(async (pid) => ((await identify(pid)) === undefined ? [] : [pid])));
  return alive.flat();
}

test("a process that was killed is started again, under the next claim", async () => {
  const first = await started();
  process.kill(first.pid, "SIGKILL");
  await expect.poll(() => isRunning(first)).toBe(false);
  const second = await started();
  expect(second.pid).not.toBe(first.pid);
});

test("a claim of a reused pid names a process that no longer exists", async () => {
  await started();
  await stopProcess(folder);
  const self = await identify(process.pid);
  expect(await isRunning({ pid: process.pid, started: `${self?.started}0` })).toBe(false);
});

test("stopping ends the process and leaves nothing; twice is fine", async () => {
  const process = await started();
  await stopProcess(folder);
  expect(await isRunning(process)).toBe(false);
  expect(await findProcess(folder)).toBeUndefined();
  await stopProcess(folder);
});

test("a process whose folder was stopped before it claimed it ends by itself", async () => {
  await ensureProcess({ module, folder }, { name: "a" });
  await stopProcess(folder);
  await sleep(500);
  expect(await findProcess(folder)).toBeUndefined();
});

test("a config is replaced whole", async () => {
  await started();
  await ensureProcess({ module, folder }, { name: "b" });
  expect(await readConfig(folder)).toEqual({ name: "b" });
  await writeFile(join(folder, "unrelated"), "");
});
