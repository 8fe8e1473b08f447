// The loop of an author: the built `capstan dev` on a copy of provider-starter, from start to ready, from save to serving, with nothing to do, and what is seen of it in a terminal and in a browser.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildPackages } from "../src/build-packages.ts";
import { consoleLoadMs } from "../src/dev-console.ts";
import { frameFigures } from "../src/dev-frames.ts";
import { type Started, withDev } from "../src/dev-project.ts";
import { type DevFigures, devMisses, devTable, type LoopFigures } from "../src/dev-report.ts";
import type { Measurement } from "../src/measurement.ts";
import { childrenOf, cpuSeconds, residentMegabytes } from "../src/process-usage.ts";
import { median } from "../src/statistics.ts";

/** How often a file is saved, how long nothing happens, and how long frames are counted. */
const lengths = {
  short: { edits: 3, pauseMs: 1500, idleMs: 4000, framesMs: 4000 },
  full: { edits: 20, pauseMs: 2000, idleMs: 20_000, framesMs: 10_000 },
} as const;

/** How long a check of the types may take. */
const checkMs = 60_000;

interface Lengths {
  readonly edits: number;
  /** An author reads before the next save: types are checked meanwhile, and a process stands by again. */
  readonly pauseMs: number;
  readonly idleMs: number;
}

async function measureLoop({ folder, running, startMs }: Started, given: Lengths): Promise<LoopFigures> {
  const { edits, pauseMs, idleMs } = given;
  const saved: number[] = [];
  const file = join(folder, "src", "cloud.ts");
  const content = readFileSync(file, "utf8");
  for (let edit = 1; edit <= edits; edit += 1) {
    await sleep(pauseMs);
    const at = performance.now();
    writeFileSync(file, `${content}// ${edit}\n`);
    saved.push(await running.ready(edit + 1, at));
  }
  const dev = running.child.pid ?? 0;
  await untilChecked(dev);
  await sleep(pauseMs);
  return { startMs, editMs: median(saved), ...(await idleFigures(dev, idleMs)) };
}

/** Waits until the compiler that checks the types after a save has ended: beside it only the project's process and the one that stands by are children of dev. */
async function untilChecked(dev: number): Promise<void> {
  const late = AbortSignal.timeout(checkMs);
  while (childrenOf(dev).length > 2) {
    if (late.aborted) throw new Error(`types are still checked after ${checkMs} ms`);
    await sleep(100);
  }
}

type IdleFigures = Omit<LoopFigures, "startMs" | "editMs">;

/** The process that stands by is the one that was started last. */
async function idleFigures(dev: number, idleMs: number): Promise<IdleFigures> {
  const all = [dev, ...childrenOf(dev)];
  const used = (): number => all.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  await sleep(idleMs);
  const idlePercent = ((used() - before) / (idleMs / 1000)) * 100;
  const [devMB = Number.NaN, processMB = Number.NaN, standbyMB = Number.NaN] = all.map(residentMegabytes);
  return { idlePercent, devMB, processMB, standbyMB };
}

/** One run of dev. */
export const dev: Measurement = {
  name: "dev",
  run: async ({ short, assert }) => {
    await buildPackages(["@capstan/cli", "@capstan/api", "@capstan/controller-kit"]);
    // The first start fills Node's cache of compiled code, as the first start on a computer does; it is not counted.
    await withDev([], () => Promise.resolve());
    const given = short ? lengths.short : lengths.full;
    const loop = await withDev([], (started) => measureLoop(started, given));
    const loadMs = await consoleLoadMs();
    const some = await frameFigures({ objects: 500, ...given });
    const many = await frameFigures({ objects: 5000, ...given });
    const figures: DevFigures = { ...loop, loadMs, some, many };
    return { table: devTable(figures), missed: assert ? devMisses(figures) : [], figures };
  },
};
