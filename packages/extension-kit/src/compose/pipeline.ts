// One handler of GeneratePatches out of several: each sees the templates as the one before left them, and the whole makes one patch of each.
import type { GeneratePatchesRequest, GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { applyJsonPatch, applyMergePatch, isJsonObject, type JSONObject } from "@capstan/kube";
import { PatchBudget, templatePatch } from "../answering/encode-patch.ts";
import { isMadePatch } from "../answering/made-patch.ts";
import type { HandlerWithOptions, ResultWith } from "../authoring/handlers.ts";
import type { PatchBody, TemplatePatch, TemplatePatches } from "../authoring/patches.ts";
import { fail, proceed } from "../authoring/results.ts";
import { extensionError } from "../errors.ts";
import { plainValue } from "../rules/plain-answer.ts";
import { patchesInWork } from "../topology/patches-in-work.ts";
import { expectedCharacters } from "../topology/patch-templates.ts";
import { eachInTurns } from "../topology/template-rules.ts";
import { checkSteps, runStep, secretsOfSteps, type HandlerStep } from "./steps.ts";

/** A step of a pipeline of patches. */
export type PatchStep<S = Readonly<Record<string, string>>> = HandlerStep<
  GeneratePatchesRequest,
  ResultWith<TemplatePatches>,
  S
>;

/**
 * Creates a handler of GeneratePatches out of steps that run one after the other. Each sees the templates as the one before left them; the answer has one patch of each
 * template, the difference between what arrived and what the last step left, so that a change which a later step takes back is not in it.
 *
 * Steps are handlers of GeneratePatches with a name: those of `patchTemplates`, or functions. The lines of a step's log have its name, and one says how many milliseconds it
 * took. A step that returns `fail` or throws ends the call, and the message begins with its name.
 *
 * Throws `extension/step-name` for a step without a name, or with the name of another.
 *
 * @example
 * generatePatches: {
 *   "all-v1": pipeline([
 *     { name: "images", ...patchTemplates(variables).on(FooTemplate, setImage) },
 *     { name: "limits", ...patchTemplates(variables).on(FooTemplate, setLimits) },
 *   ]),
 * },
 */
export function pipeline<S = Readonly<Record<string, string>>>(
  steps: readonly PatchStep<S>[],
): HandlerWithOptions<GeneratePatchesRequest, ResultWith<TemplatePatches>, S> {
  checkSteps(steps);
  return {
    secrets: secretsOfSteps(steps),
    handle: async (request, context) => {
      const { signal } = context;
      const items = new Map(request.items.map((item) => [item.uid, item]));
      for (const step of steps) {
        const returned = await runStep(step, { ...request, items: [...items.values()] }, context);
        if (returned.result === "fail") return fail(`${step.name}: ${returned.payload.message}`);
        await eachInTurns(returned.payload.items, signal, (patch) => applyPatch(items, step.name, patch));
      }
      const [made, budget] = [new Array<TemplatePatch>(), new PatchBudget()];
      const patch = ({ uid, object: from }: GeneratePatchesRequestItem): number => {
        const patched = templatePatch(uid, { from, to: items.get(uid)?.object }, budget);
        if (patched !== undefined) made.push(patched);
        return budget.characters;
      };
      await patchesInWork.each({ items: request.items, signal, expected: () => expectedCharacters(request), patch });
      return proceed({ items: made });
    },
  };
}

/** Changes an item by a patch of a step. */
function applyPatch(items: Map<string, GeneratePatchesRequestItem>, step: string, given: TemplatePatch): void {
  const item = items.get(given.uid);
  if (item === undefined)
    throw extensionError("extension/step-patch", {
      step,
      problem: "it names a template that the request does not have",
    });
  // A copy of the patch has the form of the patch.
  const patch = isMadePatch(given) ? given.patch : (plainValue(given.patch, [step, "patch"]) as PatchBody);
  const object: unknown = patched(item.object, patch, step);
  if (!isObject(object)) throw extensionError("extension/step-patch", { step, problem: "it leaves no object" });
  items.set(given.uid, { ...item, object });
}

function patched(object: JSONObject, patch: PatchBody, step: string): unknown {
  if (!Array.isArray(patch)) return applyMergePatch(object, patch);
  try {
    return applyJsonPatch(object, patch, { asInGo: true });
  } catch (error) {
    throw extensionError("extension/step-patch", { step, problem: "it does not apply to the template" }, error);
  }
}

function isObject(value: unknown): value is JSONObject {
  return isJsonObject(value);
}
