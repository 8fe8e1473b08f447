// The rules of answers by hook: what Cluster API would reject, or ignore without an error, after the answer has left.
import { catalogEntry } from "../authoring/hook-keys.ts";
import type { AnswerContext, AnswerPayload } from "./answer-problem.ts";
import { checkInPlacePatches, checkTemplatePatches } from "./patch-rules.ts";
import { checkUpgradePlan } from "./upgrade-plan.ts";
import { checkVariables } from "./variable-rules.ts";

/** Throws an AnswerFault for an answer that breaks a rule. */
type AnswerRule = (context: AnswerContext, payload: AnswerPayload) => void | Promise<void>;

const rules: Readonly<Record<string, AnswerRule>> = {
  CanUpdateMachine: checkInPlacePatches,
  CanUpdateMachineSet: checkInPlacePatches,
  DiscoverVariables: checkVariables,
  GeneratePatches: checkTemplatePatches,
  GenerateUpgradePlan: checkUpgradePlan,
};

/** Checks the payload by the rules of its hook. Rejects with an AnswerFault when it breaks one; hooks of other products have none. */
export async function checkByRules(context: AnswerContext, payload: AnswerPayload): Promise<void> {
  const { hook } = context.handler;
  if (catalogEntry(hook) === undefined || !Object.hasOwn(rules, hook.name)) return;
  await rules[hook.name]?.(context, payload);
}
