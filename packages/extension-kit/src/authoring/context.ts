// What a handler is given besides its request. Made for each call by ../answering/answer-call.ts.
import type { Client } from "@capstan/client";
import type { Logger } from "../logger.ts";

/** The second argument of every handler. */
export interface HookContext<Settings = Readonly<Record<string, string>>> {
  /** The name of the handler. */
  readonly handler: string;
  /** Aborts when the caller goes away and when there is no time left to answer. */
  readonly signal: AbortSignal;
  /** When the answer must be on its way, in milliseconds since 1970. */
  readonly deadline: number;
  readonly settings: Settings;
  /** Writes lines that say which hook, handler and call they are about. */
  readonly log: Logger;
  /** The management cluster, with the rights that the extension's `rules` ask for; without rules an error. */
  client(): Promise<Client>;
}
