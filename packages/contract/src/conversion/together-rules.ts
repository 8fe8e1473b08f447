// Rules for several fields that functions convert together: a split, a merge, a value that follows from others.
import type { IsRequiredPath, Siblings, TypeAtPath } from "./conversion-path.ts";
import type { OfSpoke, RuleExamples, ValueFunctions } from "./conversion-rules.ts";

/** Names that the functions use, with the paths of their fields. */
export interface NamedPaths {
  readonly [name: string]: string;
}

/** Several fields that two functions convert together. A function gets the values that are there, by name, and returns those of the other version. */
export interface TogetherRule extends RuleExamples<object, object> {
  readonly older: NamedPaths;
  readonly newer: NamedPaths;
  readonly as: ValueFunctions;
  /** One version accepts values here that the other rejects. */
  readonly bounds?: "differ";
  /** Whether values of the version that is not the hub do not come back. */
  readonly loses?: (values: never) => boolean;
}

/** The rule that a group of fields must have. */
export type CheckedTogether<Old, New, G, Hub> = G extends { readonly older: infer A; readonly newer: infer B }
  ? {
      readonly older: CheckedPaths<Old, A>;
      readonly newer: CheckedPaths<New, B>;
      readonly as: ValueFunctions<Values<Old, A>, Values<New, B>, Results<New, B>, Results<Old, A>>;
      readonly bounds?: "differ";
      readonly loses?: (values: OfSpoke<Hub, Values<Old, A>, Values<New, B>>) => boolean;
    } & RuleExamples<Values<Old, A>, Values<New, B>>
  : TogetherRule;

type CheckedPaths<T, A> = {
  readonly [K in keyof A]: A[K] extends string
    ? [TypeAtPath<T, A[K]>] extends [never]
      ? Siblings<T, A[K]>
      : A[K]
    : string;
};

type At<T, P> = P extends string ? TypeAtPath<T, P> : never;
type Required<T, A> = {
  [K in keyof A]: A[K] extends string ? (IsRequiredPath<T, A[K]> extends true ? K : never) : never;
}[keyof A];

/** Any value may be absent: also a required field, in the parts of objects that an API server converts. */
type Values<T, A> = { readonly [K in keyof A]?: At<T, A[K]> };

/** A required field needs a value. A promise, which no conversion waits for, would be an object with none of the fields. */
type Results<T, A> = { readonly [K in Required<T, A>]: At<T, A[K]> } & {
  readonly [K in Exclude<keyof A, Required<T, A>>]?: At<T, A[K]> | undefined;
} & { readonly [K in Exclude<"then", keyof A>]?: "return the values themselves: no conversion waits for a promise" };

/** The paths of one side in all groups. */
export type TogetherPaths<G, Side extends "older" | "newer"> = string extends keyof G
  ? never
  : { [N in keyof G]: G[N] extends { readonly [S in Side]: infer A } ? Extract<A[keyof A], string> : never }[keyof G];
