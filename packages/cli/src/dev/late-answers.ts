// Answers of hooks that take longer than a moment. The simulated core goes over all Clusters in one step: a handler that is slow, or never answers, must not stop what belongs to others. So a Cluster
// waits for its answer as it waits for a delay, and is looked at again.
import { setTimeout as sleep } from "node:timers/promises";
import { RecentEntries } from "./recent-entries.ts";

/** What a call is about, and what it is made for: with another version, an answer is of no use any more. */
export interface CallPlace {
  readonly about: string;
  readonly version: string;
  /** The calls that are made one after the other, each with the answer of the one before it: an answer is kept until all have one, so that none is called twice. */
  readonly row?: string;
}

interface OpenCall<Answer> extends Pick<CallPlace, "version" | "row"> {
  readonly answer: Promise<Answer>;
}

/** The calls without an answer, and the answers that are needed again. */
export class LateAnswers<Answer extends object> {
  /** That of a Cluster that was deleted is not looked at any more. */
  readonly #open = new RecentEntries<OpenCall<Answer>>();
  readonly #patienceMs: number;

  /** `patienceMs`: how long a step waits for an answer. Most handlers need less than its default. */
  constructor(patienceMs: number = 100) {
    this.#patienceMs = patienceMs;
  }

  /** The answer, of a call that was begun before or now; undefined while there is none. */
  async of(place: CallPlace, call: () => Promise<Answer>): Promise<Answer | undefined> {
    const { about, version, row } = place;
    const known = this.#open.get(about);
    const { answer } = known?.version === version ? known : this.#begin(place, call);
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
    if (row === undefined) this.#open.delete(about);
    return answer;
  }

  /** All calls of a row have an answer, or it has failed: they are made again the next time. */
  end(row: string): void {
    this.#open.deleteAll((call) => call.row === row);
  }

  /** Other processes serve the hooks: what the ones before them answer is of no use any more. */
  forget(): void {
    this.#open.clear();
  }

  #begin({ about, ...place }: CallPlace, call: () => Promise<Answer>): OpenCall<Answer> {
    const answer = call();
    // A failure that comes late is thrown when the Cluster is looked at again.
    answer.catch(() => undefined);
    const begun = { ...place, answer };
    this.#open.set(about, begun);
    return begun;
  }
}
