// The table of dev has each goal beside its figure, and misses are named; the processes below a process are found.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { devMisses, devTable } from "./dev-report.ts";
import { childrenOf } from "./process-usage.ts";

const frames = {
  changesASecond: 50,
  reconcilesASecond: 51,
  terminalFrameMs: 95,
  terminalGapMs: 15,
  browserGapMs: 33,
  loadMs: 250,
  idlePercent: 0.4,
  devMB: 300,
  turnMs: 30,
};
const good = {
  startMs: 1499,
  editMs: 300,
  idlePercent: 0.2,
  devMB: 150,
  processMB: 90,
  standbyMB: 80,
  loadMs: 250,
  some: frames,
  many: { ...frames, loadMs: 900 },
};

test("each goal stands beside its figure", () => {
  const lines = devTable(good).split("\n");
  expect(lines).toContain("| start to first ready | 1,499 ms | 1500 ms |");
  expect(lines).toContain("| processor when idle | 0.200 % of a core | 1 % of a core |");
  expect(lines).toContain("| memory of dev | 150 MB |  |");
  expect(lines).toContain("| 500 objects: load of the console in Chromium, median | 250 ms | 300 ms |");
  expect(lines).toContain("| 5,000 objects: load of the console in Chromium, median | 900 ms | 1000 ms |");
  expect(lines).toContain("| 500 objects: reconciles a second | 51.0 |  |");
  expect(lines).toContain("| 500 objects: longest time between frames of the terminal | 95.0 ms |  |");
  expect(lines).toContain("| 500 objects: the same beyond its pace of 80 ms | 15.0 ms | 100 ms |");
  expect(lines).toContain("| 5,000 objects: longest turn of dev's event loop | 30.0 ms | 200 ms |");
});

test("a goal that is missed is marked in the table", () => {
  expect(devTable({ ...good, editMs: 301 })).toContain("| save to serving, median | 301 ms | 300 ms, missed |");
});

test("figures within their goals are no misses, others are, and a missing figure too", () => {
  expect(devMisses(good)).toEqual([]);
  const many = { ...frames, terminalGapMs: 540 };
  expect(devMisses({ ...good, editMs: 301, idlePercent: Number.NaN, many })).toEqual([
    "save to serving, median: 301 ms, at most 300",
    "processor when idle: NaN % of a core, at most 1",
    "5,000 objects: the same beyond its pace of 80 ms: 540 ms, at most 500",
  ]);
});

test("without a browser its rows say so, and no goal is missed", () => {
  const without = { ...good, loadMs: undefined, some: { ...frames, browserGapMs: undefined } };
  expect(devTable(without)).toContain("| load of the console in Chromium, median | no Chromium | 300 ms |");
  expect(devMisses(without)).toEqual([]);
});

test.runIf(process.platform === "linux")("the children of a process, the oldest first", async () => {
  const script =
    "const { spawn } = require('node:child_process'); const run = () => spawn('sleep', ['30']); run(); setTimeout(() => { run(); console.log('both'); }, 50);";
  const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  await once(parent.stdout, "data");
  const children = childrenOf(parent.pid ?? 0);
  for (const pid of children) process.kill(pid);
  parent.kill();
  expect(children).toHaveLength(2);
  expect(children).toEqual(children.toSorted((a, b) => a - b));
});
