// Changes in folders, gathered: one batch for a burst of events, as editors and version control make them. Folders are watched one
// by one: Node's recursive watch on Linux follows files, and loses one that an editor replaces on saving.
import { existsSync, readdirSync, statSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How long a burst may pause before its batch is handed out. */
const settleMs = 40;

/** Files whose changes count: sources and data, not editors' temporary files. */
const counted = /\.[cm]?[jt]s$|\.ya?ml$|\.json$/;

/** Folders that hold no source of anybody: installed packages, and what tools keep for themselves. */
const skipped = /^(?:node_modules|\..+)$/;

/** What is watched, and the changes as they come. */
export interface FolderWatch {
  /** Watches a folder too: with what lies below it, unless `flat`. One that is not there, or is watched already, changes nothing. */
  add(folder: string, options?: { readonly flat?: boolean }): void;
  /** Batches of changed files, absolute, until the signal aborts. */
  readonly batches: AsyncIterable<string[]>;
}

/**
 * Watches folders and all that lies below them. Watching begins with the call, not with the first batch asked for, so that nothing is
 * missed in between.
 */
export function watchFolders(folders: readonly string[], signal: AbortSignal): FolderWatch {
  const changes = new Changes();
  for (const folder of folders) changes.watch(folder);
  signal.addEventListener("abort", () => changes.close(), { once: true });
  return { add: (folder, { flat = false } = {}) => changes.watch(folder, flat), batches: batches(changes, signal) };
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

  watch(folder: string, flat: boolean = false): void {
    if (this.#watchers.has(folder) || !existsSync(folder)) return;
    const watcher = watch(folder, (_, name) => this.#seen(folder, name, flat));
    this.#watchers.set(folder, watcher);
    watcher.on("error", () => this.#forget(folder));
    if (flat) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !skipped.test(entry.name)) this.watch(join(folder, entry.name));
    }
  }

  #seen(folder: string, name: string | null, flat: boolean): void {
    if (name === null || skipped.test(name)) return;
    const path = join(folder, name);
    if (isFolder(path)) {
      if (!flat) this.#entered(path);
    } else if (this.#watchers.has(path)) this.#forget(path);
    else if (counted.test(name)) this.#add(path);
  }

  /** A new folder: what it holds already is new too. */
  #entered(folder: string): void {
    if (this.#watchers.has(folder)) return;
    this.watch(folder);
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
