// The keys that wait for a reconcile: each at most once, higher priority first, some only after a delay. One of four keys is of the lowest priority, so
// that a tenant whose objects change all the time does not keep what waits there for ever. Namespaces take turns, those with the fewest running keys first, so that a tenant whose passes are many or slow does not keep the others waiting.
// A key that is being reconciled is not handed out again; what is added meanwhile waits until its reconcile is done. One timer serves all
// delayed keys.
import type { Clock } from "@capstan/client";
import type { ObjectKey } from "@capstan/kube";
import { type Due, DueHeap } from "./due-heap.ts";
import { FairLanes } from "./fair-lanes.ts";
import { KeyMap } from "./key-map.ts";
import { WorkerShares } from "./worker-shares.ts";

/** How urgent a key is, and when it is due. */
export interface AddOptions {
  /** Higher is taken sooner. Default: 0. */
  readonly priority?: number;
  /** Not before this time has passed. Default: 0. */
  readonly afterMs?: number;
}

/** A key that was taken from the queue. */
export interface Taken {
  readonly key: ObjectKey;
  readonly priority: number;
  /** How long it waited since it was due. */
  readonly waitedMs: number;
}

/** After so many keys of other priorities comes one of the lowest. */
const turnOfLowest = 3;

/** The priority of events that report nothing new: objects of the first list, and resyncs. */
export const lowPriority = -100;

interface Entry extends Due {
  readonly key: ObjectKey;
  priority: number;
  dueAt: number;
  /** The place where it currently waits in a level; a copy of the entry in any other place is out of date. */
  place: object | undefined;
  /** The level in which it is counted; undefined when it is not due. */
  level: Level | undefined;
}

interface Level {
  readonly priority: number;
  /** How many entries wait in it. */
  size: number;
  /** By namespace. */
  readonly waiting: FairLanes<{ readonly entry: Entry; readonly place: object }>;
}

/** When a key is wanted again, and how urgently. */
interface Again {
  readonly priority: number;
  readonly dueAt: number;
}

interface Running {
  readonly began: number;
  /** Whether its worker is free again. */
  released: boolean;
  /** What was added meanwhile. */
  again: Again | undefined;
}

/** How many keys become due in one turn of the loop. After a time in which the process did not run, all of them may be due at once. */
const mostOfTurn = 1000;

/** A queue of keys. */
export class WorkQueue {
  readonly #clock: Clock;
  /** A clock that is moved forward makes no key run for longer. */
  readonly #steady: Clock;
  readonly #onReady: (isNew: boolean) => void;
  readonly #entries = new KeyMap<Entry>();
  readonly #running = new KeyMap<Running>();
  readonly #shares: WorkerShares;
  /** Due entries, the highest priority first. Within a level namespaces take turns, and a namespace is first in, first out. */
  readonly #levels: Level[] = [];
  /** Entries that are not due, the next one first. */
  readonly #waiting = new DueHeap<Entry>();
  /** How many keys were taken since the last one of the lowest priority. */
  #sinceLowest = 0;
  #cancelTimer: (() => void) | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #closed = false;

  /** `onReady` is called whenever a key may have become available, with whether it is one more that is due; `shared` is how many workers namespaces share. */
  constructor(clock: Clock, onReady: (isNew: boolean) => void, shared: number = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#steady = clock.steady ?? clock;
    this.#shares = new WorkerShares(shared);
    this.#onReady = onReady;
  }

  /** How many keys wait, due or not. */
  get size(): number {
    return this.#entries.size;
  }

