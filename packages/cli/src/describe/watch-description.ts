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
  /** Whether there is nothing to watch any more. Default: never. */
  readonly hasEnded?: () => boolean;
  /** The lines in place of what cannot be read. Default: a line for people. */
  readonly failed?: (error: unknown) => readonly string[];
  /** The least time between two reads, in ms. Default: 1,000. */
  readonly leastMs?: number;
}

/** How many times the time that one read takes is between two reads. */
const timesRead = 4;

/** Shows every change until the signal aborts, or what is watched has ended. The first read must succeed; a later one that fails is shown, and repeated. */
export async function watchDescription(view: WatchedView): Promise<void> {
  const { output, signal, read, hasEnded = () => false, failed = failureLines, leastMs = 1000 } = view;
  const screen = createScreen(output);
  const readAgain = retried(read, failed);
  let wait = 0;
  const isOver = (): boolean => signal.aborted || (wait > 0 && hasEnded());
  while (!isOver()) {
    const begin = performance.now();
    try {
      const lines = await (wait === 0 ? read() : readAgain());
      // What is watched can end while it is read: then its last state stays.
      if (!isOver()) screen.show(lines);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    wait = Math.max(leastMs, timesRead * (performance.now() - begin));
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
}

/** Reads, and has a failure in place of what was read before: the first one until a read succeeds, since each request of a read can be the one that fails. */
function retried(read: WatchedView["read"], failed: typeof failureLines): WatchedView["read"] {
  let failure: readonly string[] | undefined;
  return async () => {
    try {
      const lines = await read();
      failure = undefined;
      return lines;
    } catch (error) {
      failure ??= failed(error);
      return failure;
    }
  };
}

function failureLines(error: unknown): readonly string[] {
  return ["", `the objects cannot be read now: ${oneLine(errorFrom(error).message)}`];
}
