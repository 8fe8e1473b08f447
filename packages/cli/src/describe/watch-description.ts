// Shows a description again and again: in place on a terminal, and elsewhere each line that is new.
import { setTimeout as sleep } from "node:timers/promises";
import { errorFrom, oneLine } from "@capstan/kube";
import { createScreen, type ScreenOutput } from "../output/screen.ts";

/** What is shown, and until when. */
export interface WatchedView {
  readonly output: ScreenOutput;
  readonly signal: AbortSignal;
  /** Reads the lines as they are now. */
  readonly read: () => Promise<readonly string[]>;
}

/** The least time between two reads, and how many times the time that one read takes. */
const pause = { leastMs: 1000, timesRead: 4 } as const;

/** Shows every change until the signal aborts. The first read must succeed; a later one that fails is shown, and repeated. */
export async function watchDescription({ output, signal, read }: WatchedView): Promise<void> {
  const screen = createScreen(output);
  const readAgain = retried(read);
  let wait = 0;
  while (!signal.aborted) {
    const begin = performance.now();
    try {
      const lines = await (wait === 0 ? read() : readAgain());
      if (!signal.aborted) screen.show(lines);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    wait = Math.max(pause.leastMs, pause.timesRead * (performance.now() - begin));
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
}

/** Reads, and has a failure in place of what was read before. */
function retried(read: WatchedView["read"]): WatchedView["read"] {
  return () =>
    read().catch((error: unknown) => ["", `the objects cannot be read now: ${oneLine(errorFrom(error).message)}`]);
}
