// The template of a kind that can have none.
import { defineResource, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

export interface Rack extends KubeObject<"test.capstan.dev/v1", "Rack"> {
  spec?: { a?: string };
}
export const Rack: Resource<Rack> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Rack" });

export type RackTemplate = TemplateOf<Rack>;
export const RackTemplate: Resource<RackTemplate> = defineTemplate(Rack);
