// What a handler returned as a response that may leave: plain JSON, in the form of its hook, by the hook's rules.
import { type AnswerContext, AnswerFault } from "../rules/answer-problem.ts";
import { checkByRules } from "../rules/answer-rules.ts";
import { readResult } from "../rules/read-result.ts";
import { firstProblem } from "./hook-schemas.ts";
import { type HookResponse, toResponse } from "./to-response.ts";

/** The response of what a handler returned, and its message as the handler wrote it. Rejects with an AnswerFault for what must not leave. */
export async function checkedAnswer(
  context: AnswerContext,
  returned: unknown,
): Promise<{ readonly response: HookResponse; readonly message?: string }> {
  const { hook } = context.handler;
  const result = readResult(hook, returned);
  const response = toResponse(hook, result);
  // It has nothing but its message, whatever a success has to have.
  if (result.result === "fail") return { response, message: result.payload.message };
  const problem = firstProblem(hook, "response", response);
  if (problem !== undefined) throw new AnswerFault({ code: "extension/response-invalid", path: "", problem });
  if (result.result !== "proceed") return { response, message: result.payload.message };
  await checkByRules(context, { ...result.payload });
  return { response };
}
