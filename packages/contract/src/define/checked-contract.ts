// What the compiler checks about a definition: that it has a type annotation (T is otherwise inferred as its constraint), and the
// contract's shape rules. The messages come from rules/.
import type { KubeObject } from "@capstan/kube";
import type { ContractVersion, KindContract } from "../contracts/kind-contract.ts";
import type { ContractKind, KindContracts } from "../contracts/kind-contracts.ts";
import type { FirstProblem, Line, ProblemAlone } from "../rules/contract-problem.ts";
import type { kindRules } from "../rules/kind-rules.ts";

type Annotation = (typeof kindRules)["annotation"];

/** The error message if T was not inferred from an annotation, otherwise `never`. */
export type Forgot<T> = KubeObject extends T ? Line<Annotation["rule"], Annotation> : never;

/** Wanted, or the problem if there is one. */
export type Unless<Problem, Wanted> = [Problem] extends [never] ? Wanted : Problem;

/** `never` if the kind's name follows the convention of the record, otherwise the error message. */
type KindProblem<
  Kind extends string,
  Name extends string,
  K extends KindContract,
> = Kind extends `${string}${K["suffix"]}`
  ? never
  : `${K["rules"]}/kind-convention: the kind of the ${Name} does not end in ${K["suffix"]}: name it for example Foo${K["suffix"]}`;

/** The first problem: missing annotation, then the kind's name, then the fields in the order of the table. */
type FirstOf<A, B, C> = [A] extends [never] ? ([B] extends [never] ? C : B) : A;

type OrProblem<C, Problem> = [Problem] extends [never] ? C : Problem;

/** C itself if T meets every rule of the kind's record, otherwise the message of the first rule that it breaks. */
export type CheckedContract<T extends KubeObject, C, Name extends ContractKind, Skip = never> = OrProblem<
  C,
  FirstOf<Forgot<T>, KindProblem<T["kind"], Name, KindContracts[Name]>, FirstProblem<T, KindContracts[Name], C, Skip>>
>;

/** The message for a contract that does not exist; tsc prints its name before it. */
type UnknownContract<Name extends ContractKind> =
  `${KindContracts[Name]["rules"]}/contract-label: there is no contract of this name: name one or more of v1beta1, v1beta2`;

/** The same for each contract of a version, with what holds only for the only one. */
type EachContract<T extends KubeObject, C, Name extends ContractKind, Skip, All> = C extends C
  ? C extends ContractVersion
    ? KnownContract<T, C, Name, Skip, All>
    : Unless<Forgot<T>, UnknownContract<Name>>
  : C;

/** The same for one that exists. */
type KnownContract<T extends KubeObject, C, Name extends ContractKind, Skip, All> = C extends C
  ? [All] extends [C]
    ? OrProblem<CheckedContract<T, C, Name, Skip>, ProblemAlone<T, KindContracts[Name], C>>
    : CheckedContract<T, C, Name, Skip>
  : C;

/** The options of the kinds that core finds by a label, checked against T. */
export interface CheckedContracts<T extends KubeObject, C, Name extends ContractKind, Skip = never> {
  /** The contracts that this version follows. */
  readonly contracts: readonly EachContract<T, C, Name, Skip, C>[];
  readonly scope?: "Namespaced";
}

/** The options of kinds that may set the control plane's endpoint. The flag is decided before the walk: inside of it tsc would lose the literal of C. */
export type CheckedWithEndpoint<T extends KubeObject, C, Name extends ContractKind, Provides> = {
  readonly providesEndpoint?: Provides;
} & ([Provides] extends [false] ? CheckedContracts<T, C, Name, "endpoint"> : CheckedContracts<T, C, Name>);

/** The kind of a pool, or the message of the first rule that T breaks. */
export type CheckedPool<T extends KubeObject, K> = K extends K
  ? Unless<FirstOf<Forgot<T>, never, FirstProblem<T, KindContracts["IPPool"], "v1beta2">>, T["kind"]>
  : K;
