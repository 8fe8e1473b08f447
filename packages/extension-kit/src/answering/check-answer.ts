// What a handler returned as a response that may leave: plain JSON, in the form of its hook, by the rules of its hook: what Cluster API would reject, or
// ignore without an error, after the answer has left.
import { catalogEntry } from "../authoring/hook-keys.ts";
import { type AnswerContext, AnswerFault, type AnswerPayload } from "../rules/answer-problem.ts";
import { checkInPlacePatches, checkTemplatePatches } from "../rules/patch-rules.ts";
import { readResult } from "../rules/read-result.ts";
import { checkUpgradePlan } from "../rules/upgrade-plan.ts";
import { checkDiscoveredVariables } from "../rules/variable-rules.ts";
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

/** Throws an AnswerFault for an answer that breaks a rule. */
type AnswerRule = (context: AnswerContext, payload: AnswerPayload) => void | Promise<void>;

const rules: Readonly<Record<string, AnswerRule>> = {
  CanUpdateMachine: checkInPlacePatches,
  CanUpdateMachineSet: checkInPlacePatches,
  DiscoverVariables: checkDiscoveredVariables,
  GeneratePatches: checkTemplatePatches,
  GenerateUpgradePlan: checkUpgradePlan,
};

/** Checks the payload by the rules of its hook. Rejects with an AnswerFault when it breaks one; hooks of other products have none. */
async function checkByRules(context: AnswerContext, payload: AnswerPayload): Promise<void> {
  const { hook } = context.handler;
  if (catalogEntry(hook) === undefined || !Object.hasOwn(rules, hook.name)) return;
  await rules[hook.name]?.(context, payload);
}
