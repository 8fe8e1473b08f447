// The screen of dev and its console while some 500 objects exist and 50 of them are reconciled each second: the longest time without a frame.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Machine } from "@capstan/api/core/v1beta2";
import { type Client, createClient, loadCredentials } from "@capstan/client";
import { keyOf, type ObjectKey, resourceOf } from "@capstan/kube";
import { findChromium, startBrowser } from "@capstan/tool-browser";
import { PtyScreen } from "@capstan/tool-terminal";
import { capstan, withProject } from "./dev-project.ts";
import type { FrameFigures } from "./dev-report.ts";

/** With its machine of the project, its bootstrap configuration and its Secret, each Machine is four objects. */
const workers = 124;
const patchEveryMs = 20;
/** The cursor moves as often as a key that is held repeats, so that there is always something to draw. */
const keyEveryMs = 33;
/** The screen draws no more often (live-screen.ts of the cli). */
const screenFrameMs = 80;
/** How long the sample may take. */
const limitMs = 300_000;

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

/** Starts dev in a pseudo terminal with its sample at that size, and looks at both for so long each. */
export async function frameFigures(ms: number): Promise<FrameFigures> {
  return withProject(async (folder) => {
    const gap = new LongestGap();
    const screen = new PtyScreen({
      command: [process.execPath, capstan, "dev", "--apply"],
      cwd: folder,
      columns: 120,
      rows: 40,
      env: { NODE_OPTIONS: undefined, WORKER_MACHINE_COUNT: String(workers) },
      wrote: (output) => void (output.includes(frame) && gap.event()),
    });
    try {
      const shown = await screen.until(/✓ ready[^]*console http\S+/);
      const client = createClient(await loadCredentials({ kubeconfig: join(folder, ".capstan", "dev", "kubeconfig") }));
      try {
        return await measure({ screen, gap, client, url: /http:\S+/.exec(shown)?.[0] ?? "", ms });
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

interface Run {
  readonly screen: PtyScreen;
  readonly gap: LongestGap;
  readonly client: Client;
  /** Of the console. */
  readonly url: string;
  readonly ms: number;
}

async function measure({ screen, gap, client, url, ms }: Run): Promise<FrameFigures> {
  await untilRunning(client);
  const { items } = await client.listAll(StarterMachine, {});
  const load = keepPatching(client, items.map(keyOf));
  const terminal = await terminalGapMs({ screen, gap, ms });
  const browserGapMs = await longestFrameMs(url, ms);
  const { perSecond } = await load.end();
  return { reconcilesASecond: perSecond, terminalGapMs: terminal, browserGapMs };
}

async function untilRunning(client: Client): Promise<void> {
  const late = AbortSignal.timeout(limitMs);
  for (;;) {
    const { items } = await client.listAll(Machine, {});
    const running = items.filter(({ status }) => status?.phase === "Running").length;
    if (running > workers) return;
    if (late.aborted) throw new Error(`${running} Machines are Running, of more than ${workers}`);
    await sleep(1000);
  }
}

interface RunningLoad {
  end(): Promise<{ readonly perSecond: number }>;
}

/** Changes an annotation of one object after another; each change is reconciled. What comes late is made up for. */
function keepPatching(client: Client, keys: readonly ObjectKey[]): RunningLoad {
  const stop = new AbortController();
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
      return { perSecond: done / seconds };
    },
  };
}

/** How much later than the screen's own pace a frame came at most, with a key held down. */
async function terminalGapMs({ screen, gap, ms }: Pick<Run, "screen" | "gap" | "ms">): Promise<number> {
  const down = "\u001B[B";
  const up = "\u001B[A";
  const last = performance.now() + ms;
  gap.restart();
  for (let count = 0; performance.now() < last; count += 1) {
    // Equal machines are one line of the tree, so that there are few: a cursor at an end of it would not move, and there would be no frame.
    screen.press(count % 8 < 4 ? down : up);
    await sleep(keyEveryMs);
  }
  return Math.max(0, gap.ms - screenFrameMs);
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
