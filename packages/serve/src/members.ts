// What comes and goes with each request. A Set or Map is not used for that: V8 gives one a new table after some changes, and the old table points to the new one. When one
// table has become old, all that follow it, and the requests that were in them, stay in memory until the next full collection of garbage, and the small ones copy them.

/** What can be a member: it knows where. */
export interface Member {
  /** Its index among the members; -1 for none. */
  place: number;
}

/** Members in no order. None is in two of these at once. */
export class Members<T extends Member> {
  readonly #all: T[] = [];

  add(one: T): void {
    if (one.place < 0) one.place = this.#all.push(one) - 1;
  }

  delete(one: T): void {
    if (one.place < 0) return;
    const last = this.#all.pop();
    if (last !== undefined && last !== one) {
      this.#all[one.place] = last;
      last.place = one.place;
    }
    one.place = -1;
  }

  /** Those that are members now. */
  [Symbol.iterator](): Iterator<T> {
    return this.#all.values();
  }
}

/** Removes a member of a short list, if it is there. */
export function removeFrom<T>(list: T[], one: T): boolean {
  const at = list.indexOf(one);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
