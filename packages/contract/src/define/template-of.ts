// The type of the template that makes objects of a kind; `defineTemplate` makes its definition.
// Written by authors in the annotation of a template; nothing here exists at run time.
import type { KubeObject } from "@capstan/kube";
import type { SpecOf } from "../types/field-at.ts";

/** Labels and annotations that objects made from a template get. */
export interface TemplateObjectMeta {
  /** labels are added to the object. */
  labels?: Record<string, string>;
  /** annotations are added to the object. */
  annotations?: Record<string, string>;
}

/** What a template holds: the metadata and spec of the objects made from it. */
export interface TemplateResource<Spec> {
  /** metadata is added to the object. */
  metadata?: TemplateObjectMeta;
  /** spec is the spec of the object. */
  spec: Spec;
}

/** The template of kind T, without the spec fields that belong to one object alone. */
export interface TemplateOf<T extends KubeObject, Omitted extends string = never> extends KubeObject<
  T["apiVersion"],
  `${T["kind"]}Template`
> {
  /** spec is the desired state of the template. */
  spec: {
    /** template is what the objects are made from. */
    template: TemplateResource<Omit<SpecOf<T>, Omitted>>;
  };
}
