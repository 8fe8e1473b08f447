// Converts objects of a version pair by its plan. Pure: the input is not changed and shares nothing with the result.
import { copyOfFields, deepClone, isJsonObject, type UnstructuredObject } from "@capstan/kube";
import { applyRules } from "./apply-rules.ts";
import { otherSide, type Target } from "./side.ts";
import { copyForRules, noneTaken, type CopyForRules } from "./copy-for-rules.ts";
import { keptText, takeConversionData, writeConversionData } from "./conversion-data.ts";
import type { ConversionContext, ConvertedPair } from "./conversion-op.ts";
import type { ConversionPlan, Side } from "./conversion-plan.ts";
import { isEmpty, namespaceIn, type Fields } from "./fields.ts";
import { lostParts, partsForSpoke } from "./lost-parts.ts";
import { restoreParts } from "./restore-parts.ts";
import { limitSteps } from "./steps.ts";

/** The apiVersion of one side of a plan. */
export function apiVersionOfSide(plan: ConversionPlan, side: Side): string {
  return `${plan.group}/${plan[side]}`;
}

/**
 * Converts an object to one side of the plan. Away from the hub, fields that the other version does not have are stored in
 * an annotation; towards the hub they are restored, unless the user edited or removed the object that contained them. Fields of the other
 * version with a rule to keep them are stored in the annotation of the hub's object, for each version on its own. With the plans of the kind, what is kept
 * there for a version that the kind does not have is dropped.
 */
export function convertTo(
  side: Side,
  plan: ConversionPlan,
  {
    object,
    context = {},
    plans,
  }: { readonly object: object; readonly context?: ConversionContext; readonly plans?: readonly ConversionPlan[] },
): UnstructuredObject {
  const source: Fields = { ...object };
  const inside = { namespace: namespaceIn(source), ...context, pair: pairOf(plan) };
  limitSteps(source, { rules: plan.rules, side: otherSide(side) }, inside);
  const { copy: result, taken: takenBefore } = copyOf(source, { plan, side, context: inside });
  const { parts, forVersions } = takeConversionData(result, { ...plan, plans }, inside);
  applyRules(result, plan.rules, { side, context: inside, takenBefore, isToHub: side === plan.hub });
  const direction = { hub: plan.hub, context: inside, rules: plan.rules };
  const spoke = otherSide(plan.hub);
  const reverse = { hub: spoke, context: inside, rules: plan.rules, forSpoke: true } as const;
  const { [plan[spoke]]: own = {}, ...others } = forVersions;
  if (side === plan.hub) {
    if (!isEmpty(parts)) restoreParts(result, { kept: deepClone(parts), source }, direction);
    const keeps = partsForSpoke(source, result, reverse);
    writeConversionData(result, { parts: {}, forVersions: { ...others, [plan[spoke]]: keeps } }, inside);
  } else {
    if (!isEmpty(own)) restoreParts(result, { kept: own, source }, reverse);
    const lost = lostParts(source, result, direction);
    writeConversionData(result, { parts: lost, forVersions: others }, inside);
  }
  result["apiVersion"] = apiVersionOfSide(plan, side);
  // Conversion keeps kind and metadata of the input, which is a Kubernetes object.
  return result as UnstructuredObject;
}

interface Conversion extends Target {
  readonly plan: ConversionPlan;
}

/** A copy that the conversion changes: of an object that is given away, and of which nothing is kept, what the conversion does not change is shared. */
function copyOf(source: Fields, { plan: { rules }, side, context }: Conversion): CopyForRules {
  if (context.isGivenAway !== true || keptText(source) !== undefined)
    return { copy: deepClone(source), taken: noneTaken };
  const copied = copyForRules(source, rules, otherSide(side));
  const { metadata } = source;
  if (isJsonObject(metadata)) copied.copy["metadata"] = copyOfFields(metadata);
  return copied;
}

function pairOf(plan: ConversionPlan): ConvertedPair {
  return { kind: plan.kind, older: apiVersionOfSide(plan, "older"), newer: apiVersionOfSide(plan, "newer") };
}

/** The side of a plan that has the apiVersion; undefined when neither has. */
export function sideOf(plan: ConversionPlan, apiVersion: string): Side | undefined {
  if (apiVersion === apiVersionOfSide(plan, plan.hub)) return plan.hub;
  const spoke = otherSide(plan.hub);
  return apiVersion === apiVersionOfSide(plan, spoke) ? spoke : undefined;
}
