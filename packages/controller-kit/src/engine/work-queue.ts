// The keys that wait for a reconcile: each at most once, the more urgent first, some only after a time. Used by controller.ts.
// A key that is being worked on is not handed out again; what is added meanwhile waits until it is done. One timer serves all
// waiting keys.
import type { Clock } from "@capstan/client";
import { DueHeap } from "./due-heap.ts";

/** How urgent a key is, and when. */
export interface AddOptions {
  /** The higher the sooner. Default: 0. */
  readonly priority?: number;
  /** Not before this time has passed. Default: 0. */
  readonly afterMs?: number;
}

/** A key that was taken from the queue. */
export interface Taken {
  readonly key: string;
  readonly priority: number;
  /** How long it waited from when it was due. */
  readonly waitedMs: number;
}

/** The priority of what is not news: objects there from the beginning, and resyncs. */
export const lowPriority = -100;

interface Entry {
  readonly key: string;
  priority: number;
  dueAt: number;
  /** The place where it currently waits; an entry found in any other is out of date. */
  place: object | undefined;
}

/** An entry that is not due. */
interface Waiting {
  readonly entry: Entry;
  readonly place: object;
  readonly dueAt: number;
}

interface Level {
  readonly priority: number;
  entries: { readonly entry: Entry; readonly place: object }[];
  head: number;
}

/** A queue of keys. */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #onReady: () => void;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Set<string>();
  /** What was added to a key while it ran. */
  readonly #again = new Map<string, Required<AddOptions> & { readonly at: number }>();
  /** Due entries, the most urgent level first; within a level first come, first served. */
  readonly #levels: Level[] = [];
  /** Entries that are not due, the next one first. */
  readonly #waiting = new DueHeap<Waiting>();
  #cancelTimer: (() => void) | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #closed = false;

  /** `onReady` is called whenever a key may have become available. */
  constructor(clock: Clock, onReady: () => void) {
    this.#clock = clock;
    this.#onReady = onReady;
  }

  /** How many keys wait, due or not. */
  get size(): number {
    return this.#entries.size;
  }

  /** Adds a key. One that waits already keeps the higher priority and the earlier time. */
  add(key: string, { priority = 0, afterMs = 0 }: AddOptions = {}): void {
    if (this.#closed) return;
    const at = this.#clock.now() + Math.max(0, afterMs);
    if (this.#running.has(key)) this.#addAgain(key, priority, at);
    else this.#insert(key, priority, at);
  }

  /** The next key, which is then running until `done`; undefined when none is due. */
  take(): Taken | undefined {
    if (this.#closed) return undefined;
    for (const level of this.#levels) {
      const entry = next(level);
      if (entry === undefined) continue;
      this.#entries.delete(entry.key);
      this.#running.add(entry.key);
      return { key: entry.key, priority: entry.priority, waitedMs: this.#clock.now() - entry.dueAt };
    }
    return undefined;
  }

  /** Ends a key's run; what was added to it meanwhile now waits. */
  done(key: string): void {
    this.#running.delete(key);
    const again = this.#again.get(key);
    if (again === undefined) return;
    this.#again.delete(key);
    this.#insert(key, again.priority, again.at);
  }

  /** Hands out nothing more and drops what waits. */
  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#entries.clear();
    this.#again.clear();
    this.#levels.length = 0;
  }

  #addAgain(key: string, priority: number, at: number): void {
    const again = this.#again.get(key);
    this.#again.set(key, {
      priority: Math.max(priority, again?.priority ?? priority),
      at: Math.min(at, again?.at ?? at),
      afterMs: 0,
    });
  }

  #insert(key: string, priority: number, at: number): void {
    if (this.#closed) return;
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      const added: Entry = { key, priority, dueAt: at, place: undefined };
      this.#entries.set(key, added);
      return this.#put(added);
    }
    const raised = priority > entry.priority;
    const sooner = at < entry.dueAt;
    if (!raised && !sooner) return;
    entry.priority = Math.max(priority, entry.priority);
    // What is due stays due since then: a raise in priority must not make the wait look shorter.
    entry.dueAt = Math.min(at, entry.dueAt);
    this.#put(entry);
  }

  #put(entry: Entry): void {
    entry.place = {};
    if (entry.dueAt > this.#clock.now()) {
      this.#waiting.push({ entry, place: entry.place, dueAt: entry.dueAt });
      this.#arm();
      return;
    }
    this.#level(entry.priority).entries.push({ entry, place: entry.place });
    this.#onReady();
  }

  #level(priority: number): Level {
    const at = this.#levels.findIndex((level) => level.priority <= priority);
    const found = this.#levels[at];
    if (found?.priority === priority) return found;
    const level: Level = { priority, entries: [], head: 0 };
    this.#levels.splice(at < 0 ? this.#levels.length : at, 0, level);
    return level;
  }

  #arm(): void {
    const dueAt = this.#waiting.nextDueAt();
    if (dueAt === undefined || dueAt >= this.#timerAt) return;
    this.#cancelTimer?.();
    this.#timerAt = dueAt;
    this.#cancelTimer = this.#clock.after(Math.max(0, dueAt - this.#clock.now()), () => this.#wake());
  }

  #wake(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    const now = this.#clock.now();
    for (
      let dueAt = this.#waiting.nextDueAt();
      dueAt !== undefined && dueAt <= now;
      dueAt = this.#waiting.nextDueAt()
    ) {
      const { entry, place } = this.#waiting.pop();
      if (entry.place === place && this.#entries.get(entry.key) === entry) this.#put(entry);
    }
    this.#arm();
  }
}

/** The next entry of a level that still waits there. */
function next(level: Level): Entry | undefined {
  while (level.head < level.entries.length) {
    const { entry, place } = level.entries[level.head++] ?? { entry: undefined, place: undefined };
    if (level.head === level.entries.length) {
      level.entries = [];
      level.head = 0;
    }
    if (entry !== undefined && entry.place === place) {
      entry.place = undefined;
      return entry;
    }
  }
  return undefined;
}
