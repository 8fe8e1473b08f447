// In which form one kind is listed: sent as a watch (WatchList) or plain.
//
// Either form may fail where the other works: a proxy holds back what a watch sends, and a plain list is too large for one answer. So where a plain list is wanted and the server fails to answer it, the next one is sent as a watch, and
// so on in turns; a lost connection says nothing of the form. Only a server that says that it does not offer WatchList is never called for it again.
import { isApiError } from "@capstan/client";
import { isCapstanError } from "@capstan/kube";

/** Status codes of servers that do not offer WatchList. */
const notOffered: ReadonlySet<number> = new Set([400, 406, 415, 422]);
/** The time for a whole list that is sent as a watch, once one was silent: a server that ignores the parameter sends the changes of a busy kind, which end no list. */
const mostMs = 300_000;

/** A list that is sent as a watch may then take that long for nothing: so many less one plain lists come before each. */
const turnsAfterSilence = 4;
/** Errors of answers that are too large, too slow or no lists. */
const badAnswers = [
  "client/bad-answer",
  "client/call-too-long",
  "client/limit",
  "client/slow-server",
  "client/timeout",
];
/** So many plain lists in a row that lost their connection count as one failure: a proxy may cut a large answer. An outage seldom takes as long. */
const lossesPerFailure = 20;

/** Chooses the form of each list of one kind. */
export class ListForms {
  #isOffered: boolean;
  /** Whether a list that was sent as a watch was silent. */
  #isSilent = false;
  /** How many lists of either form have failed since a plain one is wanted. */
  #failed = 0;
  /** How many plain lists have lost their connection since. */
  #lost = 0;
  #isPlain = false;
  /** Whether the list that has begun counts when it fails. */
  #counts = false;

  /** @param watchList Whether a list may be sent as a watch. */
  constructor(watchList: boolean) {
    this.#isOffered = watchList;
  }

  /** Whether the list that has begun is a plain one. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  /** The limit of the time of a list that is sent as a watch. */
  get limit(): { readonly mostMs?: number } {
    return this.#isSilent ? { mostMs } : {};
  }

  /** A list begins. It is wanted plain where lists that are sent as watches bring nothing. */
  begin({ needsPlain }: { readonly needsPlain: boolean }): void {
    this.#counts = this.#isSilent || needsPlain;
    const turns = this.#isSilent ? turnsAfterSilence : 2;
    this.#isPlain = !this.#isOffered || (this.#counts && this.#failed % turns !== turns - 1);
  }

  /** The list that was sent as a watch was silent. */
  silent(): void {
    this.#isSilent = true;
  }

  /** Whether the error says that lists cannot be sent as watches. From then on none is. */
  isRefused(error: unknown): boolean {
    if (this.#isPlain || !isApiError(error) || !notOffered.has(error.status)) return false;
    this.#isOffered = false;
    return true;
  }

  /** The list is complete. One that was sent as a watch shows that such are not silent any more. */
  completed(): void {
    this.#failed = 0;
    this.#lost = 0;
    if (!this.#isPlain) this.#isSilent = false;
    this.#counts = false;
  }

  /** The connection has failed with an error: whether the list, if it is not complete, counts as failed. */
  failed(error: unknown): void {
    if (!this.#counts || !this.#isPlain || isAnswer(error)) return;
    this.#lost += 1;
    this.#counts = this.#lost % lossesPerFailure === 0;
  }

  /** The connection has ended: a list that is not complete has failed. */
  ended(): void {
    if (this.#counts) this.#failed += 1;
    this.#counts = false;
  }
}

/** Whether a server has answered, if not with a list. */
function isAnswer(error: unknown): boolean {
  return isApiError(error) || badAnswers.some((code) => isCapstanError(error, code));
}
