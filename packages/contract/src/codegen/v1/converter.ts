// Converts a kind between any two of its versions, through the hub. Generated files have one converter for each kind.
import { deepClone, errorOf, isJsonObject, type UnstructuredObject } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import { otherSide } from "./side.ts";
import { apiVersionOfSide, convertTo, sideOf } from "./convert.ts";
import type { ConversionContext } from "./conversion-op.ts";
import type { ConversionPlan } from "./conversion-plan.ts";
import type { RawConversionData } from "./conversion-data.ts";
import { completeDefaults, setDefaults, type SchemaDefaults } from "./schema-defaults.ts";
import { keptOutOfBounds, type MatchPattern, type OutOfBounds } from "./value-bounds.ts";

/** Converts objects of one kind between its versions. */
export interface Converter {
  readonly group: string;
  readonly kind: string;
  /** The plural in the name of the CRD. Default: that of the kind's name. */
  readonly plural?: string;
  /** The apiVersion through which the others are converted. */
  readonly hub: string;
  /** The supported apiVersions, the hub first. */
  readonly versions: readonly string[];
  /**
   * The first value that its own version's bounds do not allow, in the annotation of an object that is created in a version. A converter that was written
   * by hand may know no bounds.
   */
  keptOutOfBounds?(kept: RawConversionData, version: string, matches: MatchPattern): OutOfBounds | undefined;
  /**
   * Sets in an object what the API server sets when it reads one of its version: the defaults of absent fields. The object is changed, and shares them
   * with other objects. A converter that was written by hand may know no defaults.
   */
  setDefaults?(object: object): void;
  /**
   * Returns the object in another version. The input is not changed and shares nothing with the result.
   *
   * @throws CapstanError `conversion/not-an-object` when the object has no apiVersion, `conversion/unknown-version` when one of the two versions is not in
   * `versions`.
   */
  convert(object: object, toApiVersion: string, context?: ConversionContext): UnstructuredObject;
}

/** The converter of a kind from its plans, which all have the same hub. */
export function converterOf(first: ConversionPlan, ...others: readonly ConversionPlan[]): Converter {
  const plans = [first, ...others];
  const hub = apiVersionOfSide(first, first.hub);
  const planOf = (apiVersion: string): ConversionPlan => {
    const plan = plans.find((candidate) => sideOf(candidate, apiVersion) !== undefined);
    if (plan !== undefined) return plan;
    throw errorOf(contractErrors, "conversion/unknown-version", {
      values: { kind: first.kind, apiVersion, known: versions.join(", ") },
    });
  };
  const versions = [hub, ...plans.map((plan) => apiVersionOfSide(plan, otherSide(plan.hub)))];
  const defaults = defaultsByVersion(plans);
  return {
    group: first.group,
    kind: first.kind,
    hub,
    versions,
    keptOutOfBounds: (kept, version, matches) => keptOutOfBounds(kept, { plans, version }, matches),
    setDefaults(object) {
      // The check's objects have an apiVersion, as those of the review.
      const own = defaults.get((object as UnstructuredObject).apiVersion);
      if (own !== undefined) setDefaults(object, own);
    },
    convert(object, toApiVersion, context = {}) {
      if (!hasVersion(object)) throw errorOf(contractErrors, "conversion/not-an-object");
      const { apiVersion } = object;
      const from = planOf(apiVersion);
      const to = planOf(toApiVersion);
      if (apiVersion === toApiVersion) return deepClone(object);
      const atHub = apiVersion === hub ? object : convertTo(from.hub, from, { object, context, plans });
      return toApiVersion === hub
        ? // It has the hub's apiVersion.
          (atHub as UnstructuredObject)
        : convertTo(otherSide(to.hub), to, { object: atHub, context, plans });
    },
  };
}

function hasVersion(object: unknown): object is UnstructuredObject {
  return isJsonObject(object) && typeof object["apiVersion"] === "string";
}

/** The complete defaults by apiVersion. */
function defaultsByVersion(plans: readonly ConversionPlan[]): ReadonlyMap<string, SchemaDefaults> {
  const sides = plans.flatMap((plan) =>
    (["older", "newer"] as const).flatMap((side) => {
      const own = plan.defaults?.[side];
      return own === undefined ? [] : [[apiVersionOfSide(plan, side), own] as const];
    }),
  );
  return new Map([...new Map(sides)].map(([apiVersion, own]) => [apiVersion, completeDefaults(own)]));
}
