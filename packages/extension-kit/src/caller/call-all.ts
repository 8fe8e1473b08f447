// A call of every handler of a hook and what their answers mean together: the first error ends it, the shortest delay wins.
// Handlers are called one after the other, by name: Cluster API's order is random, which lets messages flap.
import type { HookEntry } from "@capstan/api";
import type { CommonRetryResponse } from "@capstan/api/hooks/v1alpha1";
import { callHandler, type CallTarget, type RequestBody } from "./call-handler.ts";

/** What the answers of several handlers mean together. */
export interface Aggregated {
  readonly status: "Success";
  /** The shortest delay that a handler asked for; 0 when none did. */
  readonly retryAfterSeconds: number;
  /** The messages of the handlers, in the order of their names. */
  readonly message: string;
}

/** The part of a response that counts for all handlers together. */
export type Answer = Pick<CommonRetryResponse, "message"> & { readonly retryAfterSeconds?: number };

/** Calls every handler; rejects with the first error. */
export async function callAll<Request extends object>(
  hook: HookEntry<Request>,
  targets: readonly CallTarget[],
  request: RequestBody<Request>,
): Promise<Aggregated> {
  const answers: Answer[] = [];
  const ordered = targets
    .filter(({ handler }) => handler.hook.name === hook.name && handler.hook.group === hook.group)
    .toSorted((a, b) => (a.handler.name < b.handler.name ? -1 : 1));
  for (const target of ordered) answers.push((await callHandler(hook, target, request)) as Answer);
  return aggregate(answers);
}

/** What answers mean together. */
export function aggregate(answers: readonly Answer[]): Aggregated {
  const delays = answers.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds).filter((seconds) => seconds !== 0);
  const messages = answers.flatMap(({ message }) => (message === undefined || message === "" ? [] : [message]));
  return {
    status: "Success",
    retryAfterSeconds: delays.length === 0 ? 0 : Math.min(...delays),
    message: messages.join(", "),
  };
}
