// The rules of a conversion for one field, checked against the two types. The generator checks them again on schemas; its result
// decides.
import type { IsRequiredPath, TypeAtPath, Siblings } from "./conversion-path.ts";
import type { Differs } from "./differs.ts";

/** A value's form in the older version and in the newer one. */
export type ValueOp =
  /** A Go duration such as "1m30s", and whole seconds. */
  | "seconds"
  /** An ObjectReference with apiVersion and namespace, and `{apiGroup, kind, name}`. */
  | "reference"
  /** A zero value ("" or 0), and no value. */
  | "dropEmpty"
  /** false, and no value. */
  | "boolPresence"
  /** Conditions with a severity, and Kubernetes' own. */
  | "conditions"
  /** An ObjectReference to one kind, and `{name}`. */
  | { readonly reference: { readonly apiVersion: string; readonly kind: string } }
  /** A boolean that means the opposite. */
  | "invert"
  /** Whole numbers of two widths. */
  | "width"
  /** The same value in both versions, of which one accepts more than the other: a string and an enum of strings. */
  | "unchanged"
  /** A whole number, and its decimal digits in a string; either may be the older one. */
  | "digits"
  /** A quantity, and a whole number of this unit ("Mi", "m", ""); either may be the older one. */
  | { readonly quantity: string }
  /** A boolean, and an object that is there or not; either may be the older one. */
  | "presence"
  /** The values of an enum or a boolean, and of another: older to newer. `added`: the older value for each newer one that no older value becomes. */
  | { readonly enum: EnumTable; readonly added?: EnumTable }
  /** A map, and a list whose elements carry the map's key in this field, and a value that is no object in `value`. */
  | { readonly mapToList: string | { readonly key: string; readonly value: string } }
  /** A list whose elements have this field with a key, and a map; the reverse of `mapToList`. */
  | { readonly listToMap: string | { readonly key: string; readonly value: string } }
  /** A value, and a list with this value alone; either may be the older one. */
  | "listOfOne"
  /** Functions of the author's own. */
  | ValueFunctions;

/** Values of one version, and what they are in the other; a key is the string of its value. */
export interface EnumTable {
  readonly [value: string]: string | number | boolean;
}

/** What a function of a conversion knows in addition to the value. */
export interface FunctionContext {
  /** The kind of the object; of a template, the template's. */
  readonly kind: string;
  /** The apiVersion of the older version. */
  readonly older: string;
  /** The apiVersion of the newer version. */
  readonly newer: string;
  readonly direction: "forward" | "back";
  /** The apiVersion for a kind that is named without one, as the provider's `apiVersionOf` has it; undefined when it has none. */
  readonly apiVersionOf: (group: string, kind: string) => string | undefined;
}

/**
 * Two functions that convert the value of one field. They depend on nothing but their arguments, and are not called for a field that is absent.
 * `undefined` as the result is an absent field.
 */
export interface ValueFunctions<Older = never, Newer = never, ToNewer = unknown, ToOlder = unknown> {
  readonly forward: (value: Older, context: FunctionContext) => ToNewer;
  readonly back: (value: Newer, context: FunctionContext) => ToOlder;
}

/** Any path of fields. It is a pattern and not `string`, so that tsc infers the literal. */
type Path = Uncapitalize<string>;

/** Values that the generated tests try beside random ones: those that a random value hardly ever is, such as one name that a function asks for. */
export interface RuleExamples<Older = unknown, Newer = unknown> {
  /** Values of the older field. */
  readonly examples?: readonly Older[];
  /** Values of the newer field: for bounds that only they show. */
  readonly examplesOfNewer?: readonly Newer[];
}

/** What every rule that keeps a value may say in addition. */
interface KeptValue extends RuleExamples {
  /** One version accepts values here that the other rejects. They are converted all the same; the next write in the other version fails. */
  readonly bounds?: "differ";
  /** The value of the newer field when the older one has none. */
  readonly default?: unknown;
  /**
   * Values that do not come back: beside a table those of the older field that become the same newer value as others, beside functions those of
   * the version that is not the hub. Or a word for what the form does not give back to that version. "inexact": values that come back in another
   * form or not at all. "others": all values of a list but the first. "order": the order of a list. "repeated": of a list without keys the order,
   * and all but the last element with one key.
   */
  readonly loses?: DeclaredLosses | "inexact" | "others" | "order" | "repeated";
}

/** Values of a field that do not come back: a list, or beside functions a function that says whether a value is one of them. */
export type DeclaredLosses<Value = never> = readonly (string | number | boolean)[] | ((value: Value) => boolean);

/** A field that has moved to another path, perhaps with its value in another form. */
export interface MoveRule<To extends string = Path> extends KeptValue {
  readonly to: To;
  readonly as?: ValueOp;
}

/** A field that has moved to a path of another type: `as` declares how its value changes. */
export interface MoveAsRule<To extends string = Path> extends KeptValue {
  readonly to: To;
  readonly as: ValueOp;
}

/** A field at the same path whose value has another form. */
export interface FormRule extends KeptValue {
  readonly as: ValueOp;
}

