// The rows of all objects at any moment, from the first state and the changes since. Moving to another moment costs as much as the changes in between.
import type { ObjectRow, RowChange, WholeState } from "../../src/console/wire.ts";

/** A change with the row before it. */
export interface HistoryChange extends RowChange {
  readonly before: ObjectRow | null;
}

/** A page that is open for long drops the oldest changes beyond this number. */
const mostChanges = 40_000;

/** The rows of a cluster over time. */
export class ClusterHistory {
  #changes: HistoryChange[] = [];
  readonly #now = new Map<string, ObjectRow>();
  /** The rows at the moment that is shown: after `#at` of the changes. */
  #shown = new Map<string, ObjectRow>();
  #at = 0;
  #live = true;
  readonly #startSeq: number;
  #startTime: number;

  constructor({ oldest, changes }: Pick<WholeState, "oldest" | "changes">) {
    for (const row of oldest.rows) this.#now.set(row.id, row);
    this.#shown = new Map(this.#now);
    this.#startSeq = oldest.seq;
    this.#startTime = oldest.time;
    for (const change of changes) this.add(change);
  }

  /** Adds a change, the newest one; the moment that is shown follows only when it is the newest. */
  add(change: RowChange): void {
    if (change.seq <= this.lastSeq) return;
    this.#changes.push({ ...change, before: this.#now.get(change.id) ?? null });
    put(this.#now, change.id, change.row);
    if (this.#live) this.#moveTo(this.#changes.length);
    if (this.#changes.length > mostChanges) this.#dropOldest(mostChanges / 4);
  }

  /** Shows the newest moment, and follows it. */
  goLive(): void {
    this.#live = true;
    this.#moveTo(this.#changes.length);
  }

  /** Shows the moment after the change with this number. */
  goTo(seq: number): void {
    this.#live = false;
    this.#moveTo(this.#indexAfter((change) => change.seq <= seq));
  }

  /** Shows the last moment until a time. */
  goToTime(time: number): void {
    this.#live = false;
    this.#moveTo(this.#indexAfter((change) => change.time <= time));
  }

  /** Moves by a number of changes. */
  step(by: number): void {
    this.#live = false;
    this.#moveTo(this.#at + by);
  }

  /** The rows of the moment that is shown. */
  get rows(): ReadonlyMap<string, ObjectRow> {
    return this.#shown;
  }

  get isLive(): boolean {
    return this.#live;
  }

  /** The number and the time of the last change before the moment that is shown. */
  get shown(): { readonly seq: number; readonly time: number } {
    const change = this.#changes[this.#at - 1];
    return { seq: change?.seq ?? this.#startSeq, time: change?.time ?? this.#startTime };
  }

  get changes(): readonly HistoryChange[] {
    return this.#changes;
  }

  get startTime(): number {
    return this.#startTime;
  }

  get lastSeq(): number {
    return this.#changes.at(-1)?.seq ?? this.#startSeq;
  }

  #indexAfter(isBefore: (change: HistoryChange) => boolean): number {
    let [low, high] = [0, this.#changes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const change = this.#changes[middle];
      if (change !== undefined && isBefore(change)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #moveTo(target: number): void {
    const to = Math.min(Math.max(target, 0), this.#changes.length);
    for (; this.#at < to; this.#at += 1) {
      const change = this.#changes[this.#at];
      if (change !== undefined) put(this.#shown, change.id, change.row);
    }
    for (; this.#at > to; this.#at -= 1) {
      const change = this.#changes[this.#at - 1];
      if (change !== undefined) put(this.#shown, change.id, change.before);
    }
  }

  #dropOldest(count: number): void {
    this.#moveTo(Math.max(this.#at, count));
    this.#startTime = this.#changes[count - 1]?.time ?? this.#startTime;
    this.#changes = this.#changes.slice(count);
    this.#at -= count;
  }
}

function put(rows: Map<string, ObjectRow>, id: string, row: ObjectRow | null): void {
  if (row === null) rows.delete(id);
  else rows.set(id, row);
}
