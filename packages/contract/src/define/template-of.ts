// The type of a kind's template, for the annotation of a `defineTemplate` call.
import type { KubeObject } from "@capstan/kube";
import type { SpecOf } from "../types/type-functions.ts";

/** Labels and annotations of the objects that are created from a template. */
export interface TemplateObjectMeta {
  /** labels are added to the object. */
  labels?: Record<string, string>;
  /** annotations are added to the object. */
  annotations?: Record<string, string>;
}

/** The content of a template: the metadata and spec of the objects that are created from it. */
export interface TemplateResource<Spec> {
  /** metadata is added to the object. */
  metadata?: TemplateObjectMeta;
  /** spec is the spec of the object. */
  spec: Spec;
}

/** The template of kind T, without the spec fields that each object has its own value of. */
export interface TemplateOf<T extends KubeObject, Omitted extends string = never> extends KubeObject<
  T["apiVersion"],
  `${T["kind"]}Template`
> {
  /** spec is the desired state of the template. */
  spec: {
    /** template is the metadata and spec of the objects. */
    template: TemplateResource<Omit<SpecOf<T>, Omitted>>;
  };
}
