// Waits for what an author does at the start of a process, not longer than a stop allows.
import { describeError } from "@capstan/kube";
import type { Logger } from "../log/logger.ts";

/** How long it may take after the stop, for example to close what it has opened. */
const graceMs = 5000;

/** What is waited for. */
export interface StartStep {
  /** Aborts when the process is told to stop. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Its name in the log, for example "services". */
  readonly name: string;
}

/**
 * What a promise gives. When it has not settled 5 s after the signal aborted, it is left behind with a line in the log, and the signal's reason is thrown: a start that never ends must not
 * keep the process. When it fails after the signal, that is logged, and the signal's reason is thrown, too: Ctrl-C also interrupts the programs that a start runs.
 *
 * @example
 * const services = await untilStopped(createServices({ signal }), { signal, log, name: "services" });
 */
export async function untilStopped<T>(promise: Promise<T>, { signal, log, name }: StartStep): Promise<T> {
  const over = Promise.withResolvers<never>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = (): void => {
    log.warn("The start did not end when the process was told to stop", { waitsFor: name, seconds: graceMs / 1000 });
    over.reject(signal.reason);
  };
  const stop = (): void => void (timer = setTimeout(leave, graceMs));
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, over.promise]);
  } catch (error) {
    if (!signal.aborted || error === signal.reason) throw error;
    log.warn("The start failed after the process was told to stop", { waitsFor: name, error: describeError(error) });
    throw signal.reason;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
