// Changes below a folder, gathered: one batch for a burst of events, as editors and version control make them.
import { existsSync, watch } from "node:fs";
import { join } from "node:path";

/** How long a burst may pause before its batch is handed out. */
const settleMs = 40;

/** Batches of changed files, absolute, until the signal aborts. Editors' temporary files and test files are left out. */
export async function* watchFolder(folder: string, signal: AbortSignal): AsyncGenerator<string[]> {
  if (signal.aborted || !existsSync(folder)) return;
  const changed = new Set<string>();
  let wake: () => void = () => undefined;
  const watcher = watch(folder, { recursive: true, signal }, (_, file) => {
    if (file === null || !/\.[cm]?[jt]s$|\.ya?ml$|\.json$/.test(file)) return;
    changed.add(join(folder, file));
    wake();
  });
  watcher.on("error", () => undefined);
  signal.addEventListener("abort", () => wake(), { once: true });
  try {
    for (;;) {
      if (changed.size === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      const batch = [...changed];
      changed.clear();
      yield batch;
    }
  } finally {
    watcher.close();
  }
}
