// Repeats work until it is stopped.
import { setTimeout as sleep } from "node:timers/promises";

/** What to repeat. */
export interface LoopOptions {
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly work: () => Promise<void>;
  /** Called after each round, with the error if there is one. The loop continues after errors and never rejects. */
  readonly onRound: (error?: unknown) => void;
}

/** Runs the loop; resolves after the signal is aborted and the last round has ended. */
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
