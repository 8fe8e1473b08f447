// Definitions that must compile: both contracts, every form of path, templates, hooks.
import type { Int32, KubeObject, Resource } from "@capstan/kube";
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineHook, defineInfraCluster, defineInfraMachine, defineResource, defineTemplate, type Hook, type TemplateOf } from "@capstan/contract/define";
import type * as kinds from "../kinds.ts";

export const FooCluster: Resource<kinds.FooCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooCluster",
  contracts: ["v1beta2"],
  storage: true,
  shortNames: ["fc"],
  printColumns: {
    Region: ".spec.region",
    Age: ".metadata.creationTimestamp",
    Cluster: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
    Cluster2: ".metadata.labels.cluster\\.x-k8s\\.io/cluster-name",
    Ready: '.status.conditions[?(@.type=="Ready")].status',
    Ports: ".spec.listeners[*].port",
    Port: { path: ".spec.listeners[0].port", priority: 1, description: "the first port" },
    Tag: ".spec.tags.owner",
    Setting: ".spec.settings.a.b",
  },
});

export const OldFooCluster: Resource<kinds.OldFooCluster> = defineInfraCluster({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "FooCluster",
  contracts: ["v1beta1"],
  deprecated: "use v1beta1",
});

export type FooClusterTemplate = TemplateOf<kinds.FooCluster, "controlPlaneEndpoint">;
export const FooClusterTemplate: Resource<FooClusterTemplate> = defineTemplate(FooCluster, {
  omit: ["controlPlaneEndpoint"],
});

export const FewFields: Resource<TemplateOf<kinds.FooCluster, "controlPlaneEndpoint" | "tags">> = defineTemplate(
  FooCluster,
  { omit: ["controlPlaneEndpoint", "tags"] },
);

export const FooMachine: Resource<kinds.FooMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  contracts: ["v1beta2"],
});

/** A template that adds a status. */
export interface FooMachineTemplate extends TemplateOf<kinds.FooMachine> {
  status?: { capacity?: Record<string, string> };
}
export const FooMachineTemplate: Resource<FooMachineTemplate> = defineTemplate(FooMachine);
export const size: string = ({} as FooMachineTemplate).spec.template.spec.size;

/** One version that follows both contracts. */
interface BothCluster extends KubeObject<"infra.example.com/v1", "BothCluster"> {
  spec: kinds.FooClusterSpec;
  status?: { ready?: boolean; initialization?: { provisioned?: boolean }; conditions?: SeverityCondition[] };
}
export const BothCluster: Resource<BothCluster> = defineInfraCluster({
  apiVersion: "infra.example.com/v1",
  kind: "BothCluster",
  contracts: ["v1beta1", "v1beta2"],
});

/** A provider that leaves the endpoint to someone else. */
interface PlainCluster extends KubeObject<"infra.example.com/v1", "PlainCluster"> {
  spec?: { region?: string };
  status?: { initialization?: { provisioned?: boolean } };
}
export const PlainCluster: Resource<PlainCluster> = defineInfraCluster({
  apiVersion: "infra.example.com/v1",
  kind: "PlainCluster",
  contracts: ["v1beta2"],
  providesEndpoint: false,
});

/** Fields beside spec and status. */
interface Inventory extends KubeObject<"infra.example.com/v1", "Inventory"> {
  owner: string;
  replicas?: Int32;
  status?: { replicas?: Int32; selector?: string };
}
export const Inventory: Resource<Inventory> = defineResource({
  apiVersion: "infra.example.com/v1",
  kind: "Inventory",
  scope: "Cluster",
  categories: ["all"],
  printColumns: { Owner: ".owner" },
  scale: { specReplicas: ".replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
  selectableFields: [".owner", ".status.selector"],
});

interface BeforeFooRequest {
  cluster: string;
}
interface BeforeFooResponse {
  status: "Success" | "Failure";
  message?: string;
  retryAfterSeconds: Int32;
}
export const BeforeFoo: Hook<BeforeFooRequest, BeforeFooResponse> = defineHook({
  apiVersion: "hooks.example.com/v1alpha1",
  name: "BeforeFoo",
  summary: "Called before foo",
  description: "Called before foo; may hold it up.",
  blocking: true,
  tags: ["Foo"],
});

// The compiler sees no field in `any`: the generator rejects the type, and says what to write.
interface AnyCluster extends KubeObject<"g.io/v1", "AnyCluster"> {
  spec?: any;
  status?: any;
}
export const anySpec: Resource<AnyCluster> = defineInfraCluster({
  apiVersion: "g.io/v1",
  kind: "AnyCluster",
  contracts: ["v1beta2"],
});
