// The patches that calls are making, all calls of a process together. Core calls GeneratePatches for many Clusters at once, and one value of a
// variable can be in the patch of every template: each answer has a limit, and a hundred of them in the making would fill the memory. Beyond a limit
// of their own, calls wait for each other, within their deadlines: the oldest goes on, then those that are expected to make least.
import { inTurn } from "@capstan/kube/turns";
import { eachInTurns } from "./template-rules.ts";

/**
 * Characters of all patches in the making, in base64: beyond them only the oldest call goes on. The template that reaches it and the oldest call can
 * each add as many as one answer may have, so that there are three times as many at most.
 */
const mostCharacters = 16 * 1024 * 1024;

/** What one call has made. */
interface Share {
  /** Characters that it will make, as a guess; known once it has had to wait. */
  expected?: number;
  /** Characters of its patches, in base64. */
  characters: number;
  waiting?: Waiting | undefined;
}

/** A call that waits. */
interface Waiting {
  readonly expected: number;
  readonly goOn: () => void;
}

/** What a call does with its templates. */
interface Templates<T> {
  readonly items: readonly T[];
  readonly signal: AbortSignal;
  /** How many characters the patches may have in the end, as a guess: of calls that wait, the one with the fewest goes on first. Asked when it has to wait. */
  readonly expected: () => number;
  /** Makes the patch of one, and returns how many characters the patches of the call have so far. */
  readonly patch: (item: T) => number;
}

/** The calls that make patches. */
export class PatchesInWork {
  readonly #most: number;
  /** The oldest first. */
  readonly #shares = new Set<Share>();
  #characters = 0;

  constructor(most: number = mostCharacters) {
    this.#most = most;
  }

  /** Makes the patches of a call, in turns of the event loop and where there is place for them. Rejects when the signal aborts. */
  async each<T>(templates: Templates<T>): Promise<void> {
    const share: Share = { characters: 0 };
    this.#shares.add(share);
    try {
      await this.#patchAll(share, templates);
    } finally {
      // What is left of this turn makes an answer of them, which counts from then on.
      setImmediate(() => this.#end(share));
    }
  }

  async #patchAll<T>(share: Share, templates: Templates<T>): Promise<void> {
    const { items, signal, patch } = templates;
    const left = [...items].toReversed();
    const hasPlace = (): boolean => left.length > 0 && this.#hasPlace(share);
    const next = (): void => {
      // Another call may have taken the place before this turn.
      if (!this.#hasPlace(share)) return;
      for (const item of left.splice(-1)) this.#count(share, patch(item));
    };
    while (left.length > 0) {
      await this.#place(share, templates);
      await eachInTurns(repeatWhile(hasPlace), signal, next);
    }
  }

  #hasPlace(share: Share): boolean {
    return this.#characters < this.#most || this.#oldest === share;
  }

  get #oldest(): Share | undefined {
    const [oldest] = this.#shares;
    return oldest;
  }

  /** Waits until there is place. */
  async #place<T>(share: Share, { signal, expected: guess }: Templates<T>): Promise<void> {
    while (!this.#hasPlace(share)) {
      signal.throwIfAborted();
      const expected = (share.expected ??= await inTurn(guess, { signal }));
      if (this.#hasPlace(share)) return;
      const { promise, resolve: goOn } = Promise.withResolvers<void>();
      share.waiting = { expected, goOn };
      const abort = (): void => this.#wake(share);
      signal.addEventListener("abort", abort, { once: true });
      await promise;
      signal.removeEventListener("abort", abort);
    }
  }

  #count(share: Share, characters: number): void {
    this.#characters += characters - share.characters;
    share.characters = characters;
    this.#wakeNext();
  }

  #end(share: Share): void {
    this.#count(share, 0);
    this.#shares.delete(share);
    this.#wakeNext();
  }

  /** Lets one call go on that waits; it makes a patch, and then the next one is looked for. */
  #wakeNext(): void {
    this.#wake(this.#oldest);
    if (this.#characters >= this.#most) return;
    let least: Share | undefined;
    for (const share of this.#shares)
      if (share.waiting !== undefined && share.waiting.expected < (least?.waiting?.expected ?? Infinity)) least = share;
    this.#wake(least);
  }

  /** In a turn of its own: a hundred calls that wake each other would hold the event loop together. */
  #wake(share: Share | undefined): void {
    if (share?.waiting === undefined) return;
    setImmediate(share.waiting.goOn);
    share.waiting = undefined;
  }
}

function* repeatWhile(isTrue: () => boolean): Generator<undefined> {
  while (isTrue()) yield undefined;
}
