// Converts a kind between any two of its versions, through the hub. The conversion webhook and core-sim call it; generated
// files make one for each kind.
import { deepClone, errorOf, type UnstructuredObject } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import { otherSide } from "./apply-rules.ts";
import { apiVersionOf, convertTo, sideOf } from "./convert.ts";
import type { ConversionContext } from "./conversion-op.ts";
import type { ConversionPlan } from "./conversion-plan.ts";

/** Converts objects of one kind between its versions. */
export interface Converter {
  readonly group: string;
  readonly kind: string;
  /** The apiVersion that others are converted through. */
  readonly hub: string;
  /** The apiVersions it knows, the hub first. */
  readonly versions: readonly string[];
  /** The object in another of the versions. The input is not changed and shares nothing with the result. */
  convert(object: object, toApiVersion: string, context?: ConversionContext): UnstructuredObject;
}

/** The converter of a kind from its plans, which all have the same hub. */
export function converterOf(first: ConversionPlan, ...others: readonly ConversionPlan[]): Converter {
  const plans = [first, ...others];
  const hub = apiVersionOf(first, first.hub);
  const planOf = (apiVersion: string): ConversionPlan => {
    const plan = plans.find((candidate) => sideOf(candidate, apiVersion) !== undefined);
    if (plan !== undefined) return plan;
    throw errorOf(contractErrors, "conversion/unknown-version", {
      values: { kind: first.kind, apiVersion, known: versions.join(", ") },
    });
  };
  const versions = [hub, ...plans.map((plan) => apiVersionOf(plan, otherSide(plan.hub)))];
  return {
    group: first.group,
    kind: first.kind,
    hub,
    versions,
    convert(object, toApiVersion, context = {}) {
      const { apiVersion } = object as UnstructuredObject;
      const from = planOf(apiVersion);
      const to = planOf(toApiVersion);
      if (apiVersion === toApiVersion) return deepClone(object) as UnstructuredObject;
      const atHub = apiVersion === hub ? object : convertTo(from.hub, from, { object, context });
      return toApiVersion === hub
        ? (atHub as UnstructuredObject)
        : convertTo(otherSide(to.hub), to, { object: atHub, context });
    },
  };
}
