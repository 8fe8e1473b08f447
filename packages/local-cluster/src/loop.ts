// Does something again and again until it is told to stop. Used by local-cluster.ts for the parts that look at mirrors.
import { setTimeout as sleep } from "node:timers/promises";

/** What is repeated. */
export interface LoopOptions {
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly work: () => Promise<void>;
  /** Told how each round ended: with the error, which is tried again, or with nothing. The loop itself never fails. */
  readonly onRound: (error?: unknown) => void;
}

/** Runs the loop; resolves when the signal has ended it and the last round is over. */
export async function loop({ everyMs, signal, work, onRound }: LoopOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      onRound();
    } catch (error) {
      if (!signal.aborted) onRound(error);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