  /** How many keys are due, by priority. Those that wait for a time, such as that of their next sync, are no work that is left undone. */
  depths(): ReadonlyMap<number, number> {
    return new Map(this.#levels.map(({ priority, size }) => [priority, size]));
  }

  /** Whether a key is due. Its namespace may have to wait for a worker all the same. */
  get hasDue(): boolean {
    return this.#levels.some(({ size }) => size > 0);
  }

  /** Whether a key waits, due or not, or is being reconciled. */
  has(key: ObjectKey): boolean {
    return this.#entries.get(key) !== undefined || this.#running.get(key) !== undefined;
  }

  /** Adds a key. A key that waits already keeps the higher priority and the earlier time. */
  add(key: ObjectKey, { priority = 0, afterMs = 0 }: AddOptions = {}): void {
    if (this.#closed) return;
    const added: Again = { priority, dueAt: this.#clock.now() + Math.max(0, afterMs) };
    const running = this.#running.get(key);
    if (running === undefined) this.#insert(key, added);
    else running.again = merge(added, running.again);
  }

  /** The next key, which is then running until `done`; undefined when none is due. */
  take(): Taken | undefined {
    if (this.#closed) return undefined;
    const now = this.#clock.now();
    const began = this.#steady.now();
    const isLowestDue = this.#sinceLowest >= turnOfLowest;
    for (const level of isLowestDue ? this.#levels.toReversed() : this.#levels) {
      // What was raised from it to another priority is dropped together: to look at each would take one turn.
      if (level.size === 0) level.waiting.clear();
      const entry = next(level, (namespace) => this.#shares.rank(namespace, began));
      if (entry === undefined) continue;
      this.#sinceLowest = level === this.#levels.at(-1) ? 0 : this.#sinceLowest + 1;
      count(entry, undefined);
      const { key, priority, dueAt } = entry;
      this.#entries.delete(key);
      this.#running.set(key, { began, released: false, again: undefined });
      this.#shares.begin(key.namespace, began);
      return { key, priority, waitedMs: now - dueAt };
    }
    return undefined;
  }

  /** Ends a key's run; what was added to it meanwhile now waits. */
  done(key: ObjectKey): void {
    this.#end(key, this.#steady.now());
  }

  /** Ends the share of a key's run in the workers. The key itself is not handed out again before `done`. */
  release(key: ObjectKey): void {
    const running = this.#running.get(key);
    if (running === undefined || running.released) return;
    running.released = true;
    this.#shares.end(key.namespace, running.began, this.#steady.now());
  }

  /** Takes a key back that was taken, but not run. */
  postpone(key: ObjectKey, options: AddOptions): void {
    this.add(key, options);
    this.#end(key, undefined);
  }

  #end(key: ObjectKey, ended: number | undefined): void {
    const running = this.#running.get(key);
    if (running === undefined) return;
    this.#running.delete(key);
    if (!running.released) this.#shares.end(key.namespace, running.began, ended);
    if (running.again !== undefined) this.#insert(key, running.again);
  }

  /** Drops everything that waits and hands out nothing more. */
  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#entries.clear();
    this.#running.clear();
    this.#levels.length = 0;
  }

  #insert(key: ObjectKey, added: Again): void {
    if (this.#closed) return;
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      const created: Entry = { key, ...added, place: undefined, level: undefined, heapAt: undefined };
      this.#entries.set(key, created);
      return this.#put(created);
    }
    if (added.priority <= entry.priority && added.dueAt >= entry.dueAt) return;
    this.#waiting.remove(entry);
    // An entry that is due keeps its time: a raise in priority must not make its wait look shorter.
    Object.assign(entry, merge(added, entry));
    this.#put(entry);
  }

  /** An entry that waits nowhere, or in the level of a lower priority. */
  #put(entry: Entry): void {
    if (entry.dueAt > this.#clock.now()) {
      this.#waiting.push(entry);
      this.#arm();
      return;
    }
    entry.place = {};
    const isNew = entry.level === undefined;
    const level = this.#level(entry.priority);
    count(entry, level);
    level.waiting.push(entry.key.namespace, { entry, place: entry.place });
    this.#onReady(isNew);
  }

  #level(priority: number): Level {
    const at = this.#levels.findIndex((level) => level.priority <= priority);
    const found = this.#levels[at];
    if (found?.priority === priority) return found;
    const level: Level = { priority, size: 0, waiting: new FairLanes() };
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
    for (let left = mostOfTurn; left > 0 && (this.#waiting.nextDueAt() ?? Number.POSITIVE_INFINITY) <= now; left -= 1) {
      this.#put(this.#waiting.pop());
    }
    this.#arm();
  }
}

/** The higher priority and the earlier time of two requests for one key. */
function merge(added: Again, known: Again = added): Again {
  return { priority: Math.max(added.priority, known.priority), dueAt: Math.min(added.dueAt, known.dueAt) };
}

/** Counts an entry in another level than before. */
function count(entry: Entry, level: Level | undefined): void {
  if (entry.level !== undefined) entry.level.size -= 1;
  if (level !== undefined) level.size += 1;
  entry.level = level;
}

/** The next entry of a level that still waits there, of a namespace that may have another worker. */
function next({ waiting }: Level, rankOf: (namespace: string) => number | undefined): Entry | undefined {
  for (let taken = waiting.take(rankOf); taken !== undefined; taken = waiting.take(rankOf)) {
    const { entry, place } = taken;
    if (entry.place !== place) continue;
    entry.place = undefined;
    return entry;
  }
  return undefined;
}
