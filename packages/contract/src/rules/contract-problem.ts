// Contract rules as compile errors: walks the fields of a record and results in the message of the first rule that an object
// type breaks. One message at a time, since tsc prints a union of two as the name of its alias.
import type { ContractField, FieldsOf, KindContract, ProblemText } from "../contracts/kind-contract.ts";
import type { plainConditions } from "../contracts/shared-fields.ts";
import type { ShapeHolds } from "../contracts/shape.ts";
import type { FieldAt, IsRequiredAt } from "../types/type-functions.ts";

/** `rule-id: what is wrong: what to do`. */
export type Line<Rule extends string, Text> = Text extends ProblemText
  ? `${Rule}: ${Text["message"]}: ${Text["help"]}`
  : never;

type MissingText<F> = F extends { readonly missing: infer Text } ? Text : never;
type RequiredText<F> = F extends { readonly required: infer Text } ? Text : never;

/** A field of `any` has every shape, and those inside of it look required: the generator says what to write in its place. */
type FieldProblem<T, F extends ContractField, Rules extends string> = 0 extends 1 & FieldAt<T, F["path"]>
  ? never
  : DeclaredProblem<T, F, Rules>;

type DeclaredProblem<T, F extends ContractField, Rules extends string> = [FieldAt<T, F["path"]>] extends [never]
  ? Line<`${Rules}/${F["rule"]}`, MissingText<F>>
  : ShapeHolds<FieldAt<T, F["path"]>>[F["shape"]] extends true
    ? [RequiredText<F>] extends [never]
      ? never
      : IsRequiredAt<T, F["path"]> extends true
        ? Line<`${Rules}/${F["rule"]}`, RequiredText<F>>
        : never
    : Line<`${Rules}/${F["rule"]}`, F["wrong"]>;

type Problem<T, F extends ContractField, Rules extends string, C, Skip> = C extends F["contracts"][number]
  ? [F["name"], FieldAt<T, F["path"]>] extends [Skip, never]
    ? never
    : FieldProblem<T, F, Rules>
  : never;

/** The message for conditions that T must not have under its only contract C, or `never`. */
export type ProblemAlone<T, K extends KindContract, C> = "conditions" extends K["fields"][number]
  ? Problem<T, typeof plainConditions, K["rules"], C, "conditions">
  : never;

type FirstOf<T, Fields, Rules extends string, C, Skip> = Fields extends readonly [
  infer F extends ContractField,
  ...infer Rest,
]
  ? [Problem<T, F, Rules, C, Skip>] extends [never]
    ? FirstOf<T, Rest, Rules, C, Skip>
    : Problem<T, F, Rules, C, Skip>
  : never;

/** The message for the first field of record K that T breaks under contract C, or `never`. Fields whose name is in Skip may be missing. */
export type FirstProblem<T, K extends KindContract, C, Skip = never> = FirstOf<T, FieldsOf<K>, K["rules"], C, Skip>;
