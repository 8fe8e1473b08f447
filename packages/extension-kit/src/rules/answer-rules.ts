// The rules of answers by hook: what Cluster API would reject, or ignore without an error, after the answer has left.
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import { catalogEntry } from "../authoring/hook-keys.ts";

/** A call whose answer is checked. */
export interface AnswerContext {
  readonly extension: Extension;
  readonly handler: RegisteredHandler;
  /** As the handler got it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Aborts when there is no time left to answer. */
  readonly signal: AbortSignal;
}

/** The payload of an answer: plain JSON of the response's form. */
export type AnswerPayload = Readonly<Record<string, unknown>>;

/** Throws an AnswerFault for an answer that breaks a rule. */
type AnswerRule = (context: AnswerContext, payload: AnswerPayload) => void | Promise<void>;

const rules: Readonly<Record<string, AnswerRule>> = {};

/** Checks the payload by the rules of its hook. Rejects with an AnswerFault when it breaks one; hooks of other products have none. */
export async function checkByRules(context: AnswerContext, payload: AnswerPayload): Promise<void> {
  const { hook } = context.handler;
  if (catalogEntry(hook) === undefined || !Object.hasOwn(rules, hook.name)) return;
  await rules[hook.name]?.(context, payload);
}
