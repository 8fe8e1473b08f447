// A call of every handler of a hook, and what their responses mean together.
import type { HookEntry } from "@capstan/api/codegen/v1";
import { isSameHook } from "../authoring/hook-versions.ts";
import { callHandler, type CallTarget, type RequestBody } from "./call-handler.ts";

/** What the responses of several handlers mean together. */
export interface Aggregated {
  readonly status: "Success";
  /** The shortest delay that a handler asked for; 0 when none did. */
  readonly retryAfterSeconds: number;
  /** The messages of the handlers, in the order of their names. */
  readonly message: string;
}

/** The fields of a response that count for all handlers together. */
export interface HookAnswer {
  readonly message?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Calls every handler of a hook, one after the other, and says what their responses mean together, as Cluster API does for
 * lifecycle hooks. Targets of other hooks are left out.
 *
 * Resolves with the shortest delay that a handler asked for and the messages of all, in the order of handler names: Cluster
 * API's order is random, which makes messages change from call to call. Rejects with the first error of `callHandler`, and
 * then calls no more handlers.
 *
 * @example
 * const handlers = await discover(connection);
 * const targets = handlers.map((handler) => ({ connection, handler }));
 * const { retryAfterSeconds, message } = await callAll(hookCatalog.BeforeClusterUpgrade, targets, request);
 */
export async function callAll<Request extends object>(
  hook: HookEntry<Request, HookAnswer>,
  targets: readonly CallTarget[],
  request: RequestBody<Request>,
): Promise<Aggregated> {
  const answers: HookAnswer[] = [];
  const ordered = targets
    .filter(({ handler }) => isSameHook(handler.hook, hook))
    .toSorted((a, b) => (a.handler.name < b.handler.name ? -1 : 1));
  for (const target of ordered) answers.push(await callHandler(hook, target, request));
  return aggregate(answers);
}

/**
 * What responses of several handlers of a lifecycle hook mean together, by Cluster API's rules: the shortest delay that a handler asked for, where 0 asks for none, and all messages that are not empty.
 * `callAll` calls the handlers and uses it.
 *
 * @example
 * aggregate([{ retryAfterSeconds: 30, message: "a" }, { retryAfterSeconds: 10 }]); // 10 s, "a"
 */
export function aggregate(answers: readonly HookAnswer[]): Aggregated {
  const delays = answers.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds).filter((seconds) => seconds > 0);
  const messages = answers.flatMap(({ message }) => (message === undefined || message === "" ? [] : [message]));
  return {
    status: "Success",
    retryAfterSeconds: delays.length === 0 ? 0 : Math.min(...delays),
    message: messages.join(", "),
  };
}