/** A field of one type at one path in both versions, whose bounds differ. */
export interface BoundsRule extends RuleExamples {
  readonly bounds: "differ";
  /** The value of the newer field when the older one has none. */
  readonly default?: unknown;
}

/** A list without keys, whose elements have rules of their own. */
interface UnmatchedRule {
  /** A client of the other version that changes an element removes what only the hub has of it: without keys it is not found again. */
  readonly loses: "unmatched";
  readonly bounds?: "differ";
  /** The newer list when the older version has none. */
  readonly default?: unknown;
}

/** A field of one type at one path in both versions, which only the newer one requires. */
export interface DefaultRule extends RuleExamples {
  readonly keep?: never;
  /** The value of the newer field when the older one has none. */
  readonly default: unknown;
}

/** What has no meaning for a field of one version alone. Without these tsc finds no part too many in a rule that it infers. */
interface OfBothVersions {
  readonly to?: never;
  readonly as?: never;
  readonly bounds?: never;
  readonly loses?: never;
  readonly examples?: never;
  readonly examplesOfNewer?: never;
}

/** A required field that only the version that is not the hub has: the hub keeps its value. */
export interface KeepRule extends OfBothVersions {
  readonly keep: true;
  /** The value of the field when the hub keeps none, as of an object that was written in the hub's version. */
  readonly default: unknown;
}

/** What happens to a field of the older version. */
export type OlderRule = "removed" | "keep" | KeepRule | MoveRule | FormRule | BoundsRule | UnmatchedRule | DefaultRule;

/** A field that only the newer version has, with a value for older objects. */
interface AddedRule extends OfBothVersions {
  readonly keep?: never;
  /** The value that older objects get. */
  readonly default: unknown;
}

/** What happens to a field that only the newer version has. */
export type NewerRule = "added" | "keep" | KeepRule | AddedRule;

/** Rules by field path. */
export interface RuleRecord {
  readonly [path: string]: unknown;
}

type CheckedTo<New, To extends string> = [TypeAtPath<New, To>] extends [never] ? Siblings<New, To> : To;

type Moved<A, B, To extends string> = [B] extends [never]
  ? MoveRule<To>
  : [Differs<A, B, "x">] extends [never]
    ? MoveRule<To>
    : MoveAsRule<To>;

/** What belongs to the version that is not the hub: it alone loses values. */
export type OfSpoke<Hub, Older, Newer> = Hub extends "older" ? Newer : Older;

/** The rules that the older field P accepts given the rule R, or an error message when there is no such field. */
export type CheckedOlder<Old, New, R, P, Hub> = string extends P
  ? OlderRule
  : P extends string
    ? [TypeAtPath<Old, P>] extends [never]
      ? `conversion/no-such-field: the older version has no ${P}: remove the rule or correct the path`
      : R extends { readonly to: infer To extends string }
        ? Path extends To
          ? OlderRule
          : R extends WithFunctions
            ? FunctionsRule<Old, New, P, To, Hub>
            : Moved<TypeAtPath<Old, P>, TypeAtPath<New, To>, CheckedTo<New, To>> & CheckedExamples<Old, New, R, P, To>
        : R extends WithFunctions
          ? FunctionsRule<Old, New, P, P, Hub>
          : R extends WithExamples
            ? Exclude<OlderRule, string> & CheckedExamples<Old, New, R, P, P>
            : OlderRule
    : never;

type WithExamples = { readonly examples: unknown } | { readonly examplesOfNewer: unknown };

/** Examples have the types of their fields. */
type CheckedExamples<Old, New, R, P extends string, To extends string> = R extends WithExamples
  ? RuleExamples<TypeAtPath<Old, P>, TypeAtPath<New, To>>
  : unknown;

type WithFunctions = { readonly as: { readonly forward: unknown } };

/** The rule of a field that functions convert: they take and return what the two fields may have. */
interface FunctionsRule<Old, New, P extends string, To extends string, Hub> extends RuleExamples<
  TypeAtPath<Old, P>,
  TypeAtPath<New, To>
> {
  readonly to?: CheckedTo<New, To>;
  readonly as: ValueFunctions<TypeAtPath<Old, P>, TypeAtPath<New, To>, Result<New, To>, Result<Old, P>>;
  readonly bounds?: "differ";
  readonly default?: unknown;
  readonly loses?: DeclaredLosses<OfSpoke<Hub, TypeAtPath<Old, P>, TypeAtPath<New, To>>>;
}

/** What a function may return for the field at a path: `undefined` only where the field is optional. Elements are never absent. */
type Result<T, P extends string> = P extends `${string}]`
  ? TypeAtPath<T, P>
  : IsRequiredPath<T, P> extends true
    ? TypeAtPath<T, P>
    : TypeAtPath<T, P> | undefined;

/** The newer fields that the rules for the older ones move to. */
export type Targets<O> = string extends keyof O
  ? never
  : {
      [P in keyof O]: O[P] extends { readonly to: infer To extends string } ? To : P extends string ? P : never;
    }[keyof O];
