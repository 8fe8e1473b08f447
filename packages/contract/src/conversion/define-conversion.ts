// Declares how a kind, or the request or response of a hook, changes between two versions. The keys of `older` and `newer` are exactly the fields that
// differ: the compiler names the ones left out, the conversion generator checks again on schemas and writes the functions.
import type { Argument } from "../types/type-functions.ts";
import type { FieldNames } from "./conversion-path.ts";
import type { CheckedOlder, NewerRule, OlderRule, RuleRecord, Targets } from "./conversion-rules.ts";
import type { Differs } from "./differs.ts";
import type { CheckedTogether, NamedPaths, TogetherPaths, TogetherRule } from "./together-rules.ts";
import type { Open } from "./open-fields.ts";

/** Which of the two versions other versions are converted through; loss is kept when converting away from it. */
export type ConversionHub = "older" | "newer";

/** `None`: the API server itself converts, by changing the apiVersion and dropping fields that the other version does not have. */
export type ConversionStrategy = "None";

/** A declared conversion: rules at run time, the two object types at compile time. */
export interface Conversion<in out Older, in out Newer> {
  readonly hub: ConversionHub;
  readonly strategy?: ConversionStrategy;
  readonly older: Readonly<Record<string, OlderRule>>;
  readonly newer: Readonly<Record<string, NewerRule>>;
  readonly together?: Readonly<Record<string, TogetherRule>>;
  /** Carry the types for inference only; never set. */
  readonly "~older"?: (object: Older) => Older;
  readonly "~newer"?: (object: Newer) => Newer;
}

/** The types of a declaration without an annotation. */
interface NotAnnotated {
  readonly "~not annotated": never;
}

type IsAnnotated<T> = [T] extends [NotAnnotated] ? false : true;

type Body<T> = Omit<T, "apiVersion" | "kind" | "metadata">;

type CheckedRules<Old, New, O, Left, Hub> = {
  readonly [P in keyof O | (Left & string)]: P extends keyof O ? CheckedOlder<Old, New, O[P], P, Hub> : OlderRule;
};

type CheckedGroups<Old, New, G, Hub> = { readonly [N in keyof G]: CheckedTogether<Old, New, G[N], Hub> };

type NeedsNewer<Left> = [Left] extends [never]
  ? unknown
  : { readonly newer: { readonly [P in Left & string]: NewerRule } };

/** The fields that need rules of `older`, where there is no `older`. */
type NeedsOlder<O, Left> = [keyof O] extends [never]
  ? [Left] extends [never]
    ? unknown
    : { readonly older: { readonly [P in Left & string]: OlderRule } }
  : unknown;

/** What is inferred of a group: paths as literals. */
interface GroupLiteral {
  readonly older: NamedPaths;
  readonly newer: NamedPaths;
}

/**
 * Declares the conversion between two versions of a kind; `capstan generate` writes the functions.
 *
 * Annotate the constant with `Conversion<Older, Newer>`. `older` has a rule for every field that the newer version lacks or
 * types differently, `newer` a rule for every field that only the newer version has and that no rule of `older` moves to; each may be left out where it has none. A
 * missing rule is a compile error. `together` has rules for several fields that functions convert together. Other versions are converted through `hub`, by default the newer version. The template
 * of the kind is converted by the same rules. Has no side effects.
 *
 * The request and the response of a hook are converted in the same way, each by a declaration of its own. Nothing is kept of them: what a version does not have is lost.
 *
 * @example
 * export const fooConversion: Conversion<OldFoo, Foo> = defineConversion({
 *   older: { "spec.size": { to: "spec.replicas" } },
 * });
 */
// The two differences are parameters with defaults: written in place, tsc expands their constraints (600k instantiations).
export function defineConversion<
  Older extends object = NotAnnotated,
  Newer extends object = NotAnnotated,
  O extends RuleRecord = {},
  N extends { readonly [path: string]: NewerRule } = {},
  G extends { readonly [name: string]: GroupLiteral } = {},
  Hub extends ConversionHub = "newer",
  OlderOnly = Differs<Body<Older>, Body<Newer>>,
  NewerOnly = Differs<Body<Newer>, Body<Older>>,
>(
  rules: {
    readonly hub?: Hub;
    readonly strategy?: ConversionStrategy;
    readonly older?: Argument<
      O,
      IsAnnotated<Older> extends false
        ? "conversion/not-a-kind: the constant has no type: annotate it, `export const foo: Conversion<Older, Newer> = ...`"
        : CheckedRules<Older, Newer, O, Open<Older, OlderOnly, FieldNames<O> | TogetherPaths<G, "older">>, Hub>
    >;
    readonly newer?: N;
    readonly together?: Argument<G, CheckedGroups<Older, Newer, G, Hub>>;
  } & NeedsOlder<O, IsAnnotated<Older> extends false ? "" : Open<Older, OlderOnly, TogetherPaths<G, "older">>> &
    NeedsNewer<Open<Newer, NewerOnly, FieldNames<N> | Targets<O> | TogetherPaths<G, "newer">>>,
): Conversion<Older, Newer> {
  // The parameter's type is the check of the rules; their plain form is that of the result.
  const plain = rules as unknown as Partial<Conversion<Older, Newer>>;
  const { hub = "newer", strategy, older, newer = {}, together } = plain;
  const given = { hub, ...(strategy === undefined ? {} : { strategy }) };
  return { ...given, older: older ?? {}, newer, ...(together === undefined ? {} : { together }) };
}
