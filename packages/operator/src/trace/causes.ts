// Why keys are queued: what queued each since its last run. It is remembered only while somebody listens to the trace, and of each key a few reasons.
import type { ObjectKey } from "@capstan/kube";
import type { RunCause, RunTrace } from "@capstan/kube/trace";
import { KeyMap } from "../queue/key-map.ts";

/** A reason, and when the key is due because of it, by the clock of the queue. */
export interface DueCause {
  readonly cause: RunCause;
  readonly dueAt: number;
}

interface Causes {
  readonly first: DueCause[];
  readonly last: DueCause[];
  omitted: number;
}

/** So many of the first reasons are kept. */
const mostFirst = 3;
/** So many of the last ones. */
const mostLast = 5;

/** The reasons of the keys of one controller. */
export class KeyCauses {
  readonly #causes = new KeyMap<Causes>();

  /** How many keys have reasons. */
  get size(): number {
    return this.#causes.size;
  }

  /** Adds a reason, unless it is the last one already. */
  add(key: ObjectKey, due: DueCause): void {
    const causes = this.#causes.get(key) ?? { first: [], last: [], omitted: 0 };
    if ((causes.last.at(-1) ?? causes.first.at(-1))?.cause === due.cause) return;
    this.#causes.set(key, causes);
    if (causes.first.length < mostFirst) causes.first.push(due);
    else causes.last.push(due);
    if (causes.last.length <= mostLast) return;
    causes.last.shift();
    causes.omitted += 1;
  }

  /** The reasons of a run that begins; none is left. What an earlier run asked for and is not due was not the reason. */
  take(key: ObjectKey, now: number): Pick<RunTrace, "why" | "omitted"> {
    const { first, last, omitted } = this.#causes.get(key) ?? { first: [], last: [], omitted: 0 };
    this.forget(key);
    const due = [...first, ...last].filter(({ dueAt }) => dueAt <= now);
    return { why: due.map(({ cause }) => cause), omitted };
  }

  forget(key: ObjectKey): void {
    if (this.#causes.size > 0) this.#causes.delete(key);
  }
}
