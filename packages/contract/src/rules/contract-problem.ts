// Contract rules as compile errors: walks a table of fields and results in the message of the first rule that an object
// type breaks. One message at a time, since tsc prints a union of two as the name of its alias.
import type { ContractVersion } from "./contract-kind.ts";
import type { FieldAt, IsRequiredAt } from "../types/type-functions.ts";
import type { Shape, ShapeHolds } from "./shape.ts";

/** What is wrong and what to do about it. */
export interface ProblemText {
  readonly message: string;
  readonly help: string;
}

/** What a contract reads at one path: `missing` is the error when the field is not declared, `required` the error when it is not optional. */
export interface ContractField {
  readonly name: string;
  readonly rule: string;
  /** The contracts that read it. */
  readonly contracts: readonly ContractVersion[];
  readonly path: string;
  readonly shape: Shape;
  readonly missing?: ProblemText;
  readonly wrong: ProblemText;
  readonly required?: ProblemText;
}

/** `rule-id: what is wrong: what to do`. */
export type Line<Rule extends string, Text> = Text extends ProblemText
  ? `${Rule}: ${Text["message"]}: ${Text["help"]}`
  : never;

type MissingText<F> = F extends { readonly missing: infer Text } ? Text : never;
type RequiredText<F> = F extends { readonly required: infer Text } ? Text : never;

type FieldProblem<T, F extends ContractField> = [FieldAt<T, F["path"]>] extends [never]
  ? Line<F["rule"], MissingText<F>>
  : ShapeHolds<FieldAt<T, F["path"]>>[F["shape"]] extends true
    ? [RequiredText<F>] extends [never]
      ? never
      : IsRequiredAt<T, F["path"]> extends true
        ? Line<F["rule"], RequiredText<F>>
        : never
    : Line<F["rule"], F["wrong"]>;

type Problem<T, F extends ContractField, C, Skip> = C extends F["contracts"][number]
  ? [F["name"], FieldAt<T, F["path"]>] extends [Skip, never]
    ? never
    : FieldProblem<T, F>
  : never;

/**
 * The message for the first field of the table that T breaks under contract C, or `never`. Fields whose name is in Skip
 * may be missing.
 */
export type FirstProblem<T, Fields extends readonly ContractField[], C, Skip = never> = Fields extends readonly [
  infer F extends ContractField,
  ...infer Rest extends readonly ContractField[],
]
  ? [Problem<T, F, C, Skip>] extends [never]
    ? FirstProblem<T, Rest, C, Skip>
    : Problem<T, F, C, Skip>
  : never;
