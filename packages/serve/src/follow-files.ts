// Follows files that others replace, such as those of a mounted Secret. Kubernetes replaces a mounted Secret by replacing the `..data` link, which a watch
// of the directory reports. Some mounts report nothing, so the files are also read every 10 s. Contents that are broken or half replaced never replace those that work.
import { type FSWatcher, watch } from "node:fs";

/** What is followed, and what is done with new contents. */
export interface FollowedFiles<T> {
  readonly directory: string;
  /** Reads the files. */
  readonly read: () => Promise<T>;
  /** Equal for equal contents. */
  readonly fingerprint: (contents: T) => string;
  /** The contents that are in use. */
  readonly current: T;
  /** Uses new contents; throws when they cannot be used, and the earlier ones stay in use. */
  readonly accept: (contents: T) => void;
  /** Called with what `read` and `accept` throw. */
  readonly onError: (error: unknown) => void;
  /** Called after each read: whether the contents can be used. */
  readonly onRead?: ((ok: boolean) => void) | undefined;
}

/** How often the files are read while the watch reports nothing. */
const pollMs = 10_000;
/** One replacement causes several events; the files are read once, after the last. */
const settleMs = 50;

/** Follows files until it is closed. Keeps no process running. */
export class FileFollower<T> {
  readonly #files: FollowedFiles<T>;
  #seen: string;
  /** Whether the contents that were seen last are in use. */
  #isUsed = true;
  #closed = false;
  #settling: NodeJS.Timeout | undefined;
  readonly #poll: NodeJS.Timeout;
  readonly #watcher: FSWatcher | undefined;

  constructor(files: FollowedFiles<T>) {
    this.#files = files;
    this.#seen = files.fingerprint(files.current);
    this.#poll = setInterval(() => void this.#reload(), pollMs).unref();
    this.#watcher = this.#open();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    this.#watcher?.close();
  }

  /** Some file systems have no watch; the poll then finds changes. */
  #open(): FSWatcher | undefined {
    try {
      const watcher = watch(this.#files.directory, { persistent: false }, () => {
        clearTimeout(this.#settling);
        this.#settling = setTimeout(() => void this.#reload(), settleMs).unref();
      });
      watcher.on("error", (error) => this.#files.onError(error));
      return watcher;
    } catch {
      return undefined;
    }
  }

  async #reload(): Promise<void> {
    const { read, fingerprint, accept, onError, onRead } = this.#files;
    let isKnown = false;
    try {
      const contents = await read();
      if (this.#closed) return;
      isKnown = fingerprint(contents) === this.#seen;
      if (isKnown && this.#isUsed) return onRead?.(true);
      this.#seen = fingerprint(contents);
      this.#isUsed = false;
      // Those that were rejected are tried again: a certificate may become valid later.
      accept(contents);
      this.#isUsed = true;
      onRead?.(true);
    } catch (error) {
      if (this.#closed) return;
      // Reported once, and not at every poll.
      if (!isKnown) onError(error);
      onRead?.(false);
    }
  }
}
