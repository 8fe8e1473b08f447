// Converts objects of a version pair by its plan. Pure: the input is never changed and shares nothing with the result.
// Called by generated functions; whole objects of any version are converter.ts.
import { deepClone, type UnstructuredObject } from "@capstan/kube";
import { applyRules, otherSide } from "./apply-rules.ts";
import { takeConversionData, writeConversionData } from "./conversion-data.ts";
import type { ConversionContext } from "./conversion-op.ts";
import type { ConversionPlan, Side } from "./conversion-plan.ts";
import type { Fields } from "./fields.ts";
import { lostParts } from "./lost-parts.ts";
import { restoreParts } from "./restore-parts.ts";

/** The apiVersion of one side of a plan. */
export function apiVersionOf(plan: ConversionPlan, side: Side): string {
  return `${plan.group}/${plan[side]}`;
}

/**
 * The object in the form of one side of the plan, given in the form of the other. Away from the hub, what would be lost
 * goes into an annotation; towards the hub it comes back, unless the user edited or removed what it belonged to.
 */
export function convertTo(
  side: Side,
  plan: ConversionPlan,
  { object, context = {} }: { readonly object: object; readonly context?: ConversionContext },
): UnstructuredObject {
  const source = object as Fields;
  const result = deepClone(source);
  const inside = { namespace: namespaceOf(source), ...context };
  const kept = takeConversionData(result, inside);
  applyRules(result, plan.rules, { side, context: inside });
  const direction = { hub: plan.hub, context: inside, rules: plan.rules };
  if (side !== plan.hub) writeConversionData(result, lostParts(source, result, direction), inside);
  else if (kept !== undefined) restoreParts(result, { kept: deepClone(kept), source }, direction);
  result["apiVersion"] = apiVersionOf(plan, side);
  return result as UnstructuredObject;
}

function namespaceOf(object: Fields): string {
  const { namespace = "" } = (object["metadata"] ?? {}) as { readonly namespace?: string };
  return namespace;
}

/** The side of a plan that an apiVersion is of. */
export function sideOf(plan: ConversionPlan, apiVersion: string): Side | undefined {
  if (apiVersion === apiVersionOf(plan, plan.hub)) return plan.hub;
  const spoke = otherSide(plan.hub);
  return apiVersion === apiVersionOf(plan, spoke) ? spoke : undefined;
}
