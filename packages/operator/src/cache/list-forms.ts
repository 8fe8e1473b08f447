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
/** Status codes that say nothing of a list: the server is not there, is busy, or does not serve the kind or this user. */
const notOfLists: ReadonlySet<number> = new Set([401, 403, 404, 429, 502, 503]);
/** After so many plain lists in a row that brought no answer the next is sent as a watch: a proxy may cut a large answer. An outage seldom takes as long. */
const mostLosses = 20;

/** Chooses the form of each list of one kind. */
export class ListForms {
  #isOffered: boolean;
  /** Whether a list that was sent as a watch was silent. */
  #isSilent = false;
  /** How many lists of either form have failed since a plain one is wanted. */
  #failed = 0;
  /** How many plain lists in a row have brought no answer. */
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
    this.#isPlain = !this.#isOffered || (this.#counts && this.#failed % this.#turns !== this.#turns - 1);
  }

  /** Each so many-th list is sent as a watch. */
  get #turns(): number {
    return this.#isSilent ? turnsAfterSilence : 2;
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
    if (!this.#counts || !this.#isPlain) return;
    this.#lost = isAnswer(error) ? 0 : this.#lost + 1;
    if (this.#lost === 0) return;
    this.#counts = this.#lost % mostLosses === 0;
    // With this one it is the turn of a watch.
    if (this.#counts) this.#failed = this.#turns - 2;
  }

  /** The connection has ended: a list that is not complete has failed. */
  ended(): void {
    if (this.#counts) this.#failed += 1;
    this.#counts = false;
  }
}

/** Whether a server has answered to the list, if not with one. */
function isAnswer(error: unknown): boolean {
  if (isApiError(error)) return !notOfLists.has(error.status);
  return badAnswers.some((code) => isCapstanError(error, code));
}
