// Changes in folders, in batches: editors and version control cause several events at once. Folders are watched one by one: Node's
// recursive watch on Linux follows files, and loses one that an editor replaces when it saves.
import { type Dirent, existsSync, readdirSync, watch, type FSWatcher } from "node:fs";
import { dirname, join, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorFrom } from "@capstan/kube";
import { otherThanFile } from "./file-kind.ts";

/** The pause after which a batch is complete. */
const settleMs = 25;

/** Files whose changes count: sources and data, not editors' temporary files. */
const counted = /\.[cm]?[jt]s$|\.ya?ml$|\.json$/;

/** Folders without sources: installed packages, and hidden folders of tools. */
const skipped = /^(?:node_modules|\..+)$/;

/** What is watched, and the changes as they come. */
export interface FolderWatch {
  /** Watches a folder too: with what lies below it, unless `flat`. A folder that does not exist, or is already watched so, changes nothing. */
  add(folder: string, options?: { readonly flat?: boolean }): void;
  /** Counts a file as changed, as a save of it does. */
  changed(file: string): void;
  /** Batches of changed files, absolute, until the signal aborts. */
  readonly batches: AsyncIterable<string[]>;
  /** Ends the watch, as the signal does. Until then the watchers keep the process alive. */
  close(): void;
}

/**
 * Watches folders and all that lies below them. Watching begins with the call, not with the first batch asked for, so that nothing is
 * missed in between. Throws where one of them cannot be watched; of those that come later, the first failure of each sort goes to `failed` where that is given, and the others are watched.
 */
export function watchFolders(
  folders: readonly string[],
  signal: AbortSignal,
  failed?: (error: Error) => void,
): FolderWatch {
  const changes = new Changes();
  const close = (): void => changes.close();
  // A signal that has already aborted calls no listener.
  if (signal.aborted) close();
  else signal.addEventListener("abort", close, { once: true });
  for (const folder of folders) changes.watchRoot(folder);
  changes.failed = failed;
  const add: FolderWatch["add"] = (folder, { flat = false } = {}) => changes.watch(folder, flat);
  const changed = (file: string): void => changes.add(file);
  return { add, changed, batches: batches(changes, signal), close };
}

async function* batches(changes: Changes, signal: AbortSignal): AsyncGenerator<string[]> {
  try {
    while (!changes.closed) {
      await changes.some();
      await delay(settleMs, undefined, { signal }).catch(() => undefined);
      if (changes.closed) return;
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
  /** Those that are watched again when they come back: a checkout of another branch removes a folder and makes it again. */
  readonly #roots = new Set<string>();
  /** Parents of roots that are watched for these alone. */
  readonly #parents = new Map<string, FSWatcher>();
  /** Those of the watched folders that are watched without what lies below them. */
  readonly #flat = new Set<string>();
  #wake: () => void = () => undefined;
  #closed = false;
  /** Called when a folder cannot be watched or read; without it, that is thrown. */
  failed: ((error: Error) => void) | undefined;
  /** The codes of the failures that were reported: the limit of the system, say, is the same for all others. */
  readonly #reported = new Set<unknown>();

  /** Whether the watch has ended: nothing is watched any more, and no folder is added. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves when there is a change, or when it is closed. */
  async some(): Promise<void> {
    if (this.#changed.size === 0 && !this.#closed) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  take(): string[] {
    const taken = [...this.#changed];
    this.#changed.clear();
    return taken;
  }

  close(): void {
    this.#closed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    for (const watcher of this.#parents.values()) watcher.close();
    this.#watchers.clear();
    this.#parents.clear();
    this.#wake();
  }

  /** Watches a folder with what lies below it, also after it was replaced by another one. */
  watchRoot(folder: string): void {
    if (this.#closed || !existsSync(dirname(folder))) return;
    this.#roots.add(folder);
    this.watch(folder);
    const parent = dirname(folder);
    if (this.#parents.has(parent)) return;
    const watcher = watch(parent, (event, name) => {
      const path = join(parent, name ?? "");
      if (event === "rename" && this.#roots.has(path)) this.#replaced(path);
    });
    watcher.on("error", () => watcher.close());
    this.#parents.set(parent, watcher);
  }

  watch(folder: string, flat: boolean = false): void {
    if (this.#closed || !existsSync(folder)) return;
    if (!this.#watchers.has(folder)) {
      const watcher = this.#watcherOf(folder);
      if (watcher === undefined) return;
      this.#watchers.set(folder, watcher);
      watcher.on("error", () => this.#forget(folder));
      if (flat) this.#flat.add(folder);
    } else if (flat || !this.#flat.delete(folder)) return;
    if (flat) return;
    for (const entry of this.#entriesOf(folder)) {
      if (entry.isDirectory() && !skipped.test(entry.name)) this.watch(join(folder, entry.name));
    }
  }

  #watcherOf(folder: string): FSWatcher | undefined {
    return this.#tried(() => watch(folder, (_, name) => this.#seen(folder, name)));
  }

  #entriesOf(folder: string): readonly Dirent[] {
    return this.#tried(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  }

  /** Undefined where it fails: an error here would end the process, and one folder is not worth that. One that was removed meanwhile is none. */
  #tried<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (thrown) {
      if (this.failed === undefined) throw thrown;
      const error: NodeJS.ErrnoException = errorFrom(thrown);
      if (error.code !== "ENOENT" && !this.#reported.has(error.code)) this.failed(error);
      this.#reported.add(error.code);
      return undefined;
    }
  }

  #seen(folder: string, name: string | null): void {
    if (name === null || skipped.test(name)) return;
    const path = join(folder, name);
    if (otherThanFile(path) === "a folder") {
      if (!this.#flat.has(folder)) this.#entered(path);
    } else if (this.#watchers.has(path)) this.#forget(path);
    else if (counted.test(name)) this.add(path);
  }

  /** Watchers follow the folder that they were made for, and not its name. */
  #replaced(folder: string): void {
    for (const watched of this.#watchers.keys())
      if (watched === folder || watched.startsWith(`${folder}${sep}`)) this.#forget(watched);
    if (otherThanFile(folder) === "a folder") this.#entered(folder);
  }

  /** A new folder: files already in it count as changed. */
  #entered(folder: string): void {
    if (this.#watchers.has(folder)) return;
    this.watch(folder);
    this.#addBelow(folder);
  }

  #addBelow(folder: string): void {
    for (const entry of this.#entriesOf(folder)) {
      if (skipped.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) this.#addBelow(path);
      else if (counted.test(entry.name)) this.add(path);
    }
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#flat.delete(folder);
  }

  /** Counts it as changed. */
  add(path: string): void {
    this.#changed.add(path);
    this.#wake();
  }
}
