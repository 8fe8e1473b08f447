// The screen of dev and its console while many objects exist and 50 of them are reconciled each second: the longest time without a frame, and what dev needs for it.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Machine } from "@capstan/api/core/v1beta2";
import { type Client, createClient, loadCredentials } from "@capstan/client";
import { keyOf, type ObjectKey, resourceOf } from "@capstan/kube";
import { findChromium, startBrowser } from "@capstan/tool-browser";
import { PtyScreen } from "@capstan/tool-terminal";
import { medianLoadMs } from "./dev-console.ts";
import { capstan, withProject } from "./dev-project.ts";
import { reconcilesASecond } from "./dev-reconciles.ts";
import type { FrameFigures } from "./dev-report.ts";
import { childrenOf, cpuSeconds, residentMegabytes } from "./process-usage.ts";

/** With its machine of the project, its bootstrap configuration and its Secret, each Machine is four objects. */
const objectsOfMachine = 4;
const patchEveryMs = 20;
/** The cursor moves as often as a key that is held repeats, so that there is always something to draw. */
const keyEveryMs = 33;
/** The screen draws no more often (live-screen.ts of the cli). */
const screenFrameMs = 80;
/** How long the sample may take: so long, and for each Machine so long. */
const limitMs = { least: 300_000, machine: 300 };
/** Is loaded into dev. */
const turns = join(import.meta.dirname, "dev-turns.ts");

const StarterMachine = resourceOf("infrastructure.cluster.x-k8s.io/v1beta1", "StarterMachine");

/** What a frame of the screen begins with. */
const frame = "\u001B[?2026h";

/** The longest time between two of some events. */
class LongestGap {
  #last = performance.now();
  #longest = 0;

  restart(): void {
    this.#last = performance.now();
    this.#longest = 0;
  }

  event(): void {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }

