// JSON paths that lead nowhere: the text is the list of paths that would be right.
import type { Resource } from "@capstan/kube";
import { defineInfraCluster, defineResource } from "@capstan/contract/define";
import type { FooCluster } from "../kinds.ts";

const base = { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1", kind: "FooCluster" } as const;
const computed: string = ".spec.region";

export const columns: Resource<FooCluster> = defineInfraCluster({
  ...base,
  contracts: ["v1beta2"],
  printColumns: {
    Right: ".spec.region",
    // error(5.8, 6): Type '".spec.regionn"' is not assignable to type '".spec.region" | ".spec.controlPlaneEndpoint" | ".spec.listeners" | ".spec.tags" | ".spec.settings"'. Did you mean '".spec.region"'?
    // error(7): Type '".spec.regionn"' is not assignable to type '".spec.controlPlaneEndpoint" | ".spec.listeners" | ".spec.region" | ".spec.settings" | ".spec.tags"'. Did you mean '".spec.region"'?
    Misspelt: ".spec.regionn",
    // error: Type '".spec.controlPlaneEndpoint.hots"' is not assignable to type '".spec.controlPlaneEndpoint.host" | ".spec.controlPlaneEndpoint.port"'. Did you mean '".spec.controlPlaneEndpoint.host"'?
    Inner: { path: ".spec.controlPlaneEndpoint.hots" },
    // error(5.8, 6): Type '".status.conditions.status"' is not assignable to type '".status.conditions[*]" | ".status.conditions[0]" | ".status.conditions[?(@.message==\"...\")]" | ".status.conditions[?(@.type==\"...\")]" | ".status.conditions[?(@.status==\"...\")]" | ".status.conditions[?(@.observedGeneration==\"...\")]" | ".status.conditions[?(@.lastTransitionTime==\"...\")]" | ".status.conditio...'. Did you mean '".status.conditions[*]"'?
    // error(7): Type '".status.conditions.status"' is not assignable to type '".status.conditions[*]" | ".status.conditions[0]" | ".status.conditions[?(@.lastTransitionTime==\"...\")]" | ".status.conditions[?(@.message==\"...\")]" | ".status.conditions[?(@.observedGeneration==\"...\")]" | ".status.conditions[?(@.reason==\"...\")]" | ".status.conditions[?(@.status==\"...\")]" | ".status.condit...'. Did you mean '".status.conditions[*]"'?
    IntoList: ".status.conditions.status",
    // error: Type '".spec.region.name"' is not assignable to type '".spec.region"'.
    IntoText: ".spec.region.name",
    // error(5.8, 6): Type '".status.conditions[?(@.tpye==\"Ready\")].status"' is not assignable to type '".status.conditions[*]" | ".status.conditions[0]" | ".status.conditions[?(@.message==\"...\")]" | ".status.conditions[?(@.type==\"...\")]" | ".status.conditions[?(@.status==\"...\")]" | ".status.conditions[?(@.observedGeneration==\"...\")]" | ".status.conditions[?(@.lastTransitionTime==\"...\")]" | ".status.conditio...'. Did you mean '".status.conditions[?(@.type==\"...\")]"'?
    // error(7): Type '".status.conditions[?(@.tpye==\"Ready\")].status"' is not assignable to type '".status.conditions[*]" | ".status.conditions[0]" | ".status.conditions[?(@.lastTransitionTime==\"...\")]" | ".status.conditions[?(@.message==\"...\")]" | ".status.conditions[?(@.observedGeneration==\"...\")]" | ".status.conditions[?(@.reason==\"...\")]" | ".status.conditions[?(@.status==\"...\")]" | ".status.condit...'. Did you mean '".status.conditions[?(@.type==\"...\")]"'?
    Filter: '.status.conditions[?(@.tpye=="Ready")].status',
    // error(5.8, 6): Type '"spec.region"' is not assignable to type '".spec" | ".status" | ".apiVersion" | ".kind" | ".metadata"'.
    // error(7): Type '"spec.region"' is not assignable to type '".apiVersion" | ".kind" | ".metadata" | ".spec" | ".status"'.
    NoDot: "spec.region",
    // error: Type 'string' is not assignable to type '`.${string}`'.
    Computed: computed,
  },
});
export const scale: Resource<FooCluster> = defineResource({
  ...base,
  scale: {
    specReplicas: ".spec.region",
    // error(5.8, 6): Type '".status.replicas"' is not assignable to type '".status.conditions" | ".status.initialization" | ".status.failureDomains"'.
    // error(7): Type '".status.replicas"' is not assignable to type '".status.conditions" | ".status.failureDomains" | ".status.initialization"'.
    statusReplicas: ".status.replicas",
  },
});
export const selectable: Resource<FooCluster> = defineResource({
  ...base,
  selectableFields: [
    ".spec.region",
    // error(5.8, 6): Type '".spec.rgion"' is not assignable to type '".spec.region" | ".spec" | ".spec.controlPlaneEndpoint" | ".spec.listeners" | ".spec.tags" | ".spec.settings" | ".status" | ".apiVersion" | ".kind" | ".metadata"'. Did you mean '".spec.region"'?
    // error(7): Type '".spec.rgion"' is not assignable to type '".apiVersion" | ".kind" | ".metadata" | ".spec" | ".spec.controlPlaneEndpoint" | ".spec.listeners" | ".spec.region" | ".spec.settings" | ".spec.tags" | ".status"'. Did you mean '".spec.region"'?
    ".spec.rgion",
  ],
});
// error(7): Variable must have an explicit type annotation with --isolatedDeclarations.
export const forgotten = defineResource({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  // error: Type '"FooCluster"' is not assignable to type '"crd/annotation: the compiler cannot see the object's type: annotate the constant, for example `export const Foo: Resource<Foo> = define...(...)`"'.
  kind: "FooCluster",
});
