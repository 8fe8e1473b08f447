// The patches that calls are making, all calls of a process together. Core calls GeneratePatches for many Clusters at once, and one value of a
// variable can be in the patch of every template: each answer has a limit, and a hundred of them in the making would fill the memory. Beyond a limit
// of their own, calls wait for each other, within their deadlines: the oldest goes on, then those that are expected to make least.
import { type BudgetShare, inTurn, SharedBudget } from "@capstan/kube/turns";
import { eachInTurns } from "./template-rules.ts";

/**
 * Characters of all patches in the making, in base64: beyond them only the oldest call goes on. The template that reaches it and the oldest call can
 * each add as many as one answer may have, so that there are three times as many at most.
 */
const mostCharacters = 16 * 1024 * 1024;

/** What a call does with its templates. */
interface Templates<T> {
  readonly items: readonly T[];
  readonly signal: AbortSignal;
  /** How many characters the patches may have in the end, as a guess: of calls that wait, the one with the fewest goes on first. Asked once, when it has to wait. */
  readonly expected: () => number;
  /** Makes the patch of one. */
  readonly patch: (item: T) => MadePatch;
}

/** How many characters the patches of the call have so far; of one that has to wait for something first, the function that makes it. */
export type MadePatch = number | Promise<() => number>;

/** The calls that make patches. */
export class PatchesInWork {
  readonly #budget: SharedBudget;

  constructor(most: number = mostCharacters) {
    this.#budget = new SharedBudget({ most });
  }

  /** Makes the patches of a call, in turns of the event loop and where there is place for them. Rejects when the signal aborts. */
  async each<T>(templates: Templates<T>): Promise<void> {
    const share = this.#budget.begin();
    try {
      await patchAll(share, templates);
    } finally {
      // What is left of this turn makes an answer of them, which counts from then on.
      setImmediate(share.end);
    }
  }
}

/** One for all calls, whatever their extension and their server: they share the memory of the process. */
export const patchesInWork: PatchesInWork = new PatchesInWork();

async function patchAll<T>(share: BudgetShare, { items, signal, patch, expected }: Templates<T>): Promise<void> {
  const left = items.map((item) => (): MadePatch => patch(item)).toReversed();
  let characters = 0;
  let rank: number | undefined;
  let late: Exclude<MadePatch, number> | undefined;
  const hasPlace = (): boolean => share.fits(characters + 1);
  const next = (): void => {
    // Another call may have taken the place before this turn.
    if (!hasPlace()) return;
    const made = left.pop()?.() ?? characters;
    if (typeof made === "number") share.count((characters = made));
    else late = made;
  };
  while (left.length > 0) {
    if (!hasPlace()) {
      rank ??= await inTurn(expected, { signal });
      await share.place({ wanted: characters + 1, rank, signal });
    }
    await eachInTurns(
      repeatWhile(() => left.length > 0 && late === undefined && hasPlace()),
      signal,
      next,
    );
    // It is made next, where there is place for it.
    if (late !== undefined) left.push(await untilAborted(late, signal));
    late = undefined;
  }
}

/** Rejects with the reason of the signal when that comes first: what an author waits for may never end. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function* repeatWhile(isTrue: () => boolean): Generator<undefined> {
  while (isTrue()) yield undefined;
}
