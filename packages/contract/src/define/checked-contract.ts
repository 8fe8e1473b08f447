// What the compiler checks about a definition: that it has a type annotation (T is otherwise inferred as its constraint), and the
// contract's shape rules. The messages come from rules/.
import type { KubeObject } from "@capstan/kube";
import type { ContractField, FirstProblem, Line } from "../rules/contract-problem.ts";
import type { kindRules } from "../rules/kind-rules.ts";

type Annotation = (typeof kindRules)["annotation"];

/** The error message if T was not inferred from an annotation, otherwise `never`. */
export type Forgot<T> = KubeObject extends T ? Line<Annotation["rule"], Annotation> : never;

/** Wanted, or the problem if there is one. */
export type Unless<Problem, Wanted> = [Problem] extends [never] ? Wanted : Problem;

/** `never` if the kind's name follows the convention, otherwise the error message. */
export type KindProblem<Kind extends string, Convention extends string, Rule> = Kind extends Convention
  ? never
  : Rule extends { readonly rule: infer Id extends string }
    ? Line<Id, Rule>
    : never;

/** The first problem: missing annotation, then the kind's name, then the fields in the order of the table. */
type FirstOf<A, B, C> = [A] extends [never] ? ([B] extends [never] ? C : B) : A;

type OrProblem<C, Problem> = [Problem] extends [never] ? C : Problem;

/** C itself if T meets every rule, otherwise the message of the first rule that it breaks. */
export type CheckedContract<
  T extends KubeObject,
  C,
  Kind,
  Fields extends readonly ContractField[],
  Skip = never,
> = OrProblem<C, FirstOf<Forgot<T>, Kind, FirstProblem<T, Fields, C, Skip>>>;
