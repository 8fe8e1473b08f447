// Answers of hooks that take longer than a moment. The simulated core goes over all Clusters in one step: a handler that is slow, or never answers, must not stop what belongs to others. So a Cluster
// waits for its answer as it waits for a delay, and is looked at again.
import { setTimeout as sleep } from "node:timers/promises";
import { RecentEntries } from "./recent-entries.ts";

/** What a call is about, and what it is made for: with another version, an answer is of no use any more. */
export interface CallPlace {
  readonly about: string;
  readonly version: string;
}

interface OpenCall<Answer> {
  readonly version: string;
  readonly answer: Promise<Answer>;
}

/** The calls without an answer. */
export class LateAnswers<Answer extends object> {
  /** That of a Cluster that was deleted is not looked at any more. */
  readonly #open = new RecentEntries<OpenCall<Answer>>();
  readonly #patienceMs: number;

  /** `patienceMs`: how long a step waits for an answer. Most handlers need less than its default. */
  constructor(patienceMs: number = 100) {
    this.#patienceMs = patienceMs;
  }

  /** The answer, of a call that was begun before or now; undefined while there is none. */
  async of({ about, version }: CallPlace, call: () => Promise<Answer>): Promise<Answer | undefined> {
    const known = this.#open.get(about);
    const { answer } = known?.version === version ? known : this.#begin(about, version, call);
    const late = new AbortController();
    try {
      const first = await Promise.race([answer, sleep(this.#patienceMs, undefined, { signal: late.signal })]);
      if (first === undefined) return undefined;
    } catch (error) {
      this.#open.delete(about);
      throw error;
    } finally {
      late.abort();
    }
    this.#open.delete(about);
    return answer;
  }

  /** Other processes serve the hooks: what the ones before them answer is of no use any more. */
  forget(): void {
    this.#open.clear();
  }

  #begin(about: string, version: string, call: () => Promise<Answer>): OpenCall<Answer> {
    const answer = call();
    // A failure that comes late is thrown when the Cluster is looked at again.
    answer.catch(() => undefined);
    const begun = { version, answer };
    this.#open.set(about, begun);
    return begun;
  }
}
