// Defines the template kind of a contract kind: `FooClusterTemplate` from `FooCluster`.
// Generators read the call from source without running it.
import type { KubeObject, Resource } from "@capstan/kube";
import type { kindRules } from "../rules/kind-rules.ts";
import type { Line } from "../rules/contract-problem.ts";
import type { SpecOf } from "../types/type-functions.ts";
import { requireDefinition, resourceWith } from "../kinds/definition.ts";
import { describeTemplate, type TemplateOptions } from "../kinds/describe-template.ts";
import type { Forgot, Unless } from "./checked-contract.ts";

type Text<Name extends "omit" | "templateKind"> = Line<(typeof kindRules)[Name]["rule"], (typeof kindRules)[Name]>;
type ObjectOf<R> = R extends Resource<infer T> ? T : never;
type TemplateFields<T> = T extends { spec: { template: { spec: infer S } } } ? keyof S : never;
type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** An error message unless the template's spec lacks exactly the omitted fields. */
type OmitProblem<T, K, O> = Same<TemplateFields<T>, Exclude<keyof SpecOf<K>, O>> extends true ? never : Text<"omit">;

/** An error message unless the annotation is a template of K. */
type KindProblem<T extends KubeObject, K extends KubeObject> = T["kind"] extends `${K["kind"]}Template`
  ? T["apiVersion"] extends K["apiVersion"]
    ? never
    : Text<"templateKind">
  : Text<"templateKind">;

/** R itself, or the first error message about the annotation; without `omit` the fields are compared here. */
type CheckedKind<T extends KubeObject, R, O> = Unless<
  Forgot<T>,
  Unless<KindProblem<T, ObjectOf<R>>, [O] extends [never] ? Unless<OmitProblem<T, ObjectOf<R>, never>, R> : R>
>;

/** O itself, an error message if it does not fit the annotation, or the fields that it could name. */
type CheckedOmit<T, K, One, All = One> = One extends One
  ? One extends keyof SpecOf<K>
    ? Unless<OmitProblem<T, K, All>, One>
    : Extract<keyof SpecOf<K>, string>
  : One;

/**
 * Defines the template of a kind that `defineInfraCluster` or `defineInfraMachine` defined. Its apiVersion, contracts,
 * `storage` and `served` are those of the kind. `omit` and the annotation have to name the same fields. Has no side effects.
 *
 * @throws CapstanError `contract/not-defined` for a Resource without a definition, `contract/no-template` for another kind.
 * @example
 * ```ts
 * export type FooClusterTemplate = TemplateOf<FooCluster, "controlPlaneEndpoint">;
 * export const FooClusterTemplate: Resource<FooClusterTemplate> = defineTemplate(FooCluster, {
 *   omit: ["controlPlaneEndpoint"],
 * });
 * ```
 *
 * An interface that extends `TemplateOf` works too and may add a status, for example the `capacity` and `nodeInfo` of machines, which
 * the cluster autoscaler reads. In a provider,
 * `templates` of `kit.provider` makes it immutable with a webhook.
 */
export function defineTemplate<T extends KubeObject, R extends Resource, O extends string = never>(
  kind: R extends R ? CheckedKind<T, R, O> : R,
  options?: TemplateOptions<CheckedOmit<T, ObjectOf<R>, O>>,
): Resource<T> {
  // The parameters' types are the check; what they checked is plain.
  return resourceWith<T>(describeTemplate(requireDefinition(kind as Resource), options as TemplateOptions<string>));
}