  /** Also of one that has not ended. */
  get ms(): number {
    return Math.max(this.#longest, performance.now() - this.#last);
  }
}

/** How large a sample is, and how long each part is looked at. */
export interface FrameSize {
  readonly objects: number;
  readonly framesMs: number;
  readonly idleMs: number;
}

/** Starts dev in a pseudo terminal with its sample at that size, and looks at both. */
export async function frameFigures(size: FrameSize): Promise<FrameFigures> {
  return withProject(async (folder) => {
    const gap = new LongestGap();
    const report = join(folder, "turns");
    const workers = Math.round(size.objects / objectsOfMachine) - 1;
    const screen = new PtyScreen({
      command: [process.execPath, "--import", turns, capstan, "dev", "--apply"],
      cwd: folder,
      columns: 120,
      rows: 40,
      env: { NODE_OPTIONS: undefined, BENCH_TURNS: report, WORKER_MACHINE_COUNT: String(workers) },
      wrote: (output) => void (output.includes(frame) && gap.event()),
    });
    try {
      const shown = await screen.until(/✓ ready[^]*console http\S+/);
      const client = createClient(await loadCredentials({ kubeconfig: join(folder, ".capstan", "dev", "kubeconfig") }));
      try {
        const url = /http:\S+/.exec(shown)?.[0] ?? "";
        return await measure({ ...size, screen, gap, client, url, report, workers });
      } finally {
        client.close();
      }
    } finally {
      screen.press("q");
      await Promise.race([screen.ended(), sleep(5000)]);
      screen.close();
    }
  });
}

interface Run extends FrameSize {
  readonly screen: PtyScreen;
  readonly gap: LongestGap;
  readonly client: Client;
  /** Of the console. */
  readonly url: string;
  /** The file that dev-turns.ts writes. */
  readonly report: string;
  readonly workers: number;
}

async function measure(run: Run): Promise<FrameFigures> {
  const { client, screen, gap, url, framesMs, idleMs } = run;
  const pid = Number(readFileSync(run.report, "utf8"));
  await untilRunning(run);
  const loadMs = await loadOf(url);
  const idlePercent = await idleOf(pid, idleMs);
  const { items } = await client.listAll(StarterMachine, {});
  const load = keepPatching(client, items.map(keyOf));
  await longestTurnMs(run, pid);
  const terminalFrameMs = await longestTerminalFrameMs({ screen, gap, ms: framesMs });
  const browserGapMs = await longestFrameMs(url, framesMs);
  const turnMs = await longestTurnMs(run, pid);
  const { perSecond, from, to } = await load.end();
  const devMB = residentMegabytes(pid);
  // The page of all that dev knows is read when nothing is measured any more.
  const reconciled = await reconcilesASecond(url, { kind: StarterMachine.kind, from, to });
  return {
    changesASecond: perSecond,
    reconcilesASecond: reconciled,
    terminalFrameMs,
    terminalGapMs: Math.max(0, terminalFrameMs - screenFrameMs),
    browserGapMs,
    loadMs,
    idlePercent,
    turnMs,
    devMB,
  };
}

async function loadOf(url: string): Promise<number | undefined> {
  if (findChromium() === undefined) return undefined;
  await using browser = await startBrowser();
  return await medianLoadMs(browser, url);
}

/** Processor time of dev and its processes while nothing happens, in percent of one core. */
async function idleOf(pid: number, ms: number): Promise<number> {
  const all = [pid, ...childrenOf(pid)];
  const used = (): number => all.reduce((sum, one) => sum + cpuSeconds(one), 0);
  const before = used();
  await sleep(ms);
  return ((used() - before) / (ms / 1000)) * 100;
}

/** The longest turn of dev's event loop since the last call. */
async function longestTurnMs({ report }: Pick<Run, "report">, pid: number): Promise<number> {
  rmSync(report);
  process.kill(pid, "SIGUSR2");
  while (!existsSync(report)) await sleep(10);
  return Number(readFileSync(report, "utf8"));
}

async function untilRunning({ client, workers }: Pick<Run, "client" | "workers">): Promise<void> {
  const late = AbortSignal.timeout(limitMs.least + workers * limitMs.machine);
  for (;;) {
    const { items } = await client.listAll(Machine, {});
    const running = items.filter(({ status }) => status?.phase === "Running").length;
    if (running > workers) return;
    if (late.aborted) throw new Error(`${running} Machines are Running, of more than ${workers}`);
    await sleep(1000);
  }
}

interface RunningLoad {
  /** When it began and ended, in milliseconds since 1970, and how many changes there were in a second. */
  end(): Promise<{ readonly perSecond: number; readonly from: number; readonly to: number }>;
}

/** Changes an annotation of one object after another, which wakes its reconcile. What comes late is made up for. */
function keepPatching(client: Client, keys: readonly ObjectKey[]): RunningLoad {
  const stop = new AbortController();
  const from = Date.now();
  const began = performance.now();
  let done = 0;
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const due = (performance.now() - began) / patchEveryMs;
      if (done >= due) await sleep((done - due) * patchEveryMs + 1);
      else {
        const key = keys[done % keys.length];
        if (key === undefined) throw new Error("the sample has no machines");
        done += 1;
        const body = { metadata: { annotations: { bench: String(done) } } };
        await client.patch(StarterMachine, key, { type: "merge", body });
      }
    }
  };
  const ended = run();
  // Awaited by `end`.
  ended.catch(() => undefined);
  return {
    async end() {
      const seconds = (performance.now() - began) / 1000;
      stop.abort();
      await ended;
      return { perSecond: done / seconds, from, to: Date.now() };
    },
  };
}

/** The longest time between two frames of the screen, with a key held down. */
async function longestTerminalFrameMs({
  screen,
  gap,
  ms,
}: Pick<Run, "screen" | "gap"> & { readonly ms: number }): Promise<number> {
  const down = "\u001B[B";
  const up = "\u001B[A";
  const last = performance.now() + ms;
  gap.restart();
  for (let count = 0; performance.now() < last; count += 1) {
    // Equal machines are one line of the tree, so that there are few: a cursor at an end of it would not move, and there would be no frame.
    screen.press(count % 8 < 4 ? down : up);
    await sleep(keyEveryMs);
  }
  return gap.ms;
}

/** Runs in the page. Its content goes on changing: otherwise its frames say nothing. */
const countFrames = `
  globalThis.frames500 = { longest: 0, changes: 0 };
  new MutationObserver(() => (frames500.changes += 1)).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  let before = performance.now();
  const next = (now) => {
    frames500.longest = Math.max(frames500.longest, now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(next); });
`;

/** The longest time between two frames of the console; undefined where there is no Chromium. */
async function longestFrameMs(url: string, ms: number): Promise<number | undefined> {
  if (findChromium() === undefined) return undefined;
  await using browser = await startBrowser();
  const page = await browser.instance.newPage();
  await page.goto(url);
  await page.waitForSelector("[role=treeitem]");
  await page.evaluate(countFrames);
  await sleep(ms);
  const changes = Number(await page.evaluate("frames500.changes"));
  if (changes < ms / 1000) throw new Error(`the console has changed ${changes} times in ${ms} ms`);
  return Number(await page.evaluate("frames500.longest"));
}
