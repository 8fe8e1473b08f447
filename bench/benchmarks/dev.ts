// The loop of an author: the built `capstan dev` on a copy of provider-starter, from start to ready, from save to serving, and with nothing to do.
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "@capstan/repo";
import { buildPackages } from "../src/build-packages.ts";
import { type DevFigures, devMisses, devTable } from "../src/dev-report.ts";
import type { Measurement } from "../src/measurement.ts";
import { childrenOf, cpuSeconds, residentMegabytes } from "../src/process-usage.ts";
import { median } from "../src/statistics.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";

const example = join(root, "examples", "provider-starter");
const capstan = join(root, "packages", "cli", "dist", "main.js");

/** How often a file is saved, and how long nothing happens. */
const lengths = {
  short: { edits: 3, pauseMs: 1500, idleMs: 4000 },
  full: { edits: 20, pauseMs: 2000, idleMs: 20_000 },
} as const;

interface Lengths {
  readonly edits: number;
  /** An author reads before the next save: types are checked meanwhile, and a process stands by again. */
  readonly pauseMs: number;
  readonly idleMs: number;
}
/** How long one step may take at most. */
const limitMs = 20_000;

/** A project as a user has it: packages are resolved to what is built, and types are checked. */
function copyProject(): string {
  const folder = makeTemporaryFolder();
  for (const part of ["src", "generated", "templates", "capstan.config.ts", "package.json"])
    cpSync(join(example, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(example, "node_modules", "@capstan"), join(folder, "node_modules", "@capstan"));
  for (const name of ["typescript", "@types"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  const compilerOptions = {
    module: "nodenext",
    target: "es2024",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["src"], exclude: ["src/**/*.test.ts"] }),
  );
  return folder;
}

/** A running dev, and how often it has printed that the project is ready. */
class RunningDev {
  readonly child: ChildProcess;
  #printed = "";
  #wake: () => void = () => undefined;

  constructor(folder: string) {
    const { NODE_OPTIONS: _, ...env } = process.env;
    this.child = spawn(process.execPath, [capstan, "dev"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#printed += text;
        this.#wake();
      });
  }

  /** Waits for the line of a start, counted from 1, and returns how long it took. */
  async ready(count: number, began: number): Promise<number> {
    const late = AbortSignal.timeout(limitMs);
    while (this.#printed.split(" ready after ").length <= count) {
      if (late.aborted || this.child.exitCode !== null)
        throw new Error(`dev is not ready for the ${count}. time:\n${this.#printed.slice(-4000)}`);
      await Promise.race([new Promise<void>((resolve) => (this.#wake = resolve)), sleep(500)]);
    }
    return performance.now() - began;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGINT");
    await ended;
  }
}

/** Starts dev on a copy, does something with it once it is ready, and stops it. */
async function withDev<T>(work: (started: Started) => Promise<T>): Promise<T> {
  const folder = copyProject();
  const began = performance.now();
  const running = new RunningDev(folder);
  try {
    return await work({ folder, running, startMs: await running.ready(1, began) });
  } finally {
    await running.stop();
    removeTemporaryFolder(folder);
  }
}

interface Started {
  readonly folder: string;
  readonly running: RunningDev;
  readonly startMs: number;
}

async function measureDev({ folder, running, startMs }: Started, given: Lengths): Promise<DevFigures> {
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
  await sleep(2 * pauseMs);
  return { startMs, editMs: median(saved), ...(await idleFigures(running.child.pid ?? 0, idleMs)) };
}

type IdleFigures = Omit<DevFigures, "startMs" | "editMs">;

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
    await withDev(() => Promise.resolve());
    const figures = await withDev((started) => measureDev(started, short ? lengths.short : lengths.full));
    return { table: devTable(figures), missed: assert ? devMisses(figures) : [], figures };
  },
};
