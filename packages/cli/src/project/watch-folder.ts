// Changes below a folder, gathered: one batch for a burst of events, as editors and version control make them.
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How long a burst may pause before its batch is handed out. */
const settleMs = 40;

/**
 * Batches of changed files, absolute, until the signal aborts. Watching begins with the call, not with the first batch asked for,
 * so that nothing is missed in between. Only sources and data count.
 */
export function watchFolder(folder: string, signal: AbortSignal): AsyncIterable<string[]> {
  const changed = new Set<string>();
  let wake: () => void = () => undefined;
  if (!signal.aborted && existsSync(folder)) {
    const watcher = watch(folder, { recursive: true, signal }, (_, file) => {
      if (file === null || !/\.[cm]?[jt]s$|\.ya?ml$|\.json$/.test(file)) return;
      changed.add(join(folder, file));
      wake();
    });
    // A folder that goes away ends its watch; the rest goes on.
    watcher.on("error", () => watcher.close());
  }
  signal.addEventListener("abort", () => wake(), { once: true });
  return batches(changed, { signal, untilWoken: () => new Promise<void>((resolve) => (wake = resolve)) });
}

interface Wakeup {
  readonly signal: AbortSignal;
  readonly untilWoken: () => Promise<void>;
}

async function* batches(changed: Set<string>, { signal, untilWoken }: Wakeup): AsyncGenerator<string[]> {
  while (!signal.aborted) {
    if (changed.size === 0) await untilWoken();
    if (signal.aborted) return;
    await delay(settleMs);
    const batch = [...changed];
    changed.clear();
    yield batch;
  }
}
