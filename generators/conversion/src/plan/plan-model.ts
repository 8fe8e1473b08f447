// What a plan is made of, as codegen/v1 reads it.
import type { VersionSide } from "../pairs/version-pair.ts";
import type { FieldWithNull } from "./lone-nulls.ts";

/** A union that a field is in: the names to its discriminator, and the values of that with which the field is there. */
export interface PlanMembers {
  readonly path: readonly string[];
  readonly values: readonly string[];
  /** Of a field with a default that is in the hub, or that it keeps: those of these values with which the version requires it. */
  readonly needed?: readonly string[];
}

/** A rule of the plan; `call` is the source of a call of codegen/v1. */
export interface PlanField {
  readonly older?: readonly string[];
  readonly newer?: readonly string[];
  readonly call?: string;
  readonly default?: unknown;
  readonly within?: number;
  readonly olderDefault?: unknown;
  readonly keep?: true;
  readonly required?: true;
  readonly needed?: true;
  readonly fillsObject?: true;
  readonly members?: Readonly<Partial<Record<VersionSide, readonly PlanMembers[]>>>;
  readonly union?: Readonly<Record<string, readonly string[]>>;
  readonly exclusive?: Readonly<Partial<Record<VersionSide, readonly (readonly string[])[]>>>;
  readonly shape?: unknown;
  readonly anchor?: number;
  readonly inside?: number;
}

/** An object of one version. */
export interface PlanContainer {
  readonly side: VersionSide;
  readonly path: readonly string[];
  readonly anchor?: number;
  readonly inside?: number;
  readonly stays?: true;
  /** Of an object in a union of the hub. */
  readonly members?: readonly PlanMembers[];
  readonly exclusive?: readonly (readonly string[])[];
}

/** A field of a group. */
export interface PlanNamed {
  readonly name: string;
  readonly path: readonly string[];
  readonly shape: unknown;
  readonly anchor?: number;
}

/** Fields that functions convert together; `call` is the source of the call of codegen/v1 that finds the functions. */
export interface PlanTogether {
  readonly name: string;
  readonly call: string;
  readonly older: readonly PlanNamed[];
  readonly newer: readonly PlanNamed[];
}

/** A list or map with rules for its elements. The path of a rule for the elements themselves is empty. */
export interface PlanElements {
  readonly path: readonly string[];
  readonly form: "list" | "map";
  readonly keys?: readonly string[];
  /** The keys of the version that is not the hub, where the hub keeps fields for it and they are others. */
  readonly spokeKeys?: readonly string[];
  readonly rules: PlanRules;
}

/** A field of both versions, or the values of a map, whose null only the version `of` has. */
export interface PlanNull extends FieldWithNull {
  readonly of: VersionSide;
  readonly anchor?: number;
}

/** The rules of an object or of the elements of a list or map. */
export interface PlanRules {
  readonly fields: readonly PlanField[];
  readonly together: readonly PlanTogether[];
  readonly onlyIn: readonly PlanContainer[];
  readonly notEmpty: readonly PlanContainer[];
  readonly emptied: readonly PlanContainer[];
  readonly nulls: readonly PlanNull[];
  readonly elements: readonly PlanElements[];
}
