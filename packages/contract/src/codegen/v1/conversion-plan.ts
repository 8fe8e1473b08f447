// The plan of a version pair, as data: the conversion generator writes plans from declared rules and the two schemas, and convert.ts
// applies them. Frozen once released: generated files import it.
import type { ConversionOp } from "./conversion-op.ts";
import type { FunctionPair } from "./functions-op.ts";
import type { SchemaDefaults } from "./schema-defaults.ts";
import type { ValueShape } from "./shape.ts";

/** One of the two versions of a pair. */
export type Side = "older" | "newer";

/** The names from the object or list element of the rules to a field. */
export type PropertyPath = readonly string[];

/** A union of objects that a field is in: it is there with some values of the discriminator only. */
export interface UnionMembers {
  /** The discriminator. */
  readonly path: PropertyPath;
  readonly values: readonly string[];
  /** Of a field with a default that is in the hub, or that it keeps: those of these values with which the version requires it. */
  readonly needed?: readonly string[];
}

/** One field: its path in each version, and how its value changes. A missing side means that the version lacks it. */
export interface FieldRule {
  readonly older?: PropertyPath;
  readonly newer?: PropertyPath;
  readonly as?: ConversionOp;
  /** The value in the newer version when the older one has none; of a field that is kept, its value when none is kept. */
  readonly default?: unknown;
  /** How many leading steps of the newer path are objects that must be there for the default; it makes the others, which the newer version requires. All but the last unless set. */
  readonly within?: number;
  /** The value in the older version when the newer one, which is the hub, has none: the default of the older schema alone. */
  readonly olderDefault?: unknown;
  /** The field exists only in the version that is not the hub, and the hub keeps its values for that version. */
  readonly keep?: true;
  /** The shape of the hub's values, or of values that the hub keeps for the other version: kept parts that do not have it are ignored. */
  readonly shape?: ValueShape;
  /** Whether the version always has the field, where null is a value of it: a kept null is then that value, and not the absence of one. */
  readonly required?: true;
  /** Whether the hub requires the field, which has a default, or has another default of its own: an object that is new in the hub has it. */
  readonly needed?: true;
  /** Whether the hub requires the object around the field, and rejects it when it is empty: the value of a default stays where it is all that is left. */
  readonly fillsObject?: true;
  /** Of a field of a union, in each version that has it in one, or in a union in another: kept values and defaults do not come into other members. */
  readonly members?: Readonly<Partial<Record<Side, readonly UnionMembers[]>>>;
  /** Of the discriminator of a union of the hub: the fields of each member. A kept value does not come back beside others. */
  readonly union?: Readonly<Record<string, readonly string[]>>;
  /** The fields that each version does not accept beside it, or beside an object that it is in: kept values and defaults do not come beside one of them. */
  readonly exclusive?: Readonly<Partial<Record<Side, readonly PropertyPath[]>>>;
  /** How many leading steps of that path are objects that both versions have: kept values are restored only into those. */
  readonly anchor?: number;
  /** How many leading steps of that path lead to an object that kept values do not make: it needs a field that the other version has elsewhere. */
  readonly inside?: number;
}

/** An object that only one version has, or that must not be empty in it. */
export interface ContainerRule {
  readonly side: Side;
  readonly path: PropertyPath;
  readonly anchor?: number;
  readonly inside?: number;
  /** Of an object that fields leave: whether it stays, empty, where a value of it becomes none. A required field has that value again by its object. */
  readonly stays?: true;
  /** Of an object in a union of the hub: it comes back into these members only. */
  readonly members?: readonly UnionMembers[];
  /** The fields that the hub does not accept beside it. */
  readonly exclusive?: readonly PropertyPath[];
}

/** A field of both versions, or the values of a map, whose null only the version `of` has. */
export interface LoneNull {
  readonly of: Side;
  readonly older: PropertyPath;
  readonly newer: PropertyPath;
  readonly anchor?: number;
  /** Whether it is in an object that a rule converts as a whole. */
  readonly inWhole?: true;
  /** Whether it is about the values of the map at these paths. */
  readonly ofValues?: true;
  /** What the API server sets in its place in the other version. */
  readonly default?: unknown;
}

/** A list or map at one path in both versions whose elements have rules of their own. */
export interface ElementRule {
  readonly path: PropertyPath;
  readonly form: "list" | "map";
  /** The fields of the hub that identify an element of a list; without them an element is identified by its value. */
  readonly keys?: readonly string[];
  /** Those of the version that is not the hub, for what the hub keeps for it; the same unless set. */
  readonly spokeKeys?: readonly string[];
  /** Whether the rules are for the elements themselves: each is in an object of its own then, under the name `elementValue`. Such a list has no keys. */
  readonly values?: true;
  readonly rules: ConversionRules;
}

/** One of several fields that functions convert together. */
export interface NamedField {
  /** The name of its value in the functions. */
  readonly name: string;
  readonly path: PropertyPath;
  readonly shape: ValueShape;
  readonly anchor?: number;
}

/** Fields that functions convert together. */
export interface TogetherFields {
  readonly name: string;
  readonly as: FunctionPair;
  readonly older: readonly NamedField[];
  readonly newer: readonly NamedField[];
}

/** The rules of an object, or of the elements of a list or map. */
export interface ConversionRules {
  readonly fields: readonly FieldRule[];
  readonly together?: readonly TogetherFields[];
  /** Objects that one version does not have: they are removed with their last field. */
  readonly onlyIn?: readonly ContainerRule[];
  /** Objects that one version rejects when empty: they are removed when nothing is left in them. */
  readonly notEmpty?: readonly ContainerRule[];
  /** Objects of both versions that fields of this side leave for another object: they are removed with the last of them. */
  readonly emptied?: readonly ContainerRule[];
  /** Nulls of the hub that the other version does not have. */
  readonly nulls?: readonly LoneNull[];
  readonly elements?: readonly ElementRule[];
}

/** The defaults of versions. One without defaults has none here. */
export type VersionDefaults = Readonly<Partial<Record<Side, SchemaDefaults>>>;

/** A version pair of a kind. */
export interface ConversionPlan {
  readonly group: string;
  readonly kind: string;
  readonly older: string;
  readonly newer: string;
  /** The version that others are converted through; fields that only it has are kept in an annotation of the other. */
  readonly hub: Side;
  readonly rules: ConversionRules;
  /** What the schemas of the two versions set in absent fields. */
  readonly defaults?: VersionDefaults;
}
