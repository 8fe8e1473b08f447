// Templates whose annotation, kind and omitted fields do not fit together.
import type { Resource } from "@capstan/kube";
import { defineInfraCluster, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { FooCluster as FooClusterObject, FooMachine } from "../kinds.ts";

const FooCluster: Resource<FooClusterObject> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooCluster",
  contracts: ["v1beta2"],
});
type Whole = TemplateOf<FooClusterObject>;
type WithoutEndpoint = TemplateOf<FooClusterObject, "controlPlaneEndpoint">;

export const omitsMore: Resource<Whole> = defineTemplate(FooCluster, {
  // error: Type '"controlPlaneEndpoint"' is not assignable to type '"template/omit: `omit` and the annotation name different fields: annotate with `Resource<TemplateOf<Foo, ...the fields of omit>>`"'.
  omit: ["controlPlaneEndpoint"],
});
// error: Argument of type 'Resource<FooCluster>' is not assignable to parameter of type '"template/omit: `omit` and the annotation name different fields: annotate with `Resource<TemplateOf<Foo, ...the fields of omit>>`"'.
export const omitsLess: Resource<WithoutEndpoint> = defineTemplate(FooCluster);
export const misspelt: Resource<WithoutEndpoint> = defineTemplate(FooCluster, {
  // error: Type '"controlPlaneEndpont"' is not assignable to type 'keyof FooClusterSpec'. Did you mean '"controlPlaneEndpoint"'?
  omit: ["controlPlaneEndpont"],
});
// error: Argument of type 'Resource<FooCluster>' is not assignable to parameter of type '"template/kind: the annotation is not a template of this kind: annotate with `Resource<TemplateOf<Foo>>` for the template of Foo"'.
export const ofAnother: Resource<TemplateOf<FooMachine>> = defineTemplate(FooCluster);
// error: Argument of type 'Resource<FooCluster>' is not assignable to parameter of type '"template/kind: the annotation is not a template of this kind: annotate with `Resource<TemplateOf<Foo>>` for the template of Foo"'.
export const notATemplate: Resource<FooClusterObject> = defineTemplate(FooCluster);
// error: Argument of type 'Resource<FooCluster>' is not assignable to parameter of type '"crd/annotation: the compiler cannot see the object's type: annotate the constant, for example `export const Foo: Resource<Foo> = define...(...)`"'.
// error(7): Variable must have an explicit type annotation with --isolatedDeclarations.
export const forgotten = defineTemplate(FooCluster);
// error: Argument of type 'Resource<FooCluster>' is not assignable to parameter of type '"crd/annotation: the compiler cannot see the object's type: annotate the constant, for example `export const Foo: Resource<Foo> = define...(...)`"'.
// error(7): Variable must have an explicit type annotation with --isolatedDeclarations.
export const forgottenWithOmit = defineTemplate(FooCluster, { omit: ["controlPlaneEndpoint"] });
