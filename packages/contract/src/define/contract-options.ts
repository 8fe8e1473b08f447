// The contract's shape rules as the type of an element of `contracts`.
// Used by the define functions of contract kinds; the texts come from tables/.
import type { KubeObject } from "@capstan/kube";
import type { ContractField, FirstProblem, Line } from "../types/contract-problem.ts";
import type { Forgot } from "./forgot.ts";

/** The kind's name follows the convention, or the text that says how. */
export type KindProblem<Kind extends string, Convention extends string, Rule> = Kind extends Convention
  ? never
  : Rule extends { readonly rule: infer Id extends string }
    ? Line<Id, Rule>
    : never;

/** The first that is a problem: forgotten annotation, then the kind's name, then the fields in the table's order. */
type FirstOf<A, B, C> = [A] extends [never] ? ([B] extends [never] ? C : B) : A;

type OrProblem<C, Problem> = [Problem] extends [never] ? C : Problem;

/** C itself when every rule holds for T, else the text of the first that does not. */
export type CheckedContract<
  T extends KubeObject,
  C,
  Kind,
  Fields extends readonly ContractField[],
  Skip = never,
> = OrProblem<C, FirstOf<Forgot<T>, Kind, FirstProblem<T, Fields, C, Skip>>>;
