// What a reconcile has read, so that it is not repeated before something of that has changed.

/** Counts the changes of something that can be read. */
export interface ChangeCounter {
  readonly changes: number;
}

interface Read {
  readonly counter: ChangeCounter;
  changes: number;
  /** What counts of the thing, if not all of it does; with what it was. */
  readonly part: (() => unknown) | undefined;
  readonly was: unknown;
}

/** The reads of one reconcile. */
export class ReadLog {
  readonly #reads = new Map<ChangeCounter, Read>();
  #isLasting = true;
  #dueAt = Number.POSITIVE_INFINITY;

  /** When time alone makes it due. */
  get dueAt(): number {
    return this.#dueAt;
  }

  /** Something was read; with `part`, only a change of that counts. */
  add(counter: ChangeCounter, part?: () => unknown): void {
    const known = this.#reads.get(counter);
    if (known !== undefined && (known.part === undefined || part !== undefined)) return;
    this.#reads.set(counter, { counter, changes: known?.changes ?? counter.changes, part, was: part?.() });
  }

  /** Something is read again as it was after so many changes. */
  addAsOf(counter: ChangeCounter, changes: number): void {
    const known = this.#reads.get(counter);
    const first = Math.min(changes, known?.changes ?? changes);
    this.#reads.set(counter, { counter, changes: first, part: undefined, was: undefined });
  }

  /** Something was read whose changes nobody counts. */
  addUncounted(): void {
    this.#isLasting = false;
  }

  wakeAt(time: number): void {
    this.#dueAt = Math.min(this.#dueAt, time);
  }

  /** Whether all that was read is as it was, and its time has not come. */
  isCurrent(now: number): boolean {
    return this.#isLasting && now < this.#dueAt && [...this.#reads.values()].every(isAsItWas);
  }
}

function isAsItWas(read: Read): boolean {
  const { counter, changes, part, was } = read;
  if (counter.changes === changes) return true;
  if (part === undefined || part() !== was) return false;
  read.changes = counter.changes;
  return true;
}
