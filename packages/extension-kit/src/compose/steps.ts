// Named steps of one handler: their names, and one run with its time in the log.
import { CapstanError, errorFrom } from "@capstan/kube";
import { errorFields } from "@capstan/process";
import type { HookContext } from "../authoring/context.ts";
import type { HandlerFunction } from "../authoring/handlers.ts";
import type { HookResult } from "../authoring/results.ts";
import { extensionError } from "../errors.ts";
import { AnswerFault } from "../rules/answer-problem.ts";

/** A part of a handler: a handler with a name, for example `{ name: "images", ...patchTemplates(variables).on(…) }`. Its time limit is that of the whole. */
export interface HandlerStep<Request, Returned, S = Readonly<Record<string, string>>> {
  /** In log lines and messages: small letters, digits and dashes, unique among the steps. */
  readonly name: string;
  readonly handle: HandlerFunction<Request, Returned, S>;
  /** The variables whose values are secret, as of a handler: a tape has masks in their place. */
  readonly secrets?: readonly string[];
}

/** What is secret for one of the steps is secret for the whole. */
export function secretsOfSteps(steps: readonly { readonly secrets?: readonly string[] }[]): readonly string[] {
  return [...new Set(steps.flatMap(({ secrets = [] }) => secrets))];
}

const stepName = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Throws `extension/step-name` for a name that is not one, or not unique. */
export function checkSteps(steps: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of steps) {
    if (typeof name !== "string" || !stepName.test(name) || seen.has(name))
      throw extensionError("extension/step-name", { name: String(name) });
    seen.add(name);
  }
}

/**
 * Runs a step, with its name in the lines that it logs. An error of somebody else's becomes `extension/step-failed`, which names the step; its message
 * and stack are in the log.
 */
export async function runStep<Request, Returned extends HookResult, S>(
  { name, handle }: HandlerStep<Request, Returned, S>,
  request: Request,
  context: HookContext<S>,
): Promise<Returned> {
  const log = context.log.child({ step: name });
  const began = performance.now();
  const ms = (): number => Math.round(performance.now() - began);
  try {
    const returned = await handle(request, { ...context, log });
    log.debug("Step done", { ms: ms(), result: returned.result });
    return returned;
  } catch (caught) {
    log.error("Step failed", { ms: ms(), ...errorFields(caught) });
    if (caught instanceof AnswerFault)
      throw new AnswerFault({ ...caught.found, problem: `${name}: ${caught.found.problem}` });
    if (caught instanceof CapstanError && caught.code.startsWith("extension/")) throw caught;
    throw extensionError("extension/step-failed", { step: name, error: errorFrom(caught).name }, caught);
  }
}
