import { defineHook, defineInfraCluster, defineResource, defineTemplate } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

const kind = () => "Foo";

export interface Foo extends KubeObject<"test.capstan.dev/v1", "Foo"> {
  spec?: { a?: string };
}
export interface NoObject {
  spec?: { a?: string };
}
const Hidden: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Foo" });
export const Again: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Foo" });
export const Unannotated = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Foo" });
export const Computed: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: kind() });
export const Bare: Resource<Foo> = defineResource();
export const Nameless: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1" });
export const Other: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v2", kind: "Bar" });
export const Plain: Resource<NoObject> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "NoObject" });
export interface Twice extends KubeObject<"test.capstan.dev/v1", "Twice"> {
  spec?: { a?: string };
}
export const Twice: Resource<Twice> = defineResource({
  apiVersion: "test.capstan.dev/v1",
  kind: "Twice",
  scope: "Cluster",
  scope: "Namespaced",
});
export const Template = defineTemplate(kind);
export const Hook = defineHook({ apiVersion: "test.capstan.dev/v1", name: `${kind}` });
void [Hidden, defineInfraCluster];
