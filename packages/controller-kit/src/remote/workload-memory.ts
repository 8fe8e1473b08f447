// The memory of answers from workload clusters, of all passes together. Each answer is within its limits, and ten passes that hold the largest ones at the same moment
// would fill the memory of the manager. An answer counts until the pass that has read it ends.
import { AsyncLocalStorage } from "node:async_hooks";
import { getHeapStatistics } from "node:v8";
import type { AnswerMemory, AnswerShare } from "@capstan/client";

/** The shares of the heap that passes have each for themselves, together, and that all have in common. The limit of the heap has the young generation in it, a fifth of it or so. */
const shares = { own: 0.2, common: 0.3 } as const;
/** A pass has no more for itself: 120 Nodes and more. */
const mostOwn = 16 * 1024 * 1024;

/** What there is. */
export interface WorkloadMemoryOptions {
  /** How many passes run at once. */
  readonly passes: number;
  /** The limit of the heap, in bytes. Default: that of this process. */
  readonly heap?: number;
}

/** What the answers of a pass take. */
interface PassMemory {
  bytes: number;
  /** What of that is beyond its own memory. */
  common: number;
  /** What of the bytes has been read, and counts until the pass ends. */
  kept: number;
  hasEnded: boolean;
}

/** What the answers of workload clusters take. */
export class WorkloadMemory implements AnswerMemory {
  readonly #own: number;
  readonly #common: number;
  readonly #passes = new AsyncLocalStorage<PassMemory>();
  /** Calls outside of passes, which count until they end. */
  readonly #outside: PassMemory = { bytes: 0, common: 0, kept: 0, hasEnded: true };
  #used = 0;

  constructor({ passes, heap = getHeapStatistics().heap_size_limit }: WorkloadMemoryOptions) {
    this.#own = Math.min(mostOwn, (heap * shares.own) / Math.max(1, passes));
    this.#common = heap * shares.common;
  }

  /** Runs a pass, and counts the answers that it reads until it ends. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    const pass: PassMemory = { bytes: 0, common: 0, kept: 0, hasEnded: false };
    try {
      return await this.#passes.run(pass, run);
    } finally {
      pass.hasEnded = true;
      this.#add(pass, -pass.kept);
    }
  }

  begin(): AnswerShare {
    const pass = this.#passes.getStore() ?? this.#outside;
    let bytes = 0;
    return {
      add: (more) => {
        if (!this.#fits(pass, more)) return false;
        bytes += more;
        this.#add(pass, more);
        return true;
      },
      end: (isKept) => {
        if (isKept && !pass.hasEnded) pass.kept += bytes;
        else this.#add(pass, -bytes);
      },
    };
  }

  #fits(pass: PassMemory, more: number): boolean {
    const added = this.#beyondOwn(pass.bytes + more) - pass.common;
    return added === 0 || this.#used + added <= this.#common;
  }

  #add(pass: PassMemory, bytes: number): void {
    pass.bytes += bytes;
    const common = this.#beyondOwn(pass.bytes);
    this.#used += common - pass.common;
    pass.common = common;
  }

  #beyondOwn(bytes: number): number {
    return Math.max(0, bytes - this.#own);
  }
}
