// What a conversion says about one field, and the check of it against the two types.
// Used by define-conversion.ts; the generator checks it again on schemas and is the authority.
import type { At, Siblings } from "./conversion-path.ts";
import type { Differs } from "./differs.ts";
import type { ValueOp } from "./value-op.ts";

type Path = `${string}.${string}`;

/** A field found again elsewhere, perhaps with its value in another form. */
export interface MoveRule<To extends string = Path> {
  readonly to: To;
  readonly as?: ValueOp;
}

/** A field found again elsewhere whose value has another type there: it has to say how it changes. */
export interface MoveAsRule<To extends string = Path> {
  readonly to: To;
  readonly as: ValueOp;
}

/** A field at the same path whose value has another form. */
export interface FormRule {
  readonly as: ValueOp;
}

/** What happens to a field of the older version. */
export type OlderRule = "removed" | MoveRule | FormRule;

/** What happens to a field that only the newer version has. */
export type NewerRule = "added" | { readonly default: unknown };

/** Rules by field path. */
export interface RuleRecord {
  readonly [path: string]: unknown;
}

type CheckedTo<New, To extends string> = [At<New, To>] extends [never] ? Siblings<New, To> : To;

type Moved<A, B, To extends string> = [B] extends [never]
  ? MoveRule<To>
  : [Differs<A, B, "x">] extends [never]
    ? MoveRule<To>
    : MoveAsRule<To>;

/** The rule that is right for the older field P given the rule R, or the text that says there is no such field. */
export type CheckedOlder<Old, New, R, P> = string extends P
  ? OlderRule
  : P extends string
    ? [At<Old, P>] extends [never]
      ? `conversion/no-such-field: the older version has no ${P}: remove the rule or correct the path`
      : R extends { readonly to: infer To extends string }
        ? Path extends To
          ? OlderRule
          : Moved<At<Old, P>, At<New, To>, CheckedTo<New, To>>
        : OlderRule
    : never;

/** The newer fields that the rules for the older ones lead to. */
export type Targets<O> = string extends keyof O
  ? never
  : {
      [P in keyof O]: O[P] extends { readonly to: infer To extends string } ? To : P extends string ? P : never;
    }[keyof O];
