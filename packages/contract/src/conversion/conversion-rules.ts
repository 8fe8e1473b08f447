// The rules of a conversion for one field, checked against the two types. The generator checks them again on schemas; its result
// decides.
import type { TypeAtPath, Siblings } from "./conversion-path.ts";
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
  /** One list of names, and another: older to newer. */
  | { readonly enum: { readonly [older: string]: string } }
  /** A map, and a list whose elements carry the map's key in this field. */
  | { readonly mapToList: string };

type Path = `${string}.${string}`;

/** What every rule that keeps a value may say. */
interface WithBounds {
  /** One version accepts values here that the other rejects. They are converted all the same; the next write in the other version fails. */
  readonly bounds?: "differ";
}

/** A field that has moved to another path, perhaps with its value in another form. */
export interface MoveRule<To extends string = Path> extends WithBounds {
  readonly to: To;
  readonly as?: ValueOp;
}

/** A field that has moved to a path of another type: `as` declares how its value changes. */
export interface MoveAsRule<To extends string = Path> extends WithBounds {
  readonly to: To;
  readonly as: ValueOp;
}

/** A field at the same path whose value has another form. */
export interface FormRule extends WithBounds {
  readonly as: ValueOp;
}

/** A field of one type at one path in both versions, whose bounds differ. */
export interface BoundsRule {
  readonly bounds: "differ";
}

/** What happens to a field of the older version. */
export type OlderRule = "removed" | MoveRule | FormRule | BoundsRule;

/** What happens to a field that only the newer version has. */
export type NewerRule = "added" | { readonly default: unknown };

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

/** The rules that the older field P accepts given the rule R, or an error message when there is no such field. */
export type CheckedOlder<Old, New, R, P> = string extends P
  ? OlderRule
  : P extends string
    ? [TypeAtPath<Old, P>] extends [never]
      ? `conversion/no-such-field: the older version has no ${P}: remove the rule or correct the path`
      : R extends { readonly to: infer To extends string }
        ? Path extends To
          ? OlderRule
          : Moved<TypeAtPath<Old, P>, TypeAtPath<New, To>, CheckedTo<New, To>>
        : OlderRule
    : never;

/** The newer fields that the rules for the older ones move to. */
export type Targets<O> = string extends keyof O
  ? never
  : {
      [P in keyof O]: O[P] extends { readonly to: infer To extends string } ? To : P extends string ? P : never;
    }[keyof O];
