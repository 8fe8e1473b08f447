// Changes below a folder, gathered: one batch for a burst of events, as editors and version control make them. Folders are watched one
// by one: Node's recursive watch on Linux follows files, and loses one that an editor replaces on saving.
import { existsSync, readdirSync, statSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How long a burst may pause before its batch is handed out. */
const settleMs = 40;

/** Files whose changes count: sources and data, not editors' temporary files. */
const counted = /\.[cm]?[jt]s$|\.ya?ml$|\.json$/;

/**
 * Batches of changed files, absolute, until the signal aborts. Watching begins with the call, not with the first batch asked for,
 * so that nothing is missed in between.
 */
export function watchFolder(folder: string, signal: AbortSignal): AsyncIterable<string[]> {
  const changes = new Changes(folder);
  signal.addEventListener("abort", () => changes.close(), { once: true });
  return batches(changes, signal);
}

async function* batches(changes: Changes, signal: AbortSignal): AsyncGenerator<string[]> {
  try {
    while (!signal.aborted) {
      await changes.some();
      if (signal.aborted) return;
      await delay(settleMs);
      yield changes.take();
    }
  } finally {
    changes.close();
  }
}

/** The changed files since they were last taken. */
class Changes {
  readonly #changed = new Set<string>();
  readonly #watchers = new Map<string, FSWatcher>();
  #wake: () => void = () => undefined;

  constructor(folder: string) {
    if (existsSync(folder)) this.#watch(folder);
  }

  /** Resolves when there is a change, or when it is closed. */
  async some(): Promise<void> {
    if (this.#changed.size === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  take(): string[] {
    const taken = [...this.#changed];
    this.#changed.clear();
    return taken;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#wake();
  }

  #watch(folder: string): void {
    const watcher = watch(folder, (_, name) => this.#seen(folder, name));
    this.#watchers.set(folder, watcher);
    watcher.on("error", () => this.#forget(folder));
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) this.#watch(join(folder, entry.name));
    }
  }

  #seen(folder: string, name: string | null): void {
    if (name === null) return;
    const path = join(folder, name);
    if (isFolder(path)) this.#entered(path);
    else if (this.#watchers.has(path)) this.#forget(path);
    else if (counted.test(name)) this.#add(path);
  }

  /** A new folder: what it holds already is new too. */
  #entered(folder: string): void {
    if (this.#watchers.has(folder)) return;
    this.#watch(folder);
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (counted.test(name)) this.#add(join(folder, name));
    }
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #add(path: string): void {
    this.#changed.add(path);
    this.#wake();
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
