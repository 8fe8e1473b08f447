// Work that takes much memory, done one after the other. Owners take turns: one that asks for much waits behind its own work, and others wait for one piece of it.

/** Where work waits for its turn. */
export interface ListQueue {
  /** Runs the work when those of the same owner before it, and one of each other owner, have ended. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/** Runs one piece of work at a time. */
export class OneByOne implements ListQueue {
  /** The end of the last piece of each owner, so that an owner has one piece in the queue of all. */
  readonly #ofOwner = new Map<string, Promise<void>>();
  /** The end of the last piece in the queue of all. */
  #last: Promise<void> = Promise.resolve();

  /** The same queue for callers that do not wait any longer when a signal aborts. Their work is left out unless it has begun. */
  until(signal: AbortSignal): ListQueue {
    return {
      run: async (owner, work) => {
        const left = Promise.withResolvers<never>();
        const leave = (): void => left.reject(signal.reason);
        signal.addEventListener("abort", leave);
        if (signal.aborted) leave();
        const begin = (): ReturnType<typeof work> => {
          signal.throwIfAborted();
          return work();
        };
        try {
          return await Promise.race([this.run(owner, async () => begin()), left.promise]);
        } finally {
          signal.removeEventListener("abort", leave);
        }
      },
    };
  }

  run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const before = this.#ofOwner.get(owner) ?? Promise.resolve();
    const result = before.then(() => this.#next(work));
    const end = settled(result).then(() => {
      if (this.#ofOwner.get(owner) === end) this.#ofOwner.delete(owner);
    });
    this.#ofOwner.set(owner, end);
    return result;
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = settled(result);
    return result;
  }
}

/** Resolves when a promise has settled. */
async function settled(promise: Promise<unknown>): Promise<void> {
  await Promise.allSettled([promise]);
}
