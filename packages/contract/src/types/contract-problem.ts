// Contract rules as compile errors: walks a table of fields and gives the text of the first one that an object type breaks.
// One text at a time: a union of two prints as an alias name. The texts are the table's own literals.
import type { ContractVersion } from "../tables/contract-kind.ts";
import type { FieldAt, IsRequiredAt } from "./field-at.ts";
import type { Shape, ShapeHolds } from "./shape.ts";

/** What is wrong and how to mend it. */
export interface ProblemText {
  readonly message: string;
  readonly mend: string;
}

/** What a contract reads at one path: `missing` makes the field mandatory, `required` forbids making it so for writers. */
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

/** `rule-id: what is wrong: the mend`. */
export type Line<Rule extends string, Text> = Text extends ProblemText
  ? `${Rule}: ${Text["message"]}: ${Text["mend"]}`
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
 * The text of the first field of the table that T breaks under contract C, or `never`. Fields whose name is in Skip may
 * be missing.
 */
export type FirstProblem<T, Fields extends readonly ContractField[], C, Skip = never> = Fields extends readonly [
  infer F extends ContractField,
  ...infer Rest extends readonly ContractField[],
]
  ? [Problem<T, F, C, Skip>] extends [never]
    ? FirstProblem<T, Rest, C, Skip>
    : Problem<T, F, C, Skip>
  : never;
