// The memory of lists from workload clusters, of all passes together. Each list is within its limits, and ten passes that hold the largest list at the same moment
// would fill the memory of the manager. A list counts until the pass that has read it ends.
import { AsyncLocalStorage } from "node:async_hooks";
import { getHeapStatistics } from "node:v8";
import type { ListMemory, ListShare } from "@capstan/client";

/** What each list may take without being counted: 120 Nodes and more. */
const uncounted = 16 * 1024 * 1024;
/** The share of the heap for what lists take beyond that. */
const heapShare = 0.35;

/** What the lists of a pass that have ended take. */
interface PassMemory {
  bytes: number;
  hasEnded: boolean;
}

/** What the lists of workload clusters take. */
export class WorkloadMemory implements ListMemory {
  readonly #most: number;
  readonly #passes = new AsyncLocalStorage<PassMemory>();
  #used = 0;

  /** `most` is what lists may take together, in bytes, beyond the 16 MiB of each. Default: 35 % of the heap's limit. */
  constructor(most: number = getHeapStatistics().heap_size_limit * heapShare) {
    this.#most = most;
  }

  /** Runs a pass, and counts the lists that it reads until it ends. */
  async during<T>(pass: () => Promise<T>): Promise<T> {
    const memory: PassMemory = { bytes: 0, hasEnded: false };
    try {
      return await this.#passes.run(memory, pass);
    } finally {
      memory.hasEnded = true;
      this.#used -= memory.bytes;
    }
  }

  begin(): ListShare {
    const pass = this.#passes.getStore();
    let all = 0;
    let counted = 0;
    return {
      add: (bytes) => {
        const more = Math.max(0, all + bytes - uncounted) - counted;
        if (this.#used + more > this.#most) return false;
        all += bytes;
        counted += more;
        this.#used += more;
        return true;
      },
      end: (isKept) => {
        if (isKept && pass !== undefined && !pass.hasEnded) pass.bytes += counted;
        else this.#used -= counted;
      },
    };
  }
}
