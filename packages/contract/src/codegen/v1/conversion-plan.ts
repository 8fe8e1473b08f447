// What generated conversion code is made of: a plan per version pair, as data. The conversion generator writes plans from
// declared rules and the two schemas; convert.ts carries them out. Frozen once released: generated files import it.
import type { ConversionOp } from "./conversion-op.ts";

/** One of the two versions of a pair. */
export type Side = "older" | "newer";

/** The steps to a field, from the object or list element that the rules are about. */
export type FieldPath = readonly string[];

/** One field: where it stands in each version, and how its value changes. A missing side means that the version lacks it. */
export interface FieldRule {
  readonly older?: FieldPath;
  readonly newer?: FieldPath;
  readonly as?: ConversionOp;
  /** The value the newer version gets when the older one says nothing. */
  readonly default?: unknown;
  /** How many leading steps of the hub's path are objects that both versions have: kept values return only into those. */
  readonly anchor?: number;
}

/** An object that only one version has, or that must not be empty in it. */
export interface ContainerRule {
  readonly side: Side;
  readonly path: FieldPath;
  readonly anchor?: number;
}

/** A list or map at one path in both versions whose elements have rules of their own. */
export interface ElementRule {
  readonly path: FieldPath;
  readonly form: "list" | "map";
  /** The fields that identify an element of a list; without them elements are told apart by their place. */
  readonly keys?: readonly string[];
  readonly rules: ConversionRules;
}

/** The rules of an object, or of the elements of a list or map. */
export interface ConversionRules {
  readonly fields: readonly FieldRule[];
  /** Objects that one version does not have: gone once their fields are taken out. */
  readonly onlyIn?: readonly ContainerRule[];
  /** Objects that one version refuses when empty: gone when nothing is left in them. */
  readonly notEmpty?: readonly ContainerRule[];
  readonly elements?: readonly ElementRule[];
}

/** A version pair of a kind. */
export interface ConversionPlan {
  readonly group: string;
  readonly kind: string;
  readonly older: string;
  readonly newer: string;
  /** The version that others are converted through; what it alone can hold is kept in an annotation of the other. */
  readonly hub: Side;
  readonly rules: ConversionRules;
}
