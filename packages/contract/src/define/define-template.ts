// Defines the template kind of a contract kind: `FooClusterTemplate` from `FooCluster`.
// Called by authors, read without being run by generators/model; the type of the template is template-of.ts.
import type { KubeObject, Resource } from "@capstan/kube";
import type { kindRules } from "../tables/kind-rules.ts";
import type { Line } from "../types/contract-problem.ts";
import type { SpecOf } from "../types/field-at.ts";
import { requireDefinition, resourceWith } from "./definition.ts";
import { describeTemplate, type TemplateOptions } from "./describe-template.ts";
import type { Forgot, Unless } from "./forgot.ts";

type Text<Name extends "omit" | "templateKind"> = Line<(typeof kindRules)[Name]["rule"], (typeof kindRules)[Name]>;
type ObjectOf<R> = R extends Resource<infer T> ? T : never;
type TemplateFields<T> = T extends { spec: { template: { spec: infer S } } } ? keyof S : never;
type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** The template's spec lacks exactly the omitted fields, or the text that says it does not. */
type OmitProblem<T, K, O> = Same<TemplateFields<T>, Exclude<keyof SpecOf<K>, O>> extends true ? never : Text<"omit">;

/** The annotation is a template of K, or the text that says it is not. */
type KindProblem<T extends KubeObject, K extends KubeObject> = T["kind"] extends `${K["kind"]}Template`
  ? T["apiVersion"] extends K["apiVersion"]
    ? never
    : Text<"templateKind">
  : Text<"templateKind">;

/** R itself, or the first text about the annotation; a template that omits nothing is compared here, for want of `omit`. */
type CheckedKind<T extends KubeObject, R, O> = Unless<
  Forgot<T>,
  Unless<KindProblem<T, ObjectOf<R>>, [O] extends [never] ? Unless<OmitProblem<T, ObjectOf<R>, never>, R> : R>
>;

/** O itself, the text that says it does not fit the annotation, or the fields that it could be. */
type CheckedOmit<T, K, One, All = One> = One extends One
  ? One extends keyof SpecOf<K>
    ? Unless<OmitProblem<T, K, All>, One>
    : Extract<keyof SpecOf<K>, string>
  : One;

/**
 * Defines the template of a contract kind. Its apiVersion, contracts, `storage` and `served` are those of the kind. Name
 * the type beside the constant, as for every kind:
 *
 * ```ts
 * export type FooClusterTemplate = TemplateOf<FooCluster, "controlPlaneEndpoint">;
 * export const FooClusterTemplate: Resource<FooClusterTemplate> = defineTemplate(FooCluster, {
 *   omit: ["controlPlaneEndpoint"],
 * });
 * ```
 *
 * An interface that extends `TemplateOf` serves as well and may add a status. Immutability is an admission webhook's work.
 */
export function defineTemplate<T extends KubeObject, R extends Resource, O extends string = never>(
  kind: R extends R ? CheckedKind<T, R, O> : R,
  options?: TemplateOptions<CheckedOmit<T, ObjectOf<R>, O>>,
): Resource<T> {
  return resourceWith<T>(describeTemplate(requireDefinition(kind as Resource), options as TemplateOptions<string>));
}
