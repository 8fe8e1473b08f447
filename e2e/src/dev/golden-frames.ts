// Frames of the screen of dev beside those that were looked at and kept: what differs from run to run is written in one way first.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PtyScreen } from "@capstan/tool-terminal";
import { sleep } from "../eventually.ts";

/** What Kubernetes makes random names of. */
const random = "[bcdfghjklmnpqrstvwxz2456789]";

/** Each keeps the width, so that columns stay where they are. */
const rules: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+\/#token=\S+/g, () => "http://127.0.0.1:<port>/#token=<token>"],
  [new RegExp(`(?<=[-…])${random}{1,5}(?![a-z0-9])`, "g"), (found) => "x".repeat(found.length)],
  [/\b\d{1,3}[smh](?= |$)/g, () => "<age>"],
  [/\b\d+ ms\b/g, () => "<time> ms"],
  [/\b\d\d:\d\d:\d\d\b/g, () => "hh:mm:ss"],
];

/** The part of a frame that is the same in every run: all but the lines of the log, whose order is that of several processes, unless they are wanted. Errors that stand above them are kept. */
export function normalFrame(lines: readonly string[], hasLog: boolean = false): string {
  const pane = lines.findIndex((line) => line.startsWith("─ log"));
  const first = lines.findIndex((line, at) => at > pane && /^\d\d:\d\d:\d\d /.test(line));
  const kept = hasLog || pane === -1 || first === -1 ? lines : [...lines.slice(0, first), lines.at(-1) ?? ""];
  return `${kept
    .map((line) => rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line).trimEnd())
    .join("\n")
    .trimEnd()}\n`;
}

/** How long a frame may take to be the kept one, and how long one that is recorded must stay as it is: longer than what a key did is shown in its last line. */
const limits = { equalMs: 30_000, stillMs: 7000, stepMs: 100 };

/** What of a frame is compared. */
export interface FrameParts {
  /** Whether the lines of the log are, which must be the same in every run. */
  readonly hasLog?: boolean;
}

/** The kept frames of a folder, or with `record` those that are kept from now on. */
export class GoldenFrames {
  readonly #folder: string;
  readonly #record: boolean;
  readonly #recorded = new Set<string>();

  constructor(folder: string, record: boolean) {
    this.#folder = folder;
    this.#record = record;
    mkdirSync(folder, { recursive: true });
  }

  /** Waits until the screen shows the kept frame; throws both when it does not. One that is recorded is kept the first time. */
  async match(name: string, screen: PtyScreen, { hasLog = false }: FrameParts = {}): Promise<void> {
    const file = join(this.#folder, `${name}.txt`);
    if (this.#record && !this.#recorded.has(name)) {
      this.#recorded.add(name);
      return writeFileSync(file, await stillFrame(screen, hasLog));
    }
    const wanted = readFileSync(file, "utf8");
    const last = performance.now() + limits.equalMs;
    for (let seen = ""; seen !== wanted; seen = normalFrame(screen.lines(), hasLog)) {
      if (performance.now() > last)
        throw new Error(`the screen is not ${name}.txt (--record keeps another one). Seen:\n${seen}Kept:\n${wanted}`);
      await sleep(limits.stepMs);
    }
  }
}

async function stillFrame(screen: PtyScreen, hasLog: boolean): Promise<string> {
  let [frame, since] = [normalFrame(screen.lines(), hasLog), performance.now()];
  while (performance.now() - since < limits.stillMs) {
    await sleep(limits.stepMs);
    const now = normalFrame(screen.lines(), hasLog);
    if (now !== frame) [frame, since] = [now, performance.now()];
  }
  return frame;
}
